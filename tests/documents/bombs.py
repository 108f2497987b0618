"""Files that are small and want to become large, or never to end."""

import random
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from antiphon.documents.media import MediaType
from tests.documents.hostile import link, overlap
from tests.documents.samples import change, pack, unpack, write_pdf, write_picture, write_sheets, write_word
from tests.documents.test_image import claim_size

LAUGHS = (
    b"<!DOCTYPE z [<!ENTITY a0 'ha'>"
    + b"".join(b"<!ENTITY a%d '%s'>" % (level, b"&a%d;" % (level - 1) * 10) for level in range(1, 11))
    + b"]>"
)
OUTSIDE = b'<!DOCTYPE z [<!ENTITY a10 SYSTEM "file:///etc/passwd">]>'
XML = b"?>"

WORD = write_word([["# Title", "Some text.", "More of it."], ["The second page."]])
SHEETS = write_sheets(One=[["a", 1, 2.5], ["b", None, True]], Two=[["x"]])
PDF = write_pdf(["The first page.", "The second page, which is longer."], title="A title")


class Hostile(NamedTuple):
    """One file, what it is called here, and what it pretends to be."""

    title: str
    data: bytes
    kind: MediaType


def bombs() -> Iterator[Hostile]:
    """All of them."""
    yield from _archives()
    yield from _xml()
    yield from _documents()
    yield from _pictures()
    yield Hostile("sixty megabytes of text", b"word " * 12_000_000, MediaType.TEXT)
    yield Hostile("one long line", b"a" * 4_900_000, MediaType.TEXT)
    yield Hostile("only borders", b".\n\n" * 1_600_000, MediaType.MARKDOWN)
    yield Hostile("a heading that never comes", b"# " + b" " * 4_000_000, MediaType.MARKDOWN)


def _archives() -> Iterator[Hostile]:
    members = unpack(WORD)
    for kind, whole in ((MediaType.DOCX, WORD), (MediaType.XLSX, SHEETS)):
        parts = unpack(whole)
        yield Hostile(f"{kind.name}: a bomb beside", pack(parts | {"x.bin": bytes(50_000_000)}), kind)
        yield Hostile(f"{kind.name}: a million files", pack(parts | {f"{i}": b"" for i in range(20_000)}), kind)
        yield Hostile(f"{kind.name}: outside", pack(parts | {"../../../tmp/x": b"x"}), kind)
        yield Hostile(f"{kind.name}: two of each", whole + whole, kind)
    yield Hostile("members that overlap", overlap(9_000, 60_000_000), MediaType.DOCX)
    yield Hostile("a link", link("word/document.xml", "/etc/passwd"), MediaType.DOCX)
    dice = random.Random(3)
    leaves = b"".join(b'<w:p w:rsidR="%04x"/>' % dice.randrange(65_536) for _ in range(100_000)) * 100
    grown = members["word/document.xml"].replace(b"<w:body>", b"<w:body>" + leaves)
    yield Hostile("a tree larger than memory", pack(members | {"word/document.xml": grown}), MediaType.DOCX)
    lie = bytearray(pack(members | {"word/document.xml": bytes(30_000_000)}))
    place = lie.rindex(b"word/document.xml") - 46
    lie[place + 24 : place + 28] = (1_000).to_bytes(4, "little")
    yield Hostile("a size that lies", bytes(lie), MediaType.DOCX)


def _xml() -> Iterator[Hostile]:
    for name, declaration in (("laughs", LAUGHS), ("outside", OUTSIDE)):
        for member in ("word/document.xml", "[Content_Types].xml", "word/styles.xml", "docProps/core.xml"):
            content = _declare(unpack(WORD)[member], declaration)
            yield Hostile(f"{name} in {member}", pack(unpack(WORD) | {member: content}), MediaType.DOCX)
        for member in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml", "xl/styles.xml"):
            content = _declare(unpack(SHEETS)[member], declaration)
            yield Hostile(f"{name} in {member}", pack(unpack(SHEETS) | {member: content}), MediaType.XLSX)
    deep = b"<w:tbl><w:tr><w:tc>" * 5_000
    yield Hostile(
        "tables in tables", change(WORD, "word/document.xml", b"<w:body>", b"<w:body>" + deep), MediaType.DOCX
    )
    wide = b"<w:p><w:r><w:t>x</w:t></w:r></w:p>" * 60_000
    stored = unpack(WORD)
    stored["word/document.xml"] = stored["word/document.xml"].replace(b"<w:body>", b"<w:body>" + wide)
    yield Hostile("many paragraphs", pack(stored, zipfile.ZIP_STORED), MediaType.DOCX)
    far = b"".join(b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (row, row) for row in range(1, 40_000))
    cells = unpack(SHEETS)
    cells["xl/worksheets/sheet1.xml"] = cells["xl/worksheets/sheet1.xml"].replace(b"<sheetData>", b"<sheetData>" + far)
    yield Hostile("cells in the last column", pack(cells, zipfile.ZIP_STORED), MediaType.XLSX)
    corner = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    sheet = "xl/worksheets/sheet1.xml"
    yield Hostile("the last corner", change(SHEETS, sheet, b"</sheetData>", corner + b"</sheetData>"), MediaType.XLSX)
    beyond = b'<row r="99999999999"><c r="ZZZZZZ99999999999"><v>1</v></c></row>'
    yield Hostile("beyond the corner", change(SHEETS, sheet, b"<sheetData>", b"<sheetData>" + beyond), MediaType.XLSX)


