"""Answers that are given in a model's place, and requests that are not sent."""

import pytest

from antiphon.evals.case import Assertion, Case, CaseMessage, CaseText, CaseTurn
from antiphon.evals.play import play
from antiphon.evals.report.failures import find_exchange
from antiphon.evals.stage import Stage
from antiphon.providers.scripted.provider import Scripted
from tests.evals.playing import build_stage, hurry


@pytest.fixture
def voices() -> Scripted:
    return hurry()


@pytest.fixture
def stage(voices: Scripted) -> Stage:
    return build_stage({"scripted": voices})


def give(*asserts: Assertion, **replies: str) -> Case:
    """A turn with these replies; whoever is not among them is asked."""
    return Case("c", advisors=("skeptic", "builder"), turns=(CaseTurn("One?", asserts, replies),))


async def test_a_given_answer_is_judged_by_its_words(stage: Stage) -> None:
    case = give(Assertion("contains", "safe", advisor="skeptic"), Assertion("contamination"), skeptic="Builder: No.")

    result = await play(case, stage)

    assert [(each.advisor, each.type, each.status) for each in result.verdicts] == [
        ("builder", "contamination", "passed"),
        ("skeptic", "contains", "failed"),
        ("skeptic", "contamination", "failed"),
    ]
    assert find_exchange(result, result.verdicts[1]) is None


async def test_nothing_about_a_request_is_asked_of_a_given_answer(stage: Stage) -> None:
    wanted = (
        Assertion("payload", options={"roles": ["..."]}),
        Assertion("trim"),
        Assertion("phase", options={"name": "early"}),
        Assertion("latency", options={"seconds": 60}),
        Assertion("cites"),
    )

    result = await play(give(*wanted, skeptic="No."), stage)

    assert {each.advisor for each in result.verdicts} == {"builder"}


async def test_messages_that_do_not_fit_the_window_are_not_sent(voices: Scripted, stage: Stage) -> None:
    said = (CaseMessage("user", (CaseText("word " * 2_000),)),)
    holds = (Assertion("contains", "no such word", negate=True),)

    result = await play(Case("c", messages=said, asserts=holds, window=1_000), stage)

    assert (result.status, voices.requests) == ("error", [])
    assert (result.exchanges[0].error or {})["code"] == "user_prompt_too_large"


async def test_a_phase_nobody_goes_through_is_not_graded(stage: Stage) -> None:
    result = await play(give(Assertion("phase", options={"name": "erly"}), skeptic="No."), stage)

    [verdict] = result.verdicts
    assert (verdict.status, verdict.reason) == ("not_graded", "no phase is called erly; there are early, ongoing")
