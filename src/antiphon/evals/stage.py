"""Where cases are played: who is there to answer, and how a payload reaches a model."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.phase import Phase, usual_phases
from antiphon.advisors.prompt import Prompts
from antiphon.context.budget import Habits
from antiphon.context.build import Composition, build_composition
from antiphon.context.estimate import PLAIN, Rates
from antiphon.context.frame import FrameInput, Seat
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.past import PastTurn
from antiphon.conversation.payload import Payload
from antiphon.evals.checks.known import KnownChecks, load_checks
from antiphon.evals.result import Exchange

# Sends a payload once it may, tries again as the house does, and says what came of it. A provider's failure is an
# exchange with an error, never an exception. Only what is about the wire is filled in; the caller adds the rest.
Ask = Callable[[Payload], Awaitable[Exchange]]
# What `build_composition` is; a test puts a broken one in its place to see it caught.
Compose = Callable[[FrameInput, Seat, Iterable[PastTurn], Prompts], Composition]


def know_nothing(model: str) -> ModelFacts:
    """What is known about a model nobody knows."""
    return ModelFacts()


def count_plainly(model: str) -> Rates:
    """How a model counts that nobody has heard from."""
    return PLAIN


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything a case needs besides itself.

    `advisors` are found by id and by name, capital letters aside. `model` answers for those who name none;
    `judge_model` judges, and where it is absent rubrics are not graded. Programs of a suite run where somebody said
    that they may, in its folder `root`, and see of this `environment` only what any program needs.
    """

    ask: Ask
    prompts: Prompts
    model: str
    advisors: Mapping[str, Advisor] = field(default_factory=dict)
    judge_model: str | None = None
    root: Path = Path()
    runs_programs: bool = False
    facts: Callable[[str], ModelFacts] = know_nothing
    rates: Callable[[str], Rates] = count_plainly
    habits: Habits = field(default_factory=Habits)
    phases: tuple[Phase, ...] = usual_phases(3)
    max_tokens: int = 1024
    compose: Compose = build_composition
    environment: Mapping[str, str] = field(default_factory=dict)
    checks: KnownChecks = field(default_factory=load_checks)
