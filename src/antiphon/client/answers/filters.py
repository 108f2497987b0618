"""Filters, and the commands behind their colon."""

from typing import Any

from antiphon.client.answers.base import Answer


class FilterProblem(Answer):
    """Why a line cannot be read, and where."""

    column: int
    reason: str


class ColonCommand(Answer):
    """The command behind the colon."""

    name: str


class FilterReading(Answer):
    """A filter line, read."""

    ok: bool
    canonical: str | None = None
    words: str | None = None
    uses: tuple[str, ...] = ()
    moving: bool = False
    command: ColonCommand | None = None
    error: FilterProblem | None = None


class SavedFilter(Answer):
    """A line under a name; no `canonical` means that it cannot be read any more."""

    name: str
    line: str
    canonical: str | None = None


class CommandOutcome(Answer):
    """What a line did, or would do."""

    command: str
    turn_ids: tuple[str, ...]
    done: bool
    text: str | None = None
    fact: dict[str, Any] | None = None
