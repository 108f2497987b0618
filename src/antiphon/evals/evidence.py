"""What a verdict may rest on."""

from dataclasses import dataclass
from typing import NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase
from antiphon.evals.case import Case
from antiphon.evals.result import Exchange


class Planted(NamedTuple):
    """A fact that stands in one advisor's thread and may stand in no other."""

    advisor: str
    turn: int
    fact: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict may rest on: one answer, what it was asked with, and what everybody was asked before.

    `earlier` are the same advisor's exchanges of this case, `others` those of everybody else up to this turn. `phases`
    are those the advisor goes through.
    """

    case: Case
    exchange: Exchange
    question: str
    expected: str = ""
    advisor: Advisor | None = None
    seated: tuple[Advisor, ...] = ()
    earlier: tuple[Exchange, ...] = ()
    others: tuple[Exchange, ...] = ()
    planted: tuple[Planted, ...] = ()
    phases: tuple[Phase, ...] = ()
