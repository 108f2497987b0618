"""Files that were written for agentv (`agentv-eval-v2`).

They say what ours say, with three habits of their own: a case that is not complete is passed over, a file that is
missing too, and both with a warning. A target is a name in a file that is not read here.
"""

from typing import Any, Final, Literal

from pydantic import Field

from antiphon.evals.case import Suite
from antiphon.evals.suites.build import build_suite
from antiphon.evals.suites.schema import AGENTV, KNOWN_KEYS, CaseFields, SuiteFields, name_keys
from antiphon.evals.suites.source import CaseAt, Source


class AgentvCase(CaseFields):
    """One case, of which anything may be missing."""

    id: str | None = None
    evaluator: str | None = None


class AgentvSuite(SuiteFields):
    """A file of agentv's."""

    version: Literal["agentv-eval-v2"] = Field(default=AGENTV, alias="$schema")
    dataset: str | None = None
    evaluator: str | None = None
    evalcases: list[AgentvCase] = Field(min_length=1)


KNOWN: Final = {**KNOWN_KEYS, **name_keys({"": AgentvSuite, "evalcases": AgentvCase})}
# What judges where nobody says who does; it is so here in any case.
_USUAL_EVALUATOR = "llm_judge"


def build_agentv(body: dict[str, Any], source: Source) -> Suite:
    """The suite of a file of agentv's; `ValidationError` for what even agentv does not know."""
    entry = AgentvSuite.model_validate(body)
    lenient = source._replace(passes_over_missing=True)
    cases = [found for at, each in enumerate(entry.evalcases) if (found := _take(each, at, lenient)) is not None]
    if not cases:
        source.problems.add(("evalcases",), "no case is complete")
    _check_evaluator(entry.evaluator, ("evaluator",), source)
    return build_suite(entry, cases, lenient)


def _take(case: AgentvCase, at: int, source: Source) -> CaseAt | None:
    place = ("evalcases", at)
    inputs = (case.input, case.input_messages, case.turns)
    missing = [
        name
        for name, is_there in (
            ("id", bool(case.id)),
            ("outcome", bool(case.outcome.strip()) or bool(case.asserts)),
            ("input_messages", any(each is not None for each in inputs)),
        )
        if not is_there
    ]
    if missing:
        source.problems.warn(place, f"has no {' and no '.join(missing)}; the case is left out")
        return None
    _check_evaluator(case.evaluator, (*place, "evaluator"), source)
    return CaseAt(case.id or "", place, case)


def _check_evaluator(name: str | None, place: tuple[str | int, ...], source: Source) -> None:
    if name not in (None, _USUAL_EVALUATOR):
        source.problems.warn(place, f"only {_USUAL_EVALUATOR} is known without further settings; it is used")
