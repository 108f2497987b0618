"""One answer, and a verdict on each thing it has to hold."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from antiphon.evals.canary import name_advisor
from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find_nothing
from antiphon.evals.checks.table import CHECKS
from antiphon.evals.code import run_code
from antiphon.evals.judge import judge
from antiphon.evals.result import Spot, Verdict, VerdictStatus
from antiphon.evals.stage import Evidence, Stage

_RUBRIC = "llm-rubric"
# A verdict names places; the answer itself stands beside it.
_MOST_SPOTS = 50


async def grade(
    evidence: Evidence, assertions: Sequence[Assertion], stage: Stage, *, may_run_code: bool | None = None
) -> tuple[Verdict, ...]:
    """The verdicts on the assertions that are about this advisor, in their order.

    Programs of a suite run only if they may; unless it is said, that is where the stage has a folder. An answer that
    never came is not graded.
    """
    about = tuple(each for each in assertions if is_about(each, evidence))
    if evidence.exchange.error is not None:
        return tuple(_decide(each, find_nothing("there is no answer"), evidence) for each in about)
    runs_code = stage.root != Path() if may_run_code is None else may_run_code
    judged = iter(await judge(evidence, [each for each in about if each.type == _RUBRIC], stage))
    verdicts = []
    for assertion in about:
        if assertion.type == _RUBRIC:
            found = next(judged)
        elif assertion.type == "code":
            found = await _run(evidence, assertion, stage, runs_code=runs_code)
        else:
            found = check(evidence, assertion)
        verdicts.append(_decide(assertion, found, evidence))
    return tuple(verdicts)


def is_about(assertion: Assertion, evidence: Evidence) -> bool:
    """Whether it looks at this advisor's answers."""
    if assertion.advisor is None:
        return True
    known = evidence.seated if evidence.advisor is None else (evidence.advisor, *evidence.seated)
    return name_advisor(assertion.advisor, known) == name_advisor(evidence.exchange.advisor, known)


def check(evidence: Evidence, assertion: Assertion) -> Finding:
    """What can be said without asking anybody; what has the wrong kind of value says nothing."""
    known = CHECKS.get(assertion.type)
    if known is None:
        return find_nothing(f"nobody knows how to check {assertion.type}")
    try:
        return known(evidence, assertion)
    except (TypeError, ValueError) as error:
        return find_nothing(f"{assertion.type} is asked for with a value it cannot have: {error}")


async def _run(evidence: Evidence, assertion: Assertion, stage: Stage, *, runs_code: bool) -> Finding:
    if not runs_code:
        return find_nothing("programs of a suite run from the command line only")
    return await run_code(evidence, assertion, stage)


def _decide(assertion: Assertion, found: Finding, evidence: Evidence) -> Verdict:
    """The finding as a verdict; asked for the opposite, no is yes, and not knowing stays not knowing."""
    score = found.score
    if assertion.negate and score is not None:
        score = round(1 - score, 9)
    status: VerdictStatus = "not_graded" if score is None else "passed" if score >= found.least else "failed"
    return Verdict(
        name=assertion.title,
        type=assertion.type,
        status=status,
        score=score,
        reason=found.reason,
        advisor=evidence.exchange.advisor,
        turn=evidence.exchange.turn,
        weight=assertion.weight,
        required=assertion.required,
        hits=found.hits,
        misses=found.misses,
        spots=_sort(found.spots),
        calls=found.calls,
    )


def _sort(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    return tuple(dict.fromkeys(spots))[:_MOST_SPOTS]
