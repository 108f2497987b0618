"""The text of every kind of file, on the pages where a person finds it."""

from datetime import date
from typing import Any

import pytest
from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from antiphon.documents.extract import extract
from antiphon.documents.limits import MAX_CHARACTERS, MAX_PAGES, Unreadable
from antiphon.documents.media import MediaType
from antiphon.documents.part import PART
from tests.documents.samples import change, save, write_pdf, write_sheets, write_word


def read(data: bytes, kind: MediaType) -> list[tuple[str, str]]:
    """Labels and texts."""
    return [(page.label, page.text) for page in extract(data, kind).pages]


def paragraph(inner: str) -> Any:
    """A paragraph in the words of the format."""
    return parse_xml(f"<w:p {nsdecls('w')}>{inner}</w:p>")


def test_a_pdf_is_read_page_by_page() -> None:
    found = extract(write_pdf(["First page.", "", "Third page."], title="Three pages"), MediaType.PDF)

    assert [(page.number, page.label, page.text.strip()) for page in found.pages] == [
        (1, "page 1", "First page."),
        (2, "page 2", ""),
        (3, "page 3", "Third page."),
    ]
    assert found.title == "Three pages"


def test_a_scan_is_refused_in_so_many_words() -> None:
    with pytest.raises(Unreadable, match="may be a scan"):
        extract(write_pdf(["", ""]), MediaType.PDF)


def test_a_word_file_has_its_headings_and_its_pages() -> None:
    found = extract(
        write_word([["# Plan", "Begin."], ["## Later", "Go on.", "End."]], title="The plan"), MediaType.DOCX
    )

    assert [(page.label, page.text) for page in found.pages] == [
        ("page 1", "# Plan\n\nBegin."),
        ("page 2", "## Later\n\nGo on.\n\nEnd."),
    ]
    assert found.title == "The plan"


def test_pages_are_where_word_last_saw_them() -> None:
    """A break somebody typed is followed by the mark of the page it made; that is one page, not two."""
    document = Document()
    body = document.element.body
    body.insert(0, paragraph('<w:r><w:t>one</w:t><w:br w:type="page"/></w:r>'))
    body.insert(1, paragraph("<w:r><w:lastRenderedPageBreak/><w:t>two </w:t></w:r><w:r><w:t>and</w:t></w:r>"))
    body.insert(2, paragraph("<w:r><w:lastRenderedPageBreak/><w:t>three</w:t></w:r>"))

    assert read(save(document), MediaType.DOCX) == [("page 1", "one"), ("page 2", "two and"), ("page 3", "three")]


def test_tables_controls_and_insertions_are_read_and_deletions_are_not() -> None:
    document = Document()
    table = document.add_table(2, 2)
    for number, cell in enumerate(table._cells):
        cell.text = f"cell {number}"
    table.cell(0, 0).merge(table.cell(0, 1))
    deleted = "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
    body = document.element.body
    body.insert(1, paragraph(f"<w:ins><w:r><w:t>new</w:t><w:tab/><w:t>text</w:t></w:r></w:ins>{deleted}"))
    control = f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>chosen</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    body.insert(2, parse_xml(control))

    (_, text) = read(save(document), MediaType.DOCX)[0]

    assert text == "cell 0 cell 1\ncell 2\tcell 3\n\nnew\ttext\n\nchosen"


def test_text_that_was_moved_is_read_where_it_stands_now() -> None:
    document = Document()
    body = document.element.body
    body.insert(0, paragraph("<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:t>first</w:t></w:r>"))
    body.insert(1, paragraph("<w:moveTo><w:r><w:t>moved</w:t></w:r></w:moveTo>"))

    assert read(save(document), MediaType.DOCX) == [("part 1", "first\n\nmoved")]


