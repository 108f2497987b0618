"""Bodies about filters."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page

# Two hundred predicates, the most a filter may have, fit in easily.
Line = Annotated[str, Field(max_length=10_000)]


class SavingFilter(Body):
    """A line to keep under a name."""

    line: Line


class ReadingFilter(Body):
    """A line as it stands in an editor, and where the cursor is, in characters from 0."""

    line: Line
    cursor: Annotated[int, Field(ge=0)] | None = None


class SavedFilterAnswer(BaseModel):
    """A saved filter; `canonical` is empty when its line cannot be read any more."""

    name: str
    line: str
    canonical: str | None


class SavedFiltersAnswer(Page[SavedFilterAnswer]):
    """Every saved filter of the workspace."""


class FilterErrorAnswer(BaseModel):
    """Why the line cannot be read, where (the column counts characters from 1), and a picture of it."""

    column: int
    reason: str
    caret: str


class CommandReading(BaseModel):
    """The command behind the colon."""

    name: str
    arguments: dict[str, Any]


class CompletionAnswer(BaseModel):
    """Replace the characters from `start` to `end` by `text`."""

    start: int
    end: int
    text: str
    label: str


class ReadFilterAnswer(BaseModel):
    """A line, read: as a filter in letters and in words, what it depends on, or what is wrong with it."""

    ok: bool
    canonical: str | None
    words: str | None
    uses: list[str]
    moving: bool
    command: CommandReading | None
    error: FilterErrorAnswer | None
    completions: list[CompletionAnswer]
