"""The plug is pulled while advisors answer each other: every round is held exactly once."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from antiphon.engine.runtime.failpoint import ROUND_NAMES
from tests.crash.conftest import Scene
from tests.fakes.reader import wait_until
from tests.fakes.voices import VOICES

pytestmark = [pytest.mark.crash, pytest.mark.timeout(300)]


@pytest.mark.parametrize("failpoint", ROUND_NAMES)
async def test_each_round_is_held_once_wherever_it_dies(make_scene: Callable[..., Scene], failpoint: str) -> None:
    """P62, XK01, I-03: after a round has ended, after it was reckoned up, after the next was accepted."""
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint})
    scene.model.open()
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    await scene.api.settled(scene.first.url, sent["turn"]["id"])

    await _start_into_the_dark(scene, conversation)
    scene.first.wait()
    scene.recover()
    run = await _ended(scene, conversation)

    view = await scene.api.get(f"{scene.survivor.url}/v1/conversations/{conversation}")
    assert [turn["origin"] for turn in view["turns"]] == ["person", "round", "round", "round"]
    assert (run["reason"], [each["number"] for each in run["rounds"]]) == ("done", [1, 2, 3])
    assert [each["turn_id"] for each in run["rounds"]] == [turn["id"] for turn in view["turns"][1:]]
    epochs = Counter(dict.fromkeys(VOICES, 0))
    for turn in view["turns"]:
        for reply in turn["replies"]:
            assert reply["state"] == "complete"
            epochs[reply["advisor_id"]] += reply["epoch"]
    assert all(scene.model.count(voice) <= epochs[voice] <= 5 for voice in VOICES), epochs


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_two_nodes_that_are_told_at_once_begin_one_round(make_scene: Callable[..., Scene]) -> None:
    """P62: whoever comes first; the other hears that it has begun or that the run has moved on."""
    scene = make_scene()
    scene.model.open()
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    await scene.api.settled(scene.first.url, sent["turn"]["id"])
    body = {"count": 3, "asks": True}
    status, run = await scene.api.post(f"{scene.first.url}/v1/conversations/{conversation}/rounds", body)
    assert status == 201, run

    for number in (2, 3):
        await _until(scene, run["id"], "waiting")
        told = [scene.api.post(f"{url}/v1/rounds/{run['id']}/next", {}) for url in scene.urls * 2]
        answers = await asyncio.gather(*told)
        assert {status for status, _ in answers} <= {200, 409}
        assert 200 in {status for status, _ in answers}
        held = await scene.api.get(f"{scene.survivor.url}/v1/rounds/{run['id']}")
        assert len(held["rounds"]) == number

    await _until(scene, run["id"], "ended")
    view = await scene.api.get(f"{scene.survivor.url}/v1/conversations/{conversation}")
    assert len(view["turns"]) == 4


async def _start_into_the_dark(scene: Scene, conversation: str) -> None:
    """Begin three rounds while the node is about to die."""
    try:
        await scene.api.post(f"{scene.first.url}/v1/conversations/{conversation}/rounds", {"count": 3})
    except (aiohttp.ClientError, OSError):
        return


async def _ended(scene: Scene, conversation: str) -> dict[str, Any]:
    found = await scene.api.get(f"{scene.survivor.url}/v1/conversations/{conversation}/rounds")
    [run] = found["items"]
    return await _until(scene, run["id"], "ended")


async def _until(scene: Scene, run_id: str, status: str) -> dict[str, Any]:
    found: dict[str, Any] = {}

    async def has_it() -> bool:
        found.update(await scene.api.get(f"{scene.survivor.url}/v1/rounds/{run_id}"))
        return bool(found["status"] == status)

    await wait_until(has_it, seconds=90)
    return found
