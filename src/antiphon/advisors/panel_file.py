"""Panels that come from a file: what each would become here, before anything is written.

A file has no ids: a row finds its panel by name, and its seats name advisors. What these are told as they go on, and
how they answer each other, travels with it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.exchange import Outcome
from antiphon.advisors.panel import Panel, RoundHabits
from antiphon.advisors.phase import Phase
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.conversation.thinking import Thinking


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A panel as a file holds it, its advisors by name and in order. No phases means the usual ones."""

    name: str
    seats: tuple[str, ...]
    early_turns: int = 3
    phases: tuple[Phase, ...] = ()
    rounds: RoundHabits = field(default_factory=RoundHabits)
    thinking: Thinking | None = None


class PanelStep(NamedTuple):
    """What becomes of one row: the panel as it will stand."""

    outcome: Outcome
    panel: Panel


def plan_panels(
    known: Sequence[Panel], rows: Sequence[PanelRow], people: Sequence[Advisor], new_ids: Iterable[PanelId]
) -> tuple[PanelStep, ...]:
    """One step per row; of two people with one name the first is seated, and then the second beside it.

    `Malformed` for a seat nobody here can take, and for phases without an end.
    """
    waiting: dict[str, list[Panel]] = defaultdict(list)
    for each in known:
        waiting[each.name.casefold()].append(each)
    return tuple(
        _step(row, waiting[row.name.casefold()], people, new_id) for row, new_id in zip(rows, new_ids, strict=True)
    )


def _step(row: PanelRow, candidates: list[Panel], people: Sequence[Advisor], new_id: PanelId) -> PanelStep:
    before = candidates.pop(0) if candidates else None
    panel = before or Panel(new_id, row.name, ())
    seated = replace(panel, advisor_ids=_seat(row, people), rounds=row.rounds, thinking=row.thinking)
    after = seated.arrange(row.phases, None if row.phases else row.early_turns)
    if before is None:
        return PanelStep("new", after)
    return PanelStep("same" if after == before else "changed", after)


def _seat(row: PanelRow, people: Sequence[Advisor]) -> tuple[AdvisorId, ...]:
    free: dict[str, list[AdvisorId]] = defaultdict(list)
    for each in people:
        free[each.name.casefold()].append(each.id)
    seated: list[AdvisorId] = []
    for name in row.seats:
        if not free[name.casefold()]:
            raise Malformed(f"the panel {row.name} names {name}, who is neither in the file nor here")
        seated.append(free[name.casefold()].pop(0))
    return tuple(seated)
