"""What is left of a file once it was read: its text, page by page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExtractedPage:
    """One page, sheet or part; `label` is what a citation calls it."""

    number: int
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a whole file, and the title it gives itself, if any."""

    pages: tuple[ExtractedPage, ...]
    title: str
