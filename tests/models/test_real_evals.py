"""The starter suite on a real, very small model (`just test-models`): whatever it says, its thread stays its own."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from antiphon.evals.case import Assertion, Case, CaseMessage, CaseText
from antiphon.evals.play import play
from antiphon.evals.result import CaseResult
from antiphon.evals.stage import Stage
from tests.evals.runs import run_suite
from tests.evals.starter_stage import FILES, load
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama
from tests.models.real_stage import open_real_stage

pytestmark = [pytest.mark.models, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A llama.cpp server."""
    free = find_free_port()
    with run_llama(free, 4096):
        yield free


@pytest.fixture
async def stage(port: int) -> AsyncIterator[Stage]:
    """All five, each spoken by the small model, which also judges."""
    async with open_real_stage(port, max_tokens=24) as ready:
        yield ready


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
async def test_threads_stay_apart_whatever_a_small_model_says(stage: Stage, path: Path) -> None:
    """D17, U-08: order, trimming and isolation are ours to keep; questions and views are the model's."""
    results = await run_suite(load(path.stem), stage)

    report(results)
    verdicts = [each for result in results for each in result.verdicts]
    assert not [result.error for result in results if result.error]
    assert {each.status for each in verdicts if each.type in ("payload", "trim")} == {"passed"}
    assert not [spot for each in verdicts for spot in each.spots if spot.where.startswith("messages[")]


async def test_a_small_judge_gives_a_score_or_none(stage: Stage) -> None:
    """D40: what cannot be read, or never ends, is not graded; every call is kept and every silence has its reason."""
    asked = (CaseMessage("user", (CaseText("Should I sell my car?"),)),)
    judged = Case("judged", advisors=("builder",), messages=asked, asserts=(Assertion("llm-rubric", "Names a step."),))

    results = [await play(replace(judged, id=f"judged-{number}"), stage, repeat=number) for number in range(1, 3)]

    report(results)
    for verdict in (each for result in results for each in result.verdicts):
        print("  ", verdict.status, verdict.score, verdict.reason[:100])
        assert verdict.calls
        assert (verdict.score is None) == (verdict.status == "not_graded")
        assert verdict.reason or verdict.score is not None


def report(results: list[CaseResult]) -> None:
    """How many of each kind held."""
    counts = Counter((each.type, each.status) for result in results for each in result.verdicts)
    for result in results:
        print(f"\n{result.case_id}: {result.status} {result.score} in {result.seconds:.0f} s {result.error}")
    for (kind, status), count in sorted(counts.items()):
        print(f"  {kind}: {count} {status}")
