"""What a file is can be seen from its content, and from nothing else."""

import pytest

from antiphon.conversation.errors import UnsupportedFile
from antiphon.documents.limits import MAX_BYTES
from antiphon.documents.media import MediaType
from antiphon.documents.plain import decode
from antiphon.documents.sniff import sniff
from tests.documents.samples import pack, write_pdf, write_picture, write_sheets, write_word

PDF = write_pdf(["Hello"])
WORD = write_word([["Hello"]])
SHEETS = write_sheets(One=[[1, 2]])


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PDF, MediaType.PDF),
        (WORD, MediaType.DOCX),
        (SHEETS, MediaType.XLSX),
        (write_picture("PNG"), MediaType.PNG),
        (write_picture("JPEG"), MediaType.JPEG),
        (write_picture("GIF"), MediaType.GIF),
        (write_picture("WEBP"), MediaType.WEBP),
    ],
)
@pytest.mark.parametrize("name", ["honest", "liar.txt", "liar.exe", "liar.html"])
def test_the_content_counts_and_not_the_name(data: bytes, kind: MediaType, name: str) -> None:
    """X-07."""
    assert sniff(data, name) is kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("notes.MD", MediaType.MARKDOWN),
        ("table.csv", MediaType.CSV),
        ("table.tsv", MediaType.TSV),
        ("data.json", MediaType.JSON),
        ("main.py", MediaType.PYTHON),
        ("page.html", MediaType.HTML),
        ("drawing.svg", MediaType.SVG),
        ("photo.png", MediaType.TEXT),
        ("README", MediaType.TEXT),
    ],
)
def test_the_name_says_which_kind_of_text(name: str, kind: MediaType) -> None:
    assert sniff(b"<svg onload=alert(1)>", name) is kind
    assert kind.is_text
    assert not kind.is_image


def test_source_text_knows_its_language() -> None:
    languages = (MediaType.PYTHON.language, MediaType.JSON.language, MediaType.TEXT.language, MediaType.PDF.language)

    assert languages == ("python", "json", "", "")


@pytest.mark.parametrize("kind", [MediaType.HTML, MediaType.SVG, MediaType.XML, MediaType.CSS, MediaType.JAVASCRIPT])
def test_source_text_has_a_type_no_browser_renders(kind: MediaType) -> None:
    """X-06, X-07."""
    assert kind.startswith("text/x-")
    assert not kind.is_image


@pytest.mark.parametrize(
    "data",
    [
        "plain",
        "naïve — 日本語".encode(),
        "naïve".encode("cp1252"),
        "日本語".encode("utf-16"),
        b"\xef\xbb\xbfmarked",
        b"\x1b[31mred",
    ],
)
def test_text_is_recognised_in_the_usual_encodings(data: bytes | str) -> None:
    assert sniff(data.encode() if isinstance(data, str) else data, "a.txt") is MediaType.TEXT


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"x" * (MAX_BYTES + 1), "larger than 50 MiB"),
        (b"\x7fELF\x02\x01\x01\x00", "program"),
        (b"MZ\x90\x00\x03\x00", "program"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "old office file"),
        (b"text with a \x00 in it", "nor text"),
        ("text with a \x00 in it".encode("utf-16"), "nor text"),
        (b"\xff\xfe\xd8", "nor text"),
        (bytes(range(256)), "nor text"),
        (pack({"a.txt": b"hello"}), "archive"),
        (pack({"word/document.xml": b"<x/>"}), "archive"),
        (b"PK\x03\x04 and nothing more", "damaged archive"),
    ],
)
def test_anything_else_is_refused_with_a_reason(data: bytes, why: str) -> None:
    """F-03, D-02."""
    with pytest.raises(UnsupportedFile, match=why) as refused:
        sniff(data, "it.bin")

    assert refused.value.name == "it.bin"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Мост закрывается в пятницу.", "cp1251"),
        ("Мост закрывается в пятницу.", "koi8-r"),
        ("день;сумма\n1;12.50\n2;13.00\n3;14.75\n4;15.25\n", "cp1251"),
        ("橋は金曜日に閉まります。犬は無料です。", "shift_jis"),
        ("橋は金曜日に閉まります。犬は無料です。", "euc_jp"),
        ("桥将在星期五关闭。周一过路费上涨。", "gbk"),
        ("橋將在星期五關閉。過路費週一上漲。", "big5"),
    ],
)
def test_text_in_an_older_encoding_is_refused_and_not_guessed_at(text: str, encoding: str) -> None:
    with pytest.raises(UnsupportedFile, match="save it as UTF-8"):
        sniff(text.encode(encoding), "notes.txt")


@pytest.mark.parametrize(
    "text", ["Élève où l'été à côté déjà été créé", "Größe: 5 Ä, 6 Ö", "12° 5€\n13° 6€\n", "\xa31"]
)
def test_western_text_may_have_as_many_accents_and_signs_as_it_likes(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


def test_a_file_that_is_two_things_is_always_the_first_of_them() -> None:
    """X-07: a PDF, a picture and an office file that are also an archive, a page, and text."""
    assert sniff(PDF + WORD, "both.docx") is MediaType.PDF
    assert sniff(write_picture("GIF") + b"<script>alert(1)</script>", "both.html") is MediaType.GIF
    assert sniff(WORD + PDF[:200], "both.pdf") is MediaType.DOCX
    assert sniff(b"GIF89a=1;alert(1)", "both.js") is MediaType.GIF


def test_a_list_of_contents_that_is_too_long_is_not_read() -> None:
    """F-03: looking happens in our own process, so the directory of an archive has a limit of its own."""
    crowd = pack({"[Content_Types].xml": b"", **{f"word/document{i}.xml" + "x" * 200: b"" for i in range(10_000)}})

    with pytest.raises(UnsupportedFile, match="list of contents"):
        sniff(crowd, "crowd.docx")
