"""DOCX files: paragraphs and tables in their order, headings marked, on the pages Word last saw them on.

The text is walked as XML. The library's own way leaves out content controls and inserted text, and takes quadratic time
over merged cells.
"""

import io
from collections.abc import Iterator

from docx import Document
from docx.document import Document as Opened
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement as Element

from antiphon.documents.archive import check_archive
from antiphon.documents.limits import CharacterMeter, check_pages
from antiphon.documents.page import Extracted, ExtractedPage
from antiphon.documents.part import cut_parts

_PARAGRAPH, _TABLE, _ROW, _CELL, _CONTROL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc"), qn("w:sdt")
_CONTENT, _STYLE, _VALUE, _TYPE = qn("w:sdtContent"), "./w:pPr/w:pStyle", qn("w:val"), qn("w:type")
_TEXT, _TAB, _BREAK, _RETURN, _HYPHEN = qn("w:t"), qn("w:tab"), qn("w:br"), qn("w:cr"), qn("w:noBreakHyphen")
_RUN, _RENDERED = qn("w:r"), qn("w:lastRenderedPageBreak")
# The same text a second time, for programs that cannot draw the first.
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
# The same text where it stood before somebody moved it.
_MOVED = qn("w:moveFrom")
_NAMES = {"w": _TEXT[1:].partition("}")[0]}
_NEW_PAGE = "\f"
_DEEPEST_HEADING = 6


def read_word(data: bytes) -> Extracted:
    """Pages where the file has page breaks, else parts of about a page."""
    check_archive(data)
    document = Document(io.BytesIO(data))
    body = document.element.body
    meter = CharacterMeter()
    lines: list[str] = []
    is_rendered = next(body.iter(_RENDERED), None) is not None
    for line in _walk_blocks(body, _find_headings(document), _RENDERED if is_rendered else _BREAK):
        meter.add(len(line) + 2)
        lines.append(line)
    return Extracted(tuple(_divide("\n\n".join(lines))), document.core_properties.title)


def _divide(text: str) -> list[ExtractedPage]:
    if _NEW_PAGE in text:
        pages = text.split(_NEW_PAGE)
        check_pages(len(pages))
        return [ExtractedPage(number, f"page {number}", each.strip()) for number, each in enumerate(pages, 1)]
    return [ExtractedPage(number, f"part {number}", each) for number, each in enumerate(cut_parts(text), 1)]


def _find_headings(document: Opened) -> dict[str, int]:
    """The level of every style that is a heading, by the style's id; names are English in every language's Word."""
    levels: dict[str, int] = {}
    for style in document.styles:
        name = (style.name or "").lower() if style.type is WD_STYLE_TYPE.PARAGRAPH else ""
        if name == "title":
            levels[style.style_id] = 1
        elif name.startswith("heading ") and name[8:].isdecimal():
            levels[style.style_id] = min(int(name[8:10]), _DEEPEST_HEADING)
    return levels


def _walk_blocks(parent: Element, headings: dict[str, int], page_break: str) -> Iterator[str]:
    """Every paragraph and table below, as text without empty ones."""
    for block in parent:
        if block.tag == _PARAGRAPH:
            line = _read_paragraph(block, headings, page_break)
        elif block.tag == _TABLE:
            line = "\n".join(_walk_rows(block, page_break))
        else:
            line = ""
        if line.strip(" \t\n") or _NEW_PAGE in line:
            yield line
        if block.tag == _CONTROL:
            for content in block.findall(_CONTENT):
                yield from _walk_blocks(content, headings, page_break)


def _read_paragraph(paragraph: Element, headings: dict[str, int], page_break: str) -> str:
    line = "".join(_walk_text(paragraph, page_break))
    style = paragraph.find(_STYLE, _NAMES)
    level = headings.get(style.get(_VALUE) or "", 0) if style is not None else 0
    if not level or not line.strip():
        return line
    pages = line.count(_NEW_PAGE)
    return f"{_NEW_PAGE * pages}{'#' * level} {' '.join(line.split())}"


def _walk_rows(table: Element, page_break: str) -> Iterator[str]:
    """Rows with their cells between tabs; a table within a cell is read as part of it."""
    for row in table.iter(_ROW):
        if _belongs_to(row, table):
            cells = (cell for cell in row.iter(_CELL) if _belongs_to(cell, table))
            yield "\t".join(_read_cell(cell, page_break) for cell in cells)


def _belongs_to(part: Element, table: Element) -> bool:
    return next(part.iterancestors(_TABLE), None) is table


def _read_cell(cell: Element, page_break: str) -> str:
    # A box of text stands inside a paragraph and is read with it.
    outer = (each for each in cell.iter(_PARAGRAPH) if next(each.iterancestors(_PARAGRAPH), None) is None)
    text = " ".join("".join(_walk_text(each, page_break)) for each in outer)
    return _NEW_PAGE * text.count(_NEW_PAGE) + " ".join(text.split())


def _walk_text(paragraph: Element, page_break: str) -> Iterator[str]:
    for element in paragraph.iter(_TEXT, _TAB, _BREAK, _RETURN, _HYPHEN, _RENDERED):
        parent = element.getparent()
        if parent is None or parent.tag != _RUN or next(element.iterancestors(_FALLBACK, _MOVED), None) is not None:
            continue
        if element.tag == page_break and (element.tag == _RENDERED or element.get(_TYPE) == "page"):
            yield _NEW_PAGE
        elif element.tag == _TEXT:
            yield (element.text or "").replace(_NEW_PAGE, " ")
        elif element.tag == _TAB:
            yield "\t"
        elif element.tag == _HYPHEN:
            yield "-"
        elif element.tag != _RENDERED:
            yield "\n"
