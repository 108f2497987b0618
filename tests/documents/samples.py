"""Real files of every kind, written by the programs people write them with."""

import io
import zipfile
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import PIL.Image


def write_pdf(pages: Iterable[str], title: str = "") -> bytes:
    """A PDF with one text per page, not packed, so that tests can change it."""
    from fpdf import FPDF

    pdf = FPDF()
    pdf.set_compression(False)
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    pdf.set_title(title)
    pdf.set_font("Helvetica", size=12)
    for text in pages:
        pdf.add_page()
        if text:
            pdf.multi_cell(0, 8, text)
    return bytes(pdf.output())


def write_word(pages: Iterable[Iterable[str]], title: str = "") -> bytes:
    """A DOCX with page breaks between its pages; a line that begins with `#` is a heading."""
    from docx import Document
    from docx.enum.text import WD_BREAK

    document = Document()
    document.core_properties.title = title
    for number, lines in enumerate(pages):
        if number:
            document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
        for line in lines:
            level = len(line) - len(line.lstrip("#"))
            if level:
                document.add_heading(line.lstrip("# "), level)
            else:
                document.add_paragraph(line)
    return save(document)


def write_sheets(**sheets: list[list[Any]]) -> bytes:
    """An XLSX with these sheets."""
    import openpyxl

    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return save(workbook)


def write_picture(kind: str, size: tuple[int, int] = (40, 30), mode: str = "RGB", **options: Any) -> bytes:
    """A picture that is red at the top left and blue elsewhere."""
    picture = PIL.Image.new("RGB", size, "blue")
    picture.paste("red", (0, 0, size[0] // 2, size[1] // 2))
    return save(picture.convert(mode), kind, **options)


def save(document: Any, *arguments: Any, **options: Any) -> bytes:
    """What the document writes into a file."""
    stream = io.BytesIO()
    document.save(stream, *arguments, **options)
    return stream.getvalue()


def pack(members: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression, compresslevel=1) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression, compresslevel=1)
    return stream.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The files of an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def change(data: bytes, member: str, old: bytes, new: bytes) -> bytes:
    """An archive in which one file reads differently."""
    members = unpack(data)
    assert old in members[member]
    members[member] = members[member].replace(old, new, 1)
    return pack(members)
