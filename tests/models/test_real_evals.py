"""The starter suite on a real, very small model (`just test-models`): whatever it says, its thread stays its own."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from antiphon.advisors.prompt import load_prompts
from antiphon.advisors.starter import load_starter
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.evals.asking import Asking
from antiphon.evals.case import Assertion, Case, CaseMessage, CaseText
from antiphon.evals.play import play
from antiphon.evals.result import CaseResult
from antiphon.evals.seating import index_advisors
from antiphon.evals.stage import Stage
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.profile import PROFILES
from antiphon.providers.timeouts import Timeouts
from tests.evals.runs import run_suite
from tests.evals.starter_stage import FILES, load
from tests.fakes.servers import find_free_port
from tests.models.llama import run_llama

pytestmark = [pytest.mark.models, pytest.mark.timeout(1800)]

# As many as the server has slots for; what waits here is not waiting for its first byte.
_AT_ONCE: Final = 4


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """A llama.cpp server."""
    free = find_free_port()
    with run_llama(free, 4096):
        yield free


@pytest.fixture
async def stage(port: int) -> AsyncIterator[Stage]:
    """All five, each spoken by the small model, which also judges."""
    policy = AddressPolicy(allow_private=True)
    session = open_session(policy)
    slots = asyncio.Semaphore(_AT_ONCE)

    @asynccontextmanager
    async def place(provider: str, chars: int) -> AsyncIterator[None]:
        async with slots:
            yield

    chat = OpenAIChat(
        "here",
        f"http://127.0.0.1:{port}/v1",
        None,
        session=session,
        policy=policy,
        timeouts=Timeouts(first_byte=600, idle=600),
        profile=PROFILES["llamacpp"],
    )
    try:
        yield Stage(
            ask=Asking({"here": chat}, places=place).ask,
            prompts=load_prompts(),
            model="here:smollm2",
            judge_model="here:smollm2",
            advisors=index_advisors(load_starter().advisors),
            max_tokens=24,
        )
    finally:
        await session.close()


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
