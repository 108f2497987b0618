"""Bodies about searching documents."""

from typing import Literal

from pydantic import BaseModel

from antiphon.api.schemas.page import Page


class FoundAnswer(BaseModel):
    """A passage: `text` is that of the page from `start` to `end`, counted in code points.

    `by` says how it was found: its words, its meaning, or both. Scores order one answer and mean nothing beyond it.
    """

    document_id: str
    name: str
    page: int
    label: str
    start: int
    end: int
    text: str
    score: float
    by: list[Literal["words", "meaning"]]


class RecallAnswer(Page[FoundAnswer]):
    """Passages, best first; the model that finds by meaning, if any; and how many pieces of all it has read so far."""

    embedder: str | None
    indexed: int
    pieces: int
