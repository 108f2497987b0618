"""The suite that ships: the five starter advisors pass it on scripted voices, and fail it when they should."""

from pathlib import Path

import pytest

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.evals.checks.phase import find_questions
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.rehearsal import build_answer
from antiphon.providers.scripted.steps import say
from antiphon.providers.scripted.understudy import answer_in_phase
from tests.evals.starter_stage import FILES, build_starter_stage, load, run_starter


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_the_starter_suite_passes_on_scripted_voices(path: Path) -> None:
    results = await run_starter(path.stem, build_starter_stage())

    assert {each.case_id: each.status for each in results.values()} == dict.fromkeys(results, "passed")
    assert all(verdict.status == "passed" for each in results.values() for verdict in each.verdicts)


def test_every_starter_advisor_is_tested() -> None:
    everybody = tuple(each.id for each in load_starter().advisors)

    assert len(FILES) == 2
    assert all(case.advisors == everybody for path in FILES for case in load(path.stem).cases)
    assert not any(load(path.stem).warnings for path in FILES)


@pytest.mark.parametrize("advisor", ["skeptic", "contrarian", "../secrets"])
def test_the_understudy_asks_while_it_is_told_to_and_then_has_a_view(advisor: str) -> None:
    prompts = load_prompts()

    asked = answer_in_phase(advisor, "Shall I?", [{"role": "system", "content": f"You are.\n\n{prompts.early}"}])
    told = answer_in_phase(advisor, "Shall I?", [{"role": "system", "content": f"You are.\n\n{prompts.ongoing}"}])

    assert len(find_questions(asked)) == 1
    assert asked.endswith("?")
    assert told == build_answer(advisor, "Shall I?")


async def test_an_advisor_that_asks_twice_fails_and_is_named() -> None:
    scripted = Scripted()
    scripted.script("historian", say("When did it begin? And who was there?"))

    result = (await run_starter("five", build_starter_stage(scripted)))["asks-before-it-answers"]

    (failed,) = [each for each in result.verdicts if each.status == "failed"]
    assert result.status == "failed"
    assert (failed.advisor, failed.turn, failed.type) == ("historian", 1, "phase")
    assert failed.reason == "it asks 2 questions; asked for: exactly 1"


async def test_an_advisor_that_speaks_as_another_fails() -> None:
    scripted = Scripted()
    for _ in range(20):
        scripted.script("builder", say("**The Skeptic:** I would not."))

    results = await run_starter("canaries", build_starter_stage(scripted))

    failed = [verdict for each in results.values() for verdict in each.verdicts if verdict.status == "failed"]
    assert {(each.advisor, each.type, each.spots[0].quote) for each in failed} == {
        ("builder", "contamination", "**The Skeptic:**")
    }


async def test_a_window_that_is_large_enough_trims_nothing_and_the_case_says_so() -> None:
    """D17."""
    result = (await run_starter("five", build_starter_stage()))["an-old-turn-goes-before-a-new-one"]

    assert {each.dropped for each in result.exchanges if each.turn < 3} == {0}
    assert {each.dropped for each in result.exchanges if each.turn == 4} == {1}
