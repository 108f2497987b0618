"""How a conversation that is held for a test ends, and what is said about it when nobody was asked."""

from dataclasses import replace

import pytest

from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.payload import Payload
from antiphon.evals.case import Assertion, Case, CaseTurn
from antiphon.evals.play import play
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Stage
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.steps import say
from tests.evals.playing import build_stage, hurry

HOLDS_YES = Assertion("contains", "yes", {"ignore_case": True})


@pytest.fixture
def voices() -> Scripted:
    return hurry()


@pytest.fixture
def stage(voices: Scripted) -> Stage:
    return build_stage({"scripted": voices})


def talk(*turns: CaseTurn, advisors: tuple[str, ...] = ("skeptic",), **options: object) -> Case:
    return Case("c", advisors=advisors, turns=turns, **options)  # type: ignore[arg-type]  # fields by name


async def test_a_failed_turn_that_ends_the_talk_fails_the_case(voices: Scripted, stage: Stage) -> None:
    """D40: the turns that were not held would have had a say."""
    for text in ("Yes.", "No."):
        voices.script("skeptic", say(text))
    turns = (CaseTurn("One?", (HOLDS_YES,)), CaseTurn("Two?", (HOLDS_YES,)), CaseTurn("Three?", (HOLDS_YES,)))

    broken_off = await play(talk(*turns, on_turn_failure="stop", aggregation="max"), stage)

    assert (broken_off.status, broken_off.score, len(broken_off.exchanges)) == ("failed", 1.0, 2)


async def test_a_last_turn_that_is_given_leaves_the_one_before_it_to_be_judged(voices: Scripted, stage: Stage) -> None:
    voices.script("skeptic", say("Yes."))
    given = CaseTurn("Two?", replies={"skeptic": "No."}, planted={"skeptic": ("No.",)})

    result = await play(talk(CaseTurn("One?"), given, asserts=(HOLDS_YES, Assertion("contamination"))), stage)

    assert [(each.type, each.turn, each.status) for each in result.verdicts] == [
        ("contains", 1, "passed"),
        ("contamination", 1, "passed"),
    ]


async def test_what_is_about_nobody_is_not_graded_and_says_so(stage: Stage) -> None:
    """D40: an assertion that looked at nothing is not passed over in silence."""
    about = Assertion("payload", options={"roles": ["..."]}, advisor="skeptic", required=1.0)
    given = CaseTurn("One?", (about,), replies={"skeptic": "No."})

    result = await play(talk(given, advisors=("skeptic", "builder")), stage)

    [verdict] = result.verdicts
    assert (result.status, verdict.status, verdict.score) == ("not_graded", "not_graded", None)
    assert (verdict.advisor, verdict.turn, verdict.reason) == ("skeptic", 1, "nobody it is about was asked")


async def test_where_everything_is_given_only_the_turn_itself_is_graded(voices: Scripted, stage: Stage) -> None:
    given = CaseTurn("One?", (HOLDS_YES,), replies={"skeptic": "Yes."})

    result = await play(talk(given, asserts=(Assertion("contamination"),)), stage)

    assert [(each.type, each.status) for each in result.verdicts] == [
        ("contains", "passed"),
        ("contamination", "not_graded"),
    ]
    assert voices.requests == []


async def test_what_cannot_be_asked_is_the_error_of_the_case(stage: Stage) -> None:
    """One of several who are asked at once may not be: the case says why, and nothing is raised."""

    gone = StoreUnavailable()

    async def refuse(payload: Payload) -> Exchange:
        raise gone

    result = await play(talk(CaseTurn("One?"), advisors=("skeptic", "builder")), replace(stage, ask=refuse))

    assert (result.status, result.error) == ("error", str(gone))
