"""A conversation as a test knows it: what was said, what became of it, and what the person decided about it.

Nothing here comes from the product. Every text carries a mark of its own, a canary, so that a single glance at a
request's bytes says which texts are in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Provider = Literal["oai", "oal", "ant", "goo"]
Mark = Literal["in", "out", "pin"]
EVERYBODY = -1

# What a text says in the place of its canary until the conversation has a number.
SPOT = "\ue000"


@dataclass(frozen=True, slots=True)
class Voice:
    """An advisor: who it is now, what it was called earlier, and where its model is reached."""

    number: int
    name: str
    former: str
    description: str
    provider: Provider
    max_tokens: int = 4096


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of the past and what came back."""

    id: str
    tool: str
    arguments: str
    result: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What one voice made of one turn. Several by one voice are variants, of which one is chosen."""

    voice: int
    name: str
    state: str
    text: str = ""
    thinking: str = ""
    edited: str | None = None
    error: str | None = None
    calls: tuple[Call, ...] = ()
    chosen: bool = True
    importance: float | None = None

    @property
    def words(self) -> str:
        """What stands for the answer: the person's edit, else its own words."""
        return self.text if self.edited is None else self.edited


@dataclass(frozen=True, slots=True)
class Asked:
    """A turn of the past; one that the house itself made has an id of the house's."""

    number: int
    text: str
    at: datetime
    answers: tuple[Answer, ...] = ()
    stars: int = 0
    flag: str | None = None
    pinned: bool = False
    importance: float | None = None
    tags: tuple[str, ...] = ()
    marks: Mapping[int, Mark] = field(default_factory=dict)
    deleted: bool = False
    divided: bool = False
    id: str = ""

    def answer_of(self, voice: int) -> Answer | None:
        """The chosen answer of this voice."""
        return next((each for each in self.answers if each.voice == voice and each.chosen), None)

    def mark_for(self, voice: int) -> Mark | None:
        """The person's word on this turn for this voice: its own, else everybody's."""
        return self.marks.get(voice) or self.marks.get(EVERYBODY)


@dataclass(frozen=True, slots=True)
class Talk:
    """A whole conversation under one number. `window` names a small window all its models have."""

    number: int
    voices: tuple[Voice, ...]
    turns: tuple[Asked, ...]
    early_turns: int = 3
    prelude: str = ""
    window: str = ""
    own_models: bool = False

    @property
    def id(self) -> str:
        """The conversation's id."""
        return f"c_{self.number:06d}"

    def turn_id(self, turn: Asked) -> str:
        """The id of one of its turns."""
        return turn.id or f"t_{self.number:06d}_{turn.number}"

    def advisor_id(self, voice: int) -> str:
        """The id of one of its advisors; empty for everybody."""
        return "" if voice == EVERYBODY else f"a_{self.number:06d}_{voice}"

    def model(self, voice: Voice) -> str:
        """`provider:model`. A model that is going to be taught something belongs to this conversation alone."""
        return f"{voice.provider}:{self.window or 'm'}{f'-{self.number:06d}' if self.own_models else ''}"

    @property
    def living(self) -> tuple[Asked, ...]:
        """The turns that were not deleted, oldest first."""
        return tuple(each for each in self.turns if not each.deleted)

    def count_taken(self, voice: int) -> int:
        """How many turns this voice was asked in, deleted ones too."""
        return sum(any(each.voice == voice for each in turn.answers) for turn in self.turns)
