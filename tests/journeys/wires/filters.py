"""Filter lines with what each must show, said once more in Python."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from hypothesis import strategies as st

from tests.journeys.wires.past import Answer, Asked, Talk

Boundary = Literal["", "o", "o1", "!o"]


@dataclass(frozen=True, slots=True)
class Looked:
    """A conversation at a moment."""

    talk: Talk
    at: datetime

    def is_recent(self, turn: Asked, count: int) -> bool:
        """Among the newest that were not deleted."""
        return turn in self.talk.living[-count:]

    def is_new(self, turn: Asked) -> bool:
        """Behind the newest divider."""
        return turn.number > max((each.number for each in self.talk.turns if each.divided), default=0)


Shows = Callable[[Asked, Looked], bool]


@dataclass(frozen=True, slots=True)
class Filter:
    """A line, what it shows before any boundary is drawn, and what it says about the boundary."""

    line: str = ""
    shows: Shows = field(default=lambda turn, looked: True, repr=False)
    boundary: Boundary = ""

    @property
    def whole(self) -> str:
        """The line as the person writes it."""
        return f"({self.line}) & {self.boundary}" if self.line and self.boundary else self.line or self.boundary


def _chosen(turn: Asked) -> list[Answer]:
    return [each for each in turn.answers if each.chosen]


def _greatest(turn: Asked) -> float:
    worths = [turn.importance, *(each.importance for each in _chosen(turn))]
    return max((each for each in worths if each is not None), default=-1.0)


def _says(turn: Asked, word: str) -> bool:
    texts = [turn.text, *(each.words for each in _chosen(turn))]
    return any(word in text.casefold() for text in texts)


_ATOMS = (
    Filter("*"),
    Filter("s>=2", lambda turn, looked: turn.stars >= 2),
    Filter("s1", lambda turn, looked: turn.stars == 1),
    Filter("stars<3", lambda turn, looked: turn.stars < 3),
    Filter("b", lambda turn, looked: turn.flag == "blue"),
    Filter("grey", lambda turn, looked: turn.flag == "grey"),
    Filter("p", lambda turn, looked: turn.pinned),
    Filter("w>=0.8", lambda turn, looked: _greatest(turn) >= 0.8),
    Filter("importance<0.6", lambda turn, looked: 0 <= _greatest(turn) < 0.6),
    Filter("e", lambda turn, looked: any(each.error is not None for each in _chosen(turn))),
    Filter("x", lambda turn, looked: any(each.calls for each in _chosen(turn))),
    Filter("r3", lambda turn, looked: looked.is_recent(turn, 3)),
    Filter("n", lambda turn, looked: looked.is_new(turn)),
    Filter("c'apple'", lambda turn, looked: _says(turn, "apple")),
    Filter("contains'river'", lambda turn, looked: _says(turn, "river")),
    Filter("k'kept'", lambda turn, looked: "kept" in turn.tags),
    Filter("a'Ada'", lambda turn, looked: any(each.name == "Ada" for each in _chosen(turn))),
    Filter("advisor'Bo'", lambda turn, looked: any(each.name == "Bo" for each in _chosen(turn))),
    Filter("d<3d", lambda turn, looked: turn.at > looked.at - timedelta(days=3)),
)
atoms = st.sampled_from(_ATOMS)
_STEADY = tuple(each for each in _ATOMS if not each.line.startswith(("w", "importance")))


def negate(one: Filter) -> Filter:
    """What it does not show."""
    return Filter(f"!({one.line})", lambda turn, looked: not one.shows(turn, looked))


def both(one: Filter, other: Filter) -> Filter:
    """What both show."""
    return Filter(
        f"({one.line}) & ({other.line})", lambda turn, looked: one.shows(turn, looked) and other.shows(turn, looked)
    )


def either(one: Filter, other: Filter) -> Filter:
    """What at least one shows."""
    return Filter(
        f"{one.line} | {other.line}", lambda turn, looked: one.shows(turn, looked) or other.shows(turn, looked)
    )


lines = st.one_of(
    st.just(Filter()),
    st.just(Filter()),
    atoms,
    st.builds(negate, atoms),
    st.builds(both, atoms, atoms),
    st.builds(either, atoms, atoms),
)
# Without what only the house can know about a turn that has just been made.
steady = st.just(Filter()) | st.sampled_from(_STEADY)
bounded = st.builds(
    lambda base, boundary: Filter(base.line, base.shows, boundary), lines, st.sampled_from(["o", "o1", "!o"])
)
