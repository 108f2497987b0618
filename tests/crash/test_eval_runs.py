"""The plug is pulled in the middle of a run: what had ended is never asked again."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.crash.conftest import Scene
from tests.fakes.model_server import Script, answer, wait
from tests.fakes.reader import wait_until

pytestmark = [pytest.mark.crash, pytest.mark.timeout(300)]

COUNT = 20
AT_ONCE = 4
BEFORE = 7


def suite() -> str:
    """Twenty cases, each with a question of its own."""
    cases = [
        f'  - {{id: case {n}, input: "Question {n:02}.", assert: [{{type: contains, value: yes}}]}}'
        for n in range(COUNT)
    ]
    return "\n".join(["$schema: antiphon-eval-v1", "evalcases:", *cases])


class Counting:
    """Answers a few questions at once, and the rest when the gate opens; remembers each."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked: Counter[str] = Counter()

    def choose(self, body: dict[str, Any]) -> Script:
        """The answer to one question."""
        text = body["messages"][-1]["content"]
        question = text[text.index("Question ") :][: len("Question 00")]
        self.asked[question] += 1
        return answer("yes") if sum(self.asked.values()) <= BEFORE else wait(self.gate) + answer("yes")


async def test_a_killed_run_goes_on_without_repeating_a_finished_case(make_scene: Callable[..., Scene]) -> None:
    """Kill -9 after seven of twenty; the seven are asked once, the four on their way at most twice."""
    scene, counting = make_scene(), Counting()
    scene.model.server.handler = counting.choose
    run_id = await begin(scene)
    path = f"/v1/evals/runs/{run_id}"

    async def some_have_ended() -> bool:
        found = await scene.api.get(scene.first.url + path)
        return bool(found["finished"] == BEFORE and sum(counting.asked.values()) == BEFORE + AT_ONCE)

    await wait_until(some_have_ended, seconds=60)
    finished = {each["case_id"] for each in (await scene.api.get(scene.first.url + path))["results"]}
    scene.first.kill()
    counting.gate.set()
    scene.recover()
    run = await until(scene, path, "done")

    assert (run["finished"], run["counts"], run["score"]) == (COUNT, {"passed": COUNT}, 1.0)
    assert len({each["case_id"] for each in run["results"]}) == COUNT
    names = await questions(scene)
    assert [counting.asked[names[case_id]] for case_id in finished] == [1] * BEFORE
    assert sorted(counting.asked.values()) == [1] * (COUNT - AT_ONCE) + [2] * AT_ONCE


async def test_a_run_somebody_else_goes_on_with_is_not_played_twice(make_scene: Callable[..., Scene]) -> None:
    """Stopped and gone on with at another node, the first one writes nothing more and asks for nothing more."""
    scene, counting = make_scene(), Counting()
    scene.model.server.handler = counting.choose
    run_id = await begin(scene)
    path = f"/v1/evals/runs/{run_id}"

    async def asked(times: int) -> None:
        async def is_it() -> bool:
            return sum(counting.asked.values()) == times

        await wait_until(is_it, seconds=60)

    await asked(BEFORE + AT_ONCE)
    _, stopped = await scene.api.post(f"{scene.survivor.url}{path}/stop", {})
    status, _ = await scene.api.post(f"{scene.survivor.url}{path}/resume", {})
    await asked(BEFORE + 2 * AT_ONCE)
    counting.gate.set()
    run = await until(scene, path, "done")

    assert (stopped["status"], status) == ("stopped", 202)
    assert (run["finished"], run["counts"]) == (COUNT, {"passed": COUNT})
    assert sorted(counting.asked.values()) == [1] * (COUNT - AT_ONCE) + [2] * AT_ONCE


async def begin(scene: Scene) -> str:
    """Twenty cases of the skeptic, and a run of them."""
    address = f"{scene.first.url}/v1/advisors/skeptic/evals/import"
    async with scene.api.session.post(address, data=suite().encode()) as response:
        assert response.status == 201, await response.text()
    status, run = await scene.api.post(f"{scene.first.url}/v1/evals/runs", {"advisor_id": "skeptic"})
    assert status == 202, run
    return str(run["id"])


async def until(scene: Scene, path: str, status: str) -> dict[str, Any]:
    """The run, once it stands like this."""
    found: dict[str, Any] = {}

    async def has_it() -> bool:
        found.update(await scene.api.get(scene.survivor.url + path))
        return bool(found["status"] == status)

    await wait_until(has_it, seconds=90)
    return found


async def questions(scene: Scene) -> dict[str, str]:
    """What each case asks."""
    found = await scene.api.get(f"{scene.survivor.url}/v1/advisors/skeptic/evals")
    return {each["id"]: each["question"].rstrip(".") for each in found["cases"]}
