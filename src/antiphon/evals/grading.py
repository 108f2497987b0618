"""One answer, and a verdict on each thing it has to hold."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from antiphon.conversation.text import clean_text
from antiphon.evals.canary import name_advisor
from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find_broken, find_nothing
from antiphon.evals.checks.known import KnownChecks, load_checks
from antiphon.evals.code import run_code
from antiphon.evals.evidence import Evidence
from antiphon.evals.judge import judge
from antiphon.evals.result import Spot, Verdict, VerdictStatus
from antiphon.evals.stage import Stage

_RUBRIC = "llm-rubric"
# What is about the request, and says nothing about an answer that nobody was asked for.
_ABOUT_REQUESTS: Final = frozenset({"payload", "trim", "phase", "latency", "cost"})
# A verdict names places; the answer itself stands beside it.
_MOST_SPOTS = 50
# A check is a pure function of one answer; one that needs longer hangs.
_FOREIGN_SECONDS = 10.0


async def grade(evidence: Evidence, assertions: Sequence[Assertion], stage: Stage) -> tuple[Verdict, ...]:
    """The verdicts on the assertions that are about this advisor, in their order.

    Programs of a suite run only where the stage lets them. An answer that never came is not graded.
    """
    about = tuple(each for each in assertions if is_about(each, evidence))
    if evidence.exchange.error is not None:
        return tuple(_decide(each, find_nothing("there is no answer"), evidence) for each in about)
    judged = iter(await judge(evidence, [each for each in about if each.type == _RUBRIC], stage))
    verdicts = []
    for assertion in about:
        if assertion.type == _RUBRIC:
            found = next(judged)
        elif assertion.type == "code":
            found = await _run(evidence, assertion, stage)
        elif assertion.type in stage.checks.foreign:
            found = await _check_apart(evidence, assertion, stage.checks)
        else:
            found = check(evidence, assertion, stage.checks)
        verdicts.append(_decide(assertion, found, evidence))
    return tuple(verdicts)


def is_about(assertion: Assertion, evidence: Evidence) -> bool:
    """Whether it looks at this advisor's answers."""
    if assertion.advisor is None:
        return True
    known = evidence.seated if evidence.advisor is None else (evidence.advisor, *evidence.seated)
    return name_advisor(assertion.advisor, known) == name_advisor(evidence.exchange.advisor, known)


def was_asked(evidence: Evidence) -> bool:
    """Whether a model gave this answer; others are given in its place."""
    return bool(evidence.exchange.model)


def list_about_answers(assertions: Iterable[Assertion]) -> tuple[Assertion, ...]:
    """Those that can be asked of an answer alone; quotations need the text they are from."""
    return tuple(each for each in assertions if not _needs_request(each))


def _needs_request(assertion: Assertion) -> bool:
    return assertion.type in _ABOUT_REQUESTS or (assertion.type == "cites" and assertion.value is None)


def list_unheard(assertions: Sequence[Assertion], heard: Sequence[Evidence], turn: int) -> tuple[Verdict, ...]:
    """A verdict on each assertion that was about none of these: nobody could judge, and the result says so."""
    about_nobody = (
        each
        for each in assertions
        if not any(is_about(each, one) and (was_asked(one) or not _needs_request(each)) for one in heard)
    )
    return tuple(
        Verdict(
            name=each.title,
            type=each.type,
            status="not_graded",
            score=None,
            reason="nobody it is about was asked",
            advisor=each.advisor or "",
            turn=turn,
            weight=each.weight,
            required=each.required,
        )
        for each in about_nobody
    )


def check(evidence: Evidence, assertion: Assertion, checks: KnownChecks | None = None) -> Finding:
    """What can be said without asking anybody; what has the wrong kind of value says nothing."""
    known = (checks or load_checks()).by_name.get(assertion.type)
    if known is None:
        return find_nothing(f"nobody knows how to check {assertion.type}")
    try:
        return known.run(evidence, assertion)
    except (TypeError, ValueError) as error:
        return find_nothing(f"{assertion.type} is asked for with a value it cannot have: {error}")
    except (ArithmeticError, RecursionError) as error:
        return find_nothing(f"{assertion.type} is more than can be worked out on this answer: {error}")


async def _check_apart(evidence: Evidence, assertion: Assertion, checks: KnownChecks) -> Finding:
    """A check of another package, beside the loop and for so long: whatever it does, the case goes on."""
    try:
        async with asyncio.timeout(_FOREIGN_SECONDS):
            found: object = await asyncio.to_thread(check, evidence, assertion, checks)
    except TimeoutError:
        return find_broken(f"{assertion.type} did not come to an end within {_FOREIGN_SECONDS:g} seconds")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's code may fail in any way
        return find_broken(f"{assertion.type} failed: {type(error).__name__}")
    if not isinstance(found, Finding) or not (found.score is None or 0 <= found.score <= 1):
        return find_broken(f"{assertion.type} gave no finding")
    return found


async def _run(evidence: Evidence, assertion: Assertion, stage: Stage) -> Finding:
    if not stage.runs_programs:
        return find_nothing("programs of a suite run from the command line only, with --allow-programs")
    return await run_code(evidence, assertion, stage)


def _decide(assertion: Assertion, found: Finding, evidence: Evidence) -> Verdict:
    """The finding as a verdict; asked for the opposite, no is yes, and not knowing stays not knowing.

    A model or a program may have put into it what cannot be written down; that is taken out here.
    """
    score = found.score
    if assertion.negate and score is not None:
        score = round(1 - score, 9)
    status: VerdictStatus = "not_graded" if score is None else "passed" if score >= found.least else "failed"
    return Verdict(
        name=assertion.title,
        type=assertion.type,
        status=status,
        score=score,
        reason=clean_text(found.reason),
        advisor=evidence.exchange.advisor,
        turn=evidence.exchange.turn,
        weight=assertion.weight,
        required=assertion.required,
        hits=tuple(map(clean_text, found.hits)),
        misses=tuple(map(clean_text, found.misses)),
        spots=_sort(found.spots),
        calls=found.calls,
        is_broken=found.is_broken,
    )


def _sort(spots: Iterable[Spot]) -> tuple[Spot, ...]:
    kept = tuple(dict.fromkeys(spots))[:_MOST_SPOTS]
    return tuple(replace(each, quote=clean_text(each.quote)) for each in kept)
