"""A panel: advisors who are asked together."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from antiphon.advisors.phase import Phase, check_phases, usual_phases
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.conversation.thinking import Thinking

# More answers than anybody reads in one turn, and more requests at once than most providers take.
MOST_SEATS: Final = 30
# Voices that answer each other longer than this repeat themselves, and cost money while they do.
MOST_ROUNDS: Final = 10


@dataclass(frozen=True, slots=True)
class RoundHabits:
    """How a panel's advisors answer each other when nobody says otherwise; the ceiling is in US dollars."""

    count: int = 2
    ceiling: float | None = None
    until_quiet: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Which advisors are asked, in which order, what for as they go on, and how they answer each other.

    `thinking` is how much those think who have no setting of their own.
    """

    id: PanelId
    name: str
    advisor_ids: tuple[AdvisorId, ...]
    # How long advisors only gather facts. With phases of its own, the length of the first: one number, either way.
    early_turns: int = 3
    # The panel's own; none means the usual ones.
    phases: tuple[Phase, ...] = ()
    rounds: RoundHabits = field(default_factory=RoundHabits)
    thinking: Thinking | None = None

    @property
    def course(self) -> tuple[Phase, ...]:
        """The phases an advisor goes through, whoever laid them out."""
        return self.phases or usual_phases(self.early_turns)

    def arrange(self, phases: tuple[Phase, ...] | None = None, early_turns: int | None = None) -> "Panel":
        """The panel with other phases, another length of the first, or both; none brings the usual ones back.

        `Malformed` for phases that do not follow each other to an end.
        """
        arranged = self if phases is None else replace(self, phases=phases)
        if not arranged.phases:
            return arranged if early_turns is None else replace(arranged, early_turns=early_turns)
        check_phases(arranged.phases)
        if early_turns is not None and (phases is None or early_turns != _length(arranged.phases)):
            arranged = replace(arranged, phases=_stretch(arranged.phases, early_turns))
        return replace(arranged, early_turns=_length(arranged.phases))


def encode_habits(habits: RoundHabits) -> dict[str, Any]:
    """The habits as JSON."""
    return {"count": habits.count, "ceiling": habits.ceiling, "until_quiet": habits.until_quiet}


def decode_habits(body: Mapping[str, Any]) -> RoundHabits:
    """The habits that were encoded; what is left out is as usual."""
    usual = RoundHabits()
    return RoundHabits(
        count=body.get("count", usual.count),
        ceiling=cast("float | None", body.get("ceiling", usual.ceiling)),
        until_quiet=body.get("until_quiet", usual.until_quiet),
    )


def _length(phases: tuple[Phase, ...]) -> int:
    """How long the first phase lasts; one without an end counts as none."""
    return phases[0].turns or 0


def _stretch(phases: tuple[Phase, ...], turns: int) -> tuple[Phase, ...]:
    if len(phases) == 1 or turns < 1:
        raise Malformed("this panel has phases of its own: change those instead of its early turns")
    return (replace(phases[0], turns=turns), *phases[1:])
