"""A passage of a document that answers a search, with everything a citation needs."""

from typing import NamedTuple


class FoundPassage(NamedTuple):
    """`text` is the page's text from `start` to `end`, in code points; `by` says how it was found: words, meaning."""

    document_id: str
    name: str
    page: int
    label: str
    start: int
    end: int
    text: str
    score: float
    by: tuple[str, ...]
