"""What an advisor is asked for as a conversation goes on: a panel's phases, one after the other.

A phase lasts so many of the advisor's own turns, so somebody who joins late begins at the beginning. The last phase has
no end. A panel that has no phases of its own asks one question each turn for a while and then for a view.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from antiphon.conversation.errors import Malformed

# The texts of the house; any other prompt is the person's own.
BUILT_IN: Final = ("early", "ongoing")
# Nobody keeps more apart, and each is a text of the system prompt.
MOST_PHASES: Final = 8


@dataclass(frozen=True, slots=True)
class Phase:
    """How many of its own turns an advisor is in it, and what it is told meanwhile."""

    name: str
    turns: int | None = None
    # A text of the house by its name, or a text.
    prompt: str = "ongoing"
    # In place of the usual note: `{{turn}}` is the turn in this phase, `{{of}}` how many, `{{total}}` the turn in all.
    note: str = ""


class PhaseTurn(NamedTuple):
    """The phase an advisor is in, and which of its turns there comes next, counted from one."""

    phase: Phase
    turn: int


EARLY: Final = Phase("early", 3, "early")
ONGOING: Final = Phase("ongoing")


def usual_phases(early_turns: int) -> tuple[Phase, ...]:
    """One question each for so many turns, then a view; 0 skips the questions."""
    return (replace(EARLY, turns=early_turns), ONGOING) if early_turns else (ONGOING,)


def stand(phases: Sequence[Phase], turns_taken: int) -> PhaseTurn:
    """Where an advisor stands that has taken part in this many turns before. There is at least one phase."""
    left = turns_taken
    for phase in phases:
        if phase.turns is None or left < phase.turns:
            return PhaseTurn(phase, left + 1)
        left -= phase.turns
    last = phases[-1]
    return PhaseTurn(last, left + (last.turns or 0) + 1)


def check_phases(phases: Sequence[Phase]) -> None:
    """Refuse, as `Malformed`, phases that do not follow each other to an end."""
    if len(phases) > MOST_PHASES:
        raise Malformed(f"a panel has at most {MOST_PHASES} phases")
    if any(not phase.name or not phase.prompt for phase in phases):
        raise Malformed("a phase needs a name and a prompt")
    if any(phase.turns is None or phase.turns < 1 for phase in phases[:-1]):
        raise Malformed("each phase but the last lasts at least one turn")
    if phases and phases[-1].turns is not None:
        raise Malformed("the last phase has no end: leave its turns out")
    if any(set(phase.note) & set("[]\n") for phase in phases):
        raise Malformed("a note is one line and holds no square brackets")


def encode_phases(phases: Iterable[Phase]) -> list[dict[str, Any]]:
    """The phases as JSON."""
    return [{"name": each.name, "turns": each.turns, "prompt": each.prompt, "note": each.note} for each in phases]


def decode_phases(body: Iterable[Mapping[str, Any]]) -> tuple[Phase, ...]:
    """The phases that were encoded."""
    return tuple(Phase(each["name"], each["turns"], each["prompt"], each.get("note", "")) for each in body)
