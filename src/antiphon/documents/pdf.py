"""PDF files, page by page."""

import io

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, LimitReachedError

from antiphon.documents.limits import CharacterMeter, Unreadable, check_pages
from antiphon.documents.page import Extracted, ExtractedPage


def read_pdf(data: bytes) -> Extracted:
    """The text of every page, empty ones included, so that numbers are those a viewer shows."""
    try:
        return _read(data)
    except LimitReachedError as error:
        raise Unreadable("it unpacks to too much") from error


def _read(data: bytes) -> Extracted:
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted:
        _open(reader)
    check_pages(len(reader.pages))
    meter = CharacterMeter()
    pages: list[ExtractedPage] = []
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text()
        meter.add(len(text))
        pages.append(ExtractedPage(number, f"page {number}", text))
    if not any(page.text.strip() for page in pages):
        raise Unreadable("there is no text in it; it may be a scan")
    return Extracted(tuple(pages), _read_title(reader))


def _open(reader: PdfReader) -> None:
    """Many files are encrypted with an empty password, only to forbid printing."""
    try:
        opened = reader.decrypt("")
    except DependencyError:
        opened = PasswordType.NOT_DECRYPTED
    if opened == PasswordType.NOT_DECRYPTED:
        raise Unreadable("it is protected by a password")


def _read_title(reader: PdfReader) -> str:
    title = reader.metadata.title if reader.metadata else None
    return title if isinstance(title, str) else ""
