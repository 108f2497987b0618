"""The plug is pulled in the middle of finding out why: it goes on, and no answer is paid for twice."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.crash.conftest import Scene
from tests.fakes.model_server import Script, answer, wait
from tests.fakes.reader import wait_until

pytestmark = [pytest.mark.crash, pytest.mark.timeout(300)]

# The same bytes, each of five parts twice, then everything left out: with a voice that always says the same.
ALL = 6 + 2 * 5 + 4 + 6
AT_ONCE = 4


class Meter:
    """A model that answers the first few calls at once and the others when the gate opens, and counts them."""

    def __init__(self, before: int) -> None:
        self.before = before
        self.asked = 0
        self.gate = threading.Event()
        self._lock = threading.Lock()

    def choose(self, _: dict[str, Any]) -> Script:
        """What answers one request."""
        with self._lock:
            self.asked += 1
            is_held = self.asked > self.before
        said = answer("I would wait a month. Nothing here runs away.")
        return wait(self.gate) + said if is_held else said

    async def is_waiting(self) -> bool:
        """Whether as many as are ever asked at once have to wait."""
        return self.asked == self.before + AT_ONCE


async def ask_twice(scene: Scene) -> str:
    """A reply that was sent an earlier turn and what four others said in it."""
    scene.model.server.handler = lambda _: answer("Where is the evidence?")
    conversation = await scene.api.create(scene.first.url)
    sent: dict[str, Any] = {}
    for number, words in enumerate(("Should I go?", "And if it rains?")):
        sent = await scene.api.send(scene.first.url, conversation, words, f"key-{number}")
        await scene.api.settled(scene.first.url, sent["turn"]["id"])
    turn = await scene.api.settled(scene.first.url, sent["turn"]["id"])
    return str(next(each.id for each in turn.replies if each.advisor_id == "skeptic"))


@pytest.mark.parametrize("before", [2, 11, 16])
async def test_it_goes_on_elsewhere_and_what_was_answered_is_not_asked_again(
    make_scene: Callable[..., Scene], before: int
) -> None:
    """Kill -9 among the unchanged ones, among the parts, and after them; on both databases."""
    scene = make_scene()
    reply_id = await ask_twice(scene)
    meter = Meter(before)
    scene.model.server.handler = meter.choose
    path = f"/v1/replies/{reply_id}/why"
    status, begun = await scene.api.post(scene.first.url + path, {})
    assert status == 202, begun
    await wait_until(meter.is_waiting, seconds=60)
    # What was answered has to reach the disk.
    await asyncio.sleep(0.5)

    scene.first.kill()
    meter.gate.set()
    scene.recover()
    await wait_until(lambda: _has_ended(scene, path), seconds=90)

    found = await scene.api.get(scene.survivor.url + path)
    assert (found["status"], found["answered"], found["found"]["beyond_chance"]) == ("done", ALL, 0)
    # Only what was on its way when the plug was pulled is asked once more.
    assert meter.asked == ALL + AT_ONCE
    calls = (await scene.api.get(f"{scene.survivor.url}/v1/analyses/{found['analysis']['id']}"))["calls"]
    assert sum(each["answer"] is not None for each in calls) == ALL
    assert len(calls) == meter.asked


async def _has_ended(scene: Scene, path: str) -> bool:
    return bool((await scene.api.get(scene.survivor.url + path))["status"] != "running")
