"""XLSX files: one page per sheet, values and not formulas."""

import io
from collections.abc import Iterator
from datetime import date, datetime, time

import openpyxl
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from antiphon.documents.archive import check_archive
from antiphon.documents.limits import CharacterMeter, Unreadable, check_pages
from antiphon.documents.page import Extracted, ExtractedPage

# A single cell in the last corner makes a sheet of sixteen thousand million, all of them empty.
_MAX_CELLS = 20_000_000


def read_sheets(data: bytes) -> Extracted:
    """Every sheet as rows with tabs between their values; empty rows are left out."""
    check_archive(data)
    workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    check_pages(len(workbook.worksheets))
    meter = CharacterMeter()
    pages = tuple(
        ExtractedPage(number, f"sheet {sheet.title}", "\n".join(_walk_rows(sheet, meter)))
        for number, sheet in enumerate(workbook.worksheets, 1)
    )
    return Extracted(pages, workbook.properties.title or "")


def _walk_rows(sheet: ReadOnlyWorksheet, meter: CharacterMeter) -> Iterator[str]:
    # What the sheet says about its own size is not to be trusted.
    sheet.reset_dimensions()
    cells = 0
    # The method is borrowed from another class, which the types do not allow.
    rows: Iterator[tuple[object, ...]] = sheet.iter_rows(values_only=True)  # type: ignore[misc]
    for row in rows:
        cells += len(row) + 1
        if cells > _MAX_CELLS:
            raise Unreadable(f"one of its sheets has more than {_MAX_CELLS:,} cells")
        line = "\t".join(map(_show, row)).rstrip("\t")
        if line:
            meter.add(len(line) + 1)
            yield line


def _show(value: object) -> str:
    """A value as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return " ".join(str(value).split())
