"""The text of a file of any kind. Called in the child process only; `door` is the way there."""

from dataclasses import replace

from antiphon.conversation.text import clean_text
from antiphon.documents.limits import Unreadable, check_size
from antiphon.documents.media import MediaType
from antiphon.documents.page import Extracted

_LONGEST_TITLE = 200


def extract(data: bytes, media_type: MediaType) -> Extracted:
    """Pages of storable text, at least one of them with something in it.

    Refuses with `Unreadable` what is too large or has no text. Libraries fail in ways of their own over damaged files.
    """
    check_size(len(data))
    found = _read(data, media_type)
    pages = tuple(replace(page, label=clean_text(page.label), text=clean_text(page.text)) for page in found.pages)
    if not any(page.text.strip() for page in pages):
        raise Unreadable("there is no text in it")
    return Extracted(pages, " ".join(clean_text(found.title).split())[:_LONGEST_TITLE])


def _read(data: bytes, media_type: MediaType) -> Extracted:
    """By the one reader that is needed: loading all of them takes longer than reading most files."""
    if media_type is MediaType.PDF:
        from antiphon.documents.pdf import read_pdf

        return read_pdf(data)
    if media_type is MediaType.DOCX:
        from antiphon.documents.word import read_word

        return read_word(data)
    if media_type is MediaType.XLSX:
        from antiphon.documents.sheet import read_sheets

        return read_sheets(data)
    if media_type.is_image:
        raise Unreadable("a picture has no text")
    from antiphon.documents.plain import read_plain

    return read_plain(data, media_type)
