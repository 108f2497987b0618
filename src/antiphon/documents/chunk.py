"""Pages cut into overlapping pieces, the size in which they are searched and quoted."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from antiphon.documents.page import ExtractedPage

# About 200 tokens: what small embedding models were made for, and a quotation that can still be read at a glance.
LENGTH = 900
# A sentence or two, so that what stands on a border is whole in one of its two neighbours.
OVERLAP = 150

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SENTENCE = re.compile(r"[.!?\u2026]['\")\]\u201d\u2019]?(?=\s)|[\u3002\uff01\uff1f]|\n")
_WORD = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of one page: `text` is exactly the page's text from `start` to `end`."""

    page: int
    start: int
    end: int
    text: str


def cut(pages: Iterable[ExtractedPage]) -> tuple[Chunk, ...]:
    """All pages in pieces that end where a paragraph, sentence or word does; nothing but white space is left out."""
    return tuple(
        Chunk(page.number, start, end, page.text[start:end]) for page in pages for start, end in _walk(page.text)
    )


def _walk(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = _find_end(text, start)
        first, last = _trim(text, start, end)
        if first < last:
            yield first, last
        start = len(text) if end == len(text) else _find_start(text, end)


def _find_end(text: str, start: int) -> int:
    """The end of a piece; a rest no longer than the overlap would only repeat, so it is taken along."""
    if len(text) - start <= LENGTH + OVERLAP:
        return len(text)
    for border in (_PARAGRAPH, _SENTENCE, _WORD):
        found = [match.end() for match in border.finditer(text, start + LENGTH // 2, start + LENGTH)]
        if found:
            return found[-1]
    return start + LENGTH


def _find_start(text: str, end: int) -> int:
    """Where the next piece begins: after the first border inside the overlap."""
    for border in (_SENTENCE, _WORD):
        if (found := border.search(text, end - OVERLAP, end)) and found.end() < end:
            return found.end()
    return end - OVERLAP


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
