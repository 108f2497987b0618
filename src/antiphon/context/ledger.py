"""For every visible turn: is it sent to this advisor, and why or why not."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from antiphon.context.build import Composition
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.past import EVERYBODY, Mark

Why = Literal["fits", "pinned", "too_old", "less_important", "cut_for_cache", "out_by_you"]

# What a turn is left out for when it does not fit, by the rule that left it out.
_OVER: dict[str, Why] = {"oldest": "too_old", "importance": "less_important", "sticky": "cut_for_cache"}

_INSIDE: frozenset[Why] = frozenset({"fits", "pinned"})

SENTENCES: dict[Why, str] = {
    "fits": "in context",
    "pinned": "in context, pinned",
    "too_old": "out: older turns do not fit the limit",
    "less_important": "out: does not fit, and others matter more",
    "cut_for_cache": "out: cut some while ago, so that the beginning stays the same",
    "out_by_you": "out: left out by you",
}


Run = tuple[int, int]


class Span(NamedTuple):
    """Neighbouring visible turns with the same fate. Positions count from 1; hidden turns in between do not count.

    `runs` are the stretches of positions without a hidden turn in between, both ends included.
    """

    first: int
    last: int
    turns: int
    inside: bool
    why: Why
    runs: tuple[Run, ...]


def build_spans(
    shown: Sequence[int],
    composition: Composition,
    marks: Mapping[int, Mapping[AdvisorId, Mark]],
    places: Mapping[TurnId, int],
) -> tuple[Span, ...]:
    """Every visible turn in exactly one span, oldest first.

    `places` are the positions of the turns this one send leaves out or takes in, whatever their marks say.
    """
    advisor_id, choice = composition.seat.advisor.id, composition.frame_input.choice
    taken_in = {places[each] for each in choice.take_in if each in places}
    fates: dict[int, Why] = {
        position: "out_by_you"
        for position, mark in marks.items()
        if position not in taken_in and _is_out(mark, advisor_id)
    }
    fates |= {places[each]: "out_by_you" for each in choice.leave_out if each in places}
    for each in composition.history:
        fates[each.turn.position] = "pinned" if each.turn.is_pinned_for(advisor_id) else "fits"
    over = _OVER[choice.dropping]
    spans: list[Span] = []
    for why, group in groupby(shown, lambda position: fates.get(position, over)):
        positions = list(group)
        runs = build_runs(positions)
        spans.append(Span(positions[0], positions[-1], len(positions), why in _INSIDE, why, runs))
    return tuple(spans)


def build_runs(positions: Sequence[int]) -> tuple[Run, ...]:
    """Ascending positions as stretches of neighbours, both ends included."""
    breaks = [index for index, (one, next_) in enumerate(pairwise(positions), 1) if next_ != one + 1]
    starts, ends = [0, *breaks], [*breaks, len(positions)]
    return tuple((positions[start], positions[end - 1]) for start, end in zip(starts, ends, strict=True) if end)


def join_runs(spans: Sequence[Span]) -> tuple[Run, ...]:
    """The visible turns as stretches, whatever their fate."""
    joined: list[Run] = []
    for first, last in (run for span in spans for run in span.runs):
        if joined and joined[-1][1] == first - 1:
            joined[-1] = (joined[-1][0], last)
        else:
            joined.append((first, last))
    return tuple(joined)


def _is_out(marked: Mapping[AdvisorId, Mark], advisor_id: AdvisorId) -> bool:
    return (marked.get(advisor_id) or marked.get(EVERYBODY)) == "out"


def format_counter(included: int, visible: int, trimmed: int = 0) -> str:
    """`X / Y`, or `[X-T]/Y` after turns had to be dropped while sending."""
    return f"[{included}-{trimmed}]/{visible}" if trimmed else f"{included} / {visible}"
