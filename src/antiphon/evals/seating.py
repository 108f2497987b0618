"""Who is asked in a case, and with which model."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.slug import make_slug
from antiphon.conversation.errors import NotFound
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.thinking import count_room
from antiphon.evals.case import Case
from antiphon.evals.stage import Stage


def index_advisors(advisors: Iterable[Advisor]) -> dict[str, Advisor]:
    """Advisors by everything they go by: id, name, the name's slug. What stands first counts for more."""
    known = list(advisors)
    slugs = {make_slug(each.name): each for each in known}
    return slugs | {each.name.casefold(): each for each in known} | {each.id.casefold(): each for each in known}


def find_advisor(advisors: Mapping[str, Advisor], said: str) -> Advisor:
    """The advisor that goes by this, or `NotFound`."""
    found = advisors.get(said) or advisors.get(said.casefold())
    if found is None:
        raise NotFound("advisor", said)
    return found


def seat_advisors(case: Case, stage: Stage) -> tuple[Advisor, ...]:
    """Everybody the case names, each once, in its order; `NotFound` for somebody nobody knows."""
    found = (find_advisor(stage.advisors, each) for each in case.advisors)
    return tuple({each.id: each for each in found}.values())


def choose_model(case: Case, advisor: Advisor | None, stage: Stage) -> str:
    """The case's own choice, else the advisor's, else everybody's."""
    return case.target or (advisor.model if advisor else None) or stage.model


def list_models(case: Case, stage: Stage) -> set[str]:
    """Every model that is asked for this case, the judge's included."""
    seated: tuple[Advisor | None, ...] = seat_advisors(case, stage) or (None,)
    asked = {choose_model(case, each, stage) for each in seated}
    return asked | ({stage.judge_model} if stage.judge_model and ":" in stage.judge_model else set())


def choose_max_tokens(case: Case, advisor: Advisor | None, stage: Stage) -> int:
    """The longest answer, by the same order, and what the advisor may think on top of it; a case has the last word."""
    if advisor is None:
        return case.max_tokens or stage.max_tokens
    return case.max_tokens or (advisor.max_tokens or stage.max_tokens) + count_room(advisor.thinking)


def know_model(case: Case, model: str, stage: Stage) -> ModelFacts:
    """What is known about the model; a window the case gives it is the whole truth about its limits."""
    facts = stage.facts(model)
    if case.window is None:
        return facts
    return replace(facts, window=case.window, input_limit=None, output_limit=None, tokens_per_minute=None)
