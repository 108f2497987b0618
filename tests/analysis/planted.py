"""Panels read by hand: 110 questions, what advisors answered, and who claims what in which words.

An answer is written with its truth inside: `⟦a+ words⟧` says that these words agree with claim `a` of the panel, and
`⟦b- words⟧` that they contradict `b`. The marks are taken out before anybody reads the answer. What is not marked
claims nothing: questions, reasons already given, irony that only dresses the words beside it.

Agreeing on a condition is agreeing. Words that stand twice in an answer are meant where they stand first.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from antiphon.conversation.claim import Label, Stand

FOLDER: Final = Path(__file__).parent / "panels"
DOMAINS: Final = ("business", "engineering", "life")
# Written later, for where a map may fail: rooms in other languages, of one mind, about figures, of many claims, at length.
KINDS: Final = ("languages", "unanimous", "figures", "many", "long")
LANGUAGES: Final = ("arabic", "chinese", "french", "german", "japanese", "spanish")
_MARK: Final = re.compile(r"⟦(\w)([+-]) (.*?)⟧", re.DOTALL)
_STANDS: Final[dict[str, Stand]] = {"+": "agrees", "-": "contradicts"}


@dataclass(frozen=True, slots=True, order=True)
class Instance:
    """One advisor's words on one claim: `answers[advisor][start:end] == quote`."""

    advisor: int
    start: int
    end: int
    quote: str
    claim: str
    stand: Stand


@dataclass(frozen=True, slots=True)
class Panel:
    """A question, the answers as they were given, and the truth about them."""

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

    @property
    def language(self) -> str:
        """What is spoken: English where nothing else is noted, `mixed` where several are."""
        spoken = [each for each in self.hard if each in LANGUAGES]
        return "english" if not spoken else spoken[0] if len(spoken) == 1 and _is_foreign(self) else "mixed"

    def said_on(self, claim: str) -> tuple[Instance, ...]:
        """Everything said about one claim."""
        return tuple(each for each in self.instances if each.claim == claim)

    def label_of(self, claim: str) -> Label:
        """How the advisors stand together, counted here and not by the code under test."""
        stands = [each.stand for each in self.said_on(claim)]
        if len(stands) == 1:
            return "lone"
        return "contradict" if len(set(stands)) == 2 else "agree"


@cache
def read_panels() -> tuple[Panel, ...]:
    """All of them, in the order they are written."""
    return tuple(each for name in (*DOMAINS, *KINDS) for each in _read(FOLDER / f"{name}.toml"))


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


def _is_foreign(panel: Panel) -> bool:
    """Whether the question itself is asked in that language."""
    return panel.domain == "languages" and not panel.question.isascii()


def _read(path: Path) -> Iterator[Panel]:
    for body in tomllib.loads(path.read_text(encoding="utf-8"))["panel"]:
        yield _build(body)


def _build(body: dict[str, Any]) -> Panel:
    read = [_take_marks(advisor, marked) for advisor, marked in enumerate(body["answers"])]
    instances = tuple(each for _, found in read for each in found)
    answers = tuple(text for text, _ in read)
    return Panel(body["id"], body["question"], tuple(body["hard"]), body["claims"], answers, instances)


def _take_marks(advisor: int, marked: str) -> tuple[str, list[Instance]]:
    """The answer without its marks, and where each marked stretch stands in it."""
    text, place, found = "", 0, []
    for match in _MARK.finditer(marked):
        text += marked[place : match.start()]
        found.append(Instance(advisor, len(text), len(text) + len(match[3]), match[3], match[1], _STANDS[match[2]]))
        text, place = text + match[3], match.end()
    return text + marked[place:], found