def _declare(xml: bytes, declaration: bytes) -> bytes:
    """The same XML with entities declared, and the last of them used in the first element."""
    before, mark, after = xml.partition(XML)
    body = after if mark else before
    head = before + mark if mark else b""
    end = body.index(b">") + 1
    return head + declaration + body[:end] + b"&a10;" + body[end:]


def _documents() -> Iterator[Hostile]:
    once = zlib.compress(b"BT (x) Tj ET " * 8_000_000)
    yield Hostile("PDF: a packed stream", build_pdf(stream=once, filters=b"/FlateDecode"), MediaType.PDF)
    twice = zlib.compress(once, 9)
    yield Hostile("PDF: packed twice", build_pdf(stream=twice, filters=b"[/FlateDecode /FlateDecode]"), MediaType.PDF)
    yield Hostile("PDF: pages that hold themselves", build_pdf(kids=b"[2 0 R 3 0 R]"), MediaType.PDF)
    yield Hostile("PDF: millions of pages", build_pdf(kids=b"[" + b"3 0 R " * 500_000 + b"]"), MediaType.PDF)
    yield Hostile("PDF: a count that lies", build_pdf(count=b"999999999999"), MediaType.PDF)
    yield Hostile("PDF: a length that lies", build_pdf(length=b"99999999999"), MediaType.PDF)
    yield Hostile("PDF: deep arrays", build_pdf(kids=b"[" * 200_000), MediaType.PDF)
    yield Hostile("PDF: deep dictionaries", build_pdf(kids=b"<</A " * 100_000), MediaType.PDF)
    yield Hostile("PDF: a length that is itself", build_pdf(length=b"4 0 R"), MediaType.PDF)
    yield Hostile("PDF: a table of objects that loops", _loop(PDF), MediaType.PDF)
    yield Hostile("PDF: many operators", build_pdf(stream=b"q " * 3_000_000), MediaType.PDF)
    yield Hostile("PDF: many texts", build_pdf(stream=b"BT /F 1 Tf (abc) Tj ET\n" * 60_000), MediaType.PDF)
    yield Hostile("PDF: one long string", build_pdf(stream=b"BT (" + b"(" * 1_000_000), MediaType.PDF)
    yield Hostile("PDF: only its first line", b"%PDF-1.7\n", MediaType.PDF)
    yield Hostile("PDF: spaces for ever", b"%PDF-1.7\n" + b" " * 20_000_000 + b"\nstartxref\n0\n%%EOF", MediaType.PDF)


def build_pdf(
    stream: bytes = b"BT (x) Tj ET",
    filters: bytes = b"[]",
    kids: bytes = b"[3 0 R]",
    count: bytes = b"1",
    length: bytes = b"",
) -> bytes:
    """A PDF of one page in which anything may be said."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count " + count + b"/Kids " + kids + b">>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %s/Filter %s>>stream\n%s\nendstream" % (length or b"%d" % len(stream), filters, stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj" % number + content + b"endobj\n"
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % start)


def _loop(pdf: bytes) -> bytes:
    """The older table of objects it names is the one it is."""
    start = int(pdf.rpartition(b"startxref")[2].split()[0])
    return pdf.replace(b"/Size", b"/Prev %d /Size" % start)


def _pictures() -> Iterator[Hostile]:
    yield Hostile("PNG: endless", claim_size(2**31 - 1, 2**31 - 1), MediaType.PNG)
    yield Hostile("PNG: just allowed", write_picture("PNG", (6_324, 6_324)), MediaType.PNG)
    yield Hostile("PNG: one pixel high", claim_size(40_000_000, 1), MediaType.PNG)
    header = write_picture("GIF")
    yield Hostile("GIF: endless", header[:6] + b"\xff\xff\xff\xff" + header[10:], MediaType.GIF)
    photo = bytearray(write_picture("JPEG"))
    place = photo.index(b"\xff\xc0") + 5
    photo[place : place + 4] = b"\xff\xff\xff\xff"
    yield Hostile("JPEG: endless", bytes(photo), MediaType.JPEG)
    yield Hostile("WEBP: only its first line", b"RIFF\xff\xff\xff\xffWEBPVP8X", MediaType.WEBP)
    text = b"\0\0\0\0zTXtComment\0\0" + zlib.compress(bytes(100_000_000), 1)
    whole = write_picture("PNG")
    chunk = (len(text) - 8).to_bytes(4, "big") + text[4:] + zlib.crc32(text[4:]).to_bytes(4, "big")
    yield Hostile("PNG: a packed comment", whole[:33] + chunk + whole[33:], MediaType.PNG)
