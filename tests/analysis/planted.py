"""Panels read by hand: 110 questions, what advisors answered, and who claims what in which words.

`antiphon.evals.rooms.room` says how they are marked; 22 of them come with Antiphon.
"""

from functools import cache
from pathlib import Path
from typing import Final

from antiphon.conversation.claim import Label
from antiphon.evals.rooms.room import Instance, load_rooms, parse_rooms
from antiphon.evals.rooms.room import Room as Panel

__all__ = [
    "DOMAINS",
    "FOLDER",
    "KINDS",
    "LANGUAGES",
    "Instance",
    "Panel",
    "label_of",
    "language_of",
    "read_held_out",
    "read_open",
    "read_panels",
    "said_on",
]

FOLDER: Final = Path(__file__).parent / "panels"
DOMAINS: Final = ("business", "engineering", "life")
# Written later, for where a map may fail: other languages, one mind, figures, many claims, long answers.
KINDS: Final = ("languages", "unanimous", "figures", "many", "long")
LANGUAGES: Final = ("arabic", "chinese", "french", "german", "japanese", "spanish")


@cache
def read_panels() -> tuple[Panel, ...]:
    """All of them, by their names."""
    pages = [(FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in (*DOMAINS, *KINDS)]
    return tuple(sorted((*load_rooms(), *(each for page in pages for each in parse_rooms(page))), key=_place))


@cache
def read_held_out() -> tuple[Panel, ...]:
    """Those that nothing was chosen on."""
    lines = (FOLDER / "held_out.txt").read_text(encoding="utf-8").splitlines()
    names = {line for line in lines if line and not line.startswith("#")}
    return tuple(each for each in read_panels() if each.id in names)


@cache
def read_open() -> tuple[Panel, ...]:
    """The others: figures may be chosen on them."""
    return tuple(each for each in read_panels() if each not in read_held_out())


def said_on(panel: Panel, claim: str) -> tuple[Instance, ...]:
    """Everything said about one claim."""
    return tuple(each for each in panel.instances if each.claim == claim)


def label_of(panel: Panel, claim: str) -> Label:
    """How the voices stand together, counted here and not by what draws maps."""
    stands = [each.stand for each in said_on(panel, claim)]
    if len(stands) == 1:
        return "lone"
    return "contradict" if len(set(stands)) == 2 else "agree"


def language_of(panel: Panel) -> str:
    """What is spoken: English where nothing else is noted, `mixed` where several languages are."""
    spoken = [each for each in panel.hard if each in LANGUAGES]
    if not spoken:
        return "english"
    return spoken[0] if len(spoken) == 1 and not panel.question.isascii() else "mixed"


def _place(panel: Panel) -> tuple[int, str]:
    return (*DOMAINS, *KINDS).index(panel.domain), panel.id
