"""One room read by hand, with its truth.

An answer is written with its truth inside: `⟦a+ words⟧` says that these words agree with claim `a` of the room, and
`⟦b- words⟧` that they contradict `b`. The marks are taken out before anybody reads the answer. What is not marked
claims nothing: questions, reasons already given, irony that only dresses the words beside it.

Agreeing on a condition is agreeing. Words that stand twice in an answer are meant where they stand first.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from antiphon.analysis.claims import SaidClaim
from antiphon.analysis.voices import LetteredAnswer
from antiphon.conversation.claim import Stand
from antiphon.conversation.ids import AdvisorId, ReplyId

LETTERS: Final = "ABCDE"
_MARK: Final = re.compile(r"⟦(\w)([+-]) (.*?)⟧", re.DOTALL)
_STANDS: Final[dict[str, Stand]] = {"+": "agrees", "-": "contradicts"}


@dataclass(frozen=True, slots=True, order=True)
class Instance:
    """One voice's words on one claim: `answers[advisor][start:end] == quote`."""

    advisor: int
    start: int
    end: int
    quote: str
    claim: str
    stand: Stand


@dataclass(frozen=True, slots=True)
class Room:
    """A question, the answers as they were given, and the truth about them; `hard` names what is hard about it."""

    id: str
    question: str
    hard: tuple[str, ...]
    claims: dict[str, str]
    answers: tuple[str, ...]
    instances: tuple[Instance, ...]

    @property
    def domain(self) -> str:
        """What the question is about, or the kind of room it is."""
        return self.id.partition("-")[0]

    def list_said(self) -> tuple[SaidClaim, ...]:
        """Every marked stretch as a claim in its own words, the way a perfect reading would hand it on."""
        voices = [
            LetteredAnswer(letter, AdvisorId(letter.lower()), ReplyId(letter.lower()), text)
            for letter, text in zip(LETTERS, self.answers, strict=False)
        ]
        return tuple(SaidClaim(voices[each.advisor], each.quote, each.start, each.end) for each in self.instances)


@cache
def load_rooms() -> tuple[Room, ...]:
    """Those that come with Antiphon, in the order they are written."""
    page = resources.files("antiphon.evals.rooms") / "rooms.toml"
    return tuple(parse_rooms(page.read_text(encoding="utf-8")))


def parse_rooms(text: str) -> Iterator[Room]:
    """The rooms of a page."""
    for body in tomllib.loads(text)["panel"]:
        yield _build(body)


def _build(body: dict[str, Any]) -> Room:
    read = [_take_marks(advisor, marked) for advisor, marked in enumerate(body["answers"])]
    instances = tuple(each for _, found in read for each in found)
    answers = tuple(text for text, _ in read)
    return Room(body["id"], body["question"], tuple(body["hard"]), body["claims"], answers, instances)


def _take_marks(advisor: int, marked: str) -> tuple[str, list[Instance]]:
    """The answer without its marks, and where each marked stretch stands in it."""
    text, place, found = "", 0, []
    for match in _MARK.finditer(marked):
        text += marked[place : match.start()]
        found.append(Instance(advisor, len(text), len(text) + len(match[3]), match[3], match[1], _STANDS[match[2]]))
        text, place = text + match[3], match.end()
    return text + marked[place:], found
