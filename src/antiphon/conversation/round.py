"""Advisors answering each other: a few rounds, one after the other, until something ends them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, TurnId

RunStatus = Literal["waiting", "running", "ended"]
# All rounds were held; one brought nothing new; the next would pass the ceiling; the person spoke; the person stopped
# it; nobody answered; the next was refused. Of rounds between those who are split: nobody is split any more; nobody has
# moved; the map cannot tell.
RunReason = Literal[
    "done", "quiet", "ceiling", "person", "stopped", "failed", "refused", "settled", "unmoved", "unread"
]

# Prices are per million tokens, so a dollar is told apart to the billionth; finer differences are those of floats.
_BILLION: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Round:
    """One of them: its turn, what it was forecast to cost, and, once it has ended, what it cost and what was new.

    A round between those who are split has the map it went by and how many points of it that were; once its own map is
    drawn, on how many fewer two voices stand against each other. What is not known is absent and never zero.
    """

    number: int
    turn_id: TurnId
    forecast: float | None = None
    cost: float | None = None
    new_claims: int | None = None
    ended: bool = False
    map_id: str | None = None
    points: int | None = None
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class RoundRun:
    """What the person asked for, and how far it has come. `text` is said in the person's place in every round.

    With `only_split` each round is between those whom the map of the turn before shows split.
    """

    id: str
    conversation_id: ConversationId
    owner_id: PrincipalId
    planned: int
    text: str
    created_at: datetime
    ceiling: float | None = None
    asks: bool = False
    until_quiet: bool = False
    advisor_ids: tuple[AdvisorId, ...] | None = None
    choice: Mapping[str, Any] = field(default_factory=dict)
    status: RunStatus = "running"
    reason: RunReason | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    only_split: bool = False

    @property
    def spent(self) -> float:
        """What the rounds that have ended cost; one whose cost nobody reported counts as it was forecast."""
        return sum((each.forecast or 0.0) if each.cost is None else each.cost for each in self.rounds if each.ended)

    @property
    def last(self) -> Round:
        """The newest round; a run begins with its first."""
        return self.rounds[-1]

    def covers(self, forecast: float) -> bool:
        """Whether a round that may cost this much stays within the ceiling; to reach it exactly is within."""
        return self.ceiling is None or is_within(self.spent + forecast, self.ceiling)


def is_within(dollars: float, ceiling: float) -> bool:
    """Whether so many dollars stay within a ceiling; to reach it exactly is within."""
    return _exactly(dollars) <= _exactly(ceiling)


def _exactly(dollars: float) -> int:
    return round(dollars * _BILLION)
