"""What may be done with the turns a filter shows."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from antiphon.filter.tree import FlagColour


class ExportFormat(StrEnum):
    """How turns are written out."""

    JSON = "json"
    MARKDOWN = "md"
    TEXT = "txt"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Export:
    """Write the turns out."""

    format: ExportFormat = ExportFormat.JSON


@dataclass(frozen=True, slots=True)
class MoveToTopic:
    """Move the turns to the topic with this whole path."""

    path: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove the turns; this can be undone."""


@dataclass(frozen=True, slots=True)
class Star:
    """Give each turn this many stars."""

    count: int


@dataclass(frozen=True, slots=True)
class Pin:
    """Pin the turns."""


@dataclass(frozen=True, slots=True)
class Unpin:
    """Unpin the turns."""


@dataclass(frozen=True, slots=True)
class Out:
    """Keep the turns out of one advisor's context, or out of everybody's."""

    advisor: str | None = None


@dataclass(frozen=True, slots=True)
class In:
    """Put the turns into one advisor's context, or into everybody's."""

    advisor: str | None = None


@dataclass(frozen=True, slots=True)
class Tag:
    """Add a tag to the turns."""

    name: str


@dataclass(frozen=True, slots=True)
class Flag:
    """Give the turns a flag, or take it from them."""

    colour: FlagColour | None


@dataclass(frozen=True, slots=True)
class Hud:
    """Show or hide the inspector."""

    on: bool


@dataclass(frozen=True, slots=True)
class New:
    """Draw a visible divider behind the newest turn."""


Command: TypeAlias = Export | MoveToTopic | Delete | Star | Pin | Unpin | Out | In | Tag | Flag | Hud | New

# How each is spelled, what may follow, and what it does.
COMMANDS: dict[str, tuple[type[Command], str, str]] = {
    "export": (Export, "json, md, txt or html", "write the turns out"),
    "topic": (MoveToTopic, "a path in quotes", "move the turns to a topic"),
    "delete": (Delete, "", "remove the turns"),
    "star": (Star, "0 to 3", "give the turns stars"),
    "pin": (Pin, "", "pin the turns"),
    "unpin": (Unpin, "", "unpin the turns"),
    "out": (Out, "an advisor, or nothing for everybody", "keep the turns out of the context"),
    "in": (In, "an advisor, or nothing for everybody", "put the turns into the context"),
    "tag": (Tag, "a tag in quotes", "tag the turns"),
    "flag": (Flag, "blue, grey or none", "flag the turns"),
    "hud": (Hud, "on or off", "show or hide the inspector"),
    "new": (New, "", "draw a divider here"),
}


def name_of(command: Command) -> str:
    """The word behind the colon."""
    return next(name for name, (kind, _, _) in COMMANDS.items() if kind is type(command))