def test_a_long_word_file_without_pages_comes_in_parts() -> None:
    lines = [f"Paragraph {number} is about as long as this." for number in range(200)]

    found = read(write_word([lines]), MediaType.DOCX)

    assert [label for label, _ in found] == ["part 1", "part 2", "part 3"]
    assert "".join(text for _, text in found) == "\n\n".join(lines)
    assert all(text.startswith("Paragraph") and len(text) <= PART for _, text in found)


def test_a_workbook_is_read_sheet_by_sheet_as_values() -> None:
    data = write_sheets(
        Budget=[["item", "cost"], ["pen", 1.5], [], [None, 2], ["two\nlines", True]],
        Days=[[date(2026, 3, 1), "=1+1"]],
    )

    assert read(data, MediaType.XLSX) == [
        ("sheet Budget", "item\tcost\npen\t1.5\n\t2\ntwo lines\tTRUE"),
        ("sheet Days", "2026-03-01"),
    ]


def test_the_value_of_a_formula_is_read_and_not_the_formula() -> None:
    data = change(write_sheets(One=[["=6*7"]]), "xl/worksheets/sheet1.xml", b"<v></v>", b"<v>42</v>")

    assert read(data, MediaType.XLSX) == [("sheet One", "42")]


@pytest.mark.parametrize("kind", [MediaType.CSV, MediaType.TSV, MediaType.MARKDOWN, MediaType.PYTHON, MediaType.JSON])
def test_text_stays_as_it_is(kind: MediaType) -> None:
    assert read("\ufeffa,b\r\n1,\u65e5\r\n".encode(), kind) == [("lines 1\u20132", "a,b\n1,\u65e5\n")]


def test_long_text_is_named_by_its_lines() -> None:
    lines = [f"line {number:04}\n" for number in range(1, 701)]

    found = read("".join(lines).encode(), MediaType.TEXT)

    assert [label for label, _ in found] == ["lines 1\u2013300", "lines 301\u2013600", "lines 601\u2013700"]
    assert found[1][1] == "".join(lines[300:600])


def test_the_title_of_a_markdown_file_is_its_first_heading() -> None:
    assert extract(b"intro\n# The  title \n# Another", MediaType.MARKDOWN).title == "The title"
    assert extract(b"# not a title", MediaType.PYTHON).title == ""


def test_what_cannot_be_stored_is_taken_out() -> None:
    """D-05."""
    data = write_pdf(["Nothing here"]).replace(b"Nothing here", rb"Not\000 here")

    assert extract(data, MediaType.PDF).pages[0].text.strip() == "Not here"


@pytest.mark.parametrize(
    ("data", "kind", "why"),
    [
        (b"x" * (MAX_CHARACTERS + 1), MediaType.TEXT, "longer than 5,000,000 characters"),
        (b" \n ", MediaType.TEXT, "no text"),
        (b"\x00\x01", MediaType.TEXT, "not text"),
        (b"\x89PNG", MediaType.PNG, "picture"),
    ],
)
def test_what_is_too_much_or_too_little_is_refused(data: bytes, kind: MediaType, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        extract(data, kind)


def test_too_many_pages_are_refused_and_not_cut_off() -> None:
    crowd = write_word([["x"]] * 2)
    many = b"<w:r>" + b'<w:br w:type="page"/>' * MAX_PAGES + b"</w:r>"

    with pytest.raises(Unreadable, match="2002 pages"):
        extract(change(crowd, "word/document.xml", b"<w:r>", many + b"<w:r>"), MediaType.DOCX)


def test_a_pdf_with_an_empty_password_is_read_and_one_with_another_is_not() -> None:
    from pypdf import PdfWriter

    def lock(password: str) -> bytes:
        import io

        writer = PdfWriter(clone_from=io.BytesIO(write_pdf(["Secret"])))
        writer.encrypt(password, "owner", algorithm="RC4-128")
        stream = io.BytesIO()
        writer.write(stream)
        return stream.getvalue()

    assert "Secret" in extract(lock(""), MediaType.PDF).pages[0].text
    with pytest.raises(Unreadable, match="password"):
        extract(lock("sesame"), MediaType.PDF)
