"""The plug is pulled while advisors answer each other: every round is held exactly once."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from antiphon.engine.runtime.failpoint import ROUND_NAMES
from tests.crash.conftest import Scene
from tests.fakes.model_server import Script, answer
from tests.fakes.reader import wait_until
from tests.fakes.voices import VOICES, Voices, voice_of
from tests.journeys.cartographer import CLAIMS, SAID, MapReader, entries, step_of

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


@pytest.mark.parametrize("failpoint", ROUND_NAMES)
async def test_those_who_are_split_are_asked_once_wherever_it_dies(
    make_scene: Callable[..., Scene], failpoint: str
) -> None:
    """The round is held once, its map is drawn, and the reason it ended for is the same as without the crash."""
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint})
    reader = MapReader(Voices(scene.model.server))
    for voice, text in SAID.items():
        reader.finds(text, entries(*CLAIMS[voice]))

    def choose(body: dict[str, Any]) -> Script:
        return answer(SAID[voice_of(body)]) if step_of(body) is None else reader.choose(body)

    scene.model.server.handler = choose
    url = scene.first.url
    conversation = await scene.api.create(url)
    status, checking = await scene.api.post(f"{url}/v1/map-checks", {})
    assert status == 202, checking
    await _look_until(scene, f"{url}/v1/analyses/{checking['id']}", "done")
    sent = await scene.api.send(url, conversation, "Shall I sign?", "key-1", advisor_ids=list(SAID))
    turn_id = sent["turn"]["id"]
    await scene.api.settled(url, turn_id)
    status, drawing = await scene.api.post(f"{url}/v1/turns/{turn_id}/map", {})
    assert status == 202, drawing
    await _look_until(scene, f"{url}/v1/turns/{turn_id}/map", "done")

    await _start_into_the_dark(scene, conversation, only_split=True)
    scene.first.wait()
    scene.recover()
    run = await _ended(scene, conversation)

    view = await scene.api.get(f"{scene.survivor.url}/v1/conversations/{conversation}")
    assert [turn["origin"] for turn in view["turns"]] == ["person", "round"]
    assert (run["reason"], [(each["points"], each["moved"]) for each in run["rounds"]]) == ("unmoved", [(2, 0)])
    assert {reply["advisor_id"] for reply in view["turns"][1]["replies"]} == set(SAID)


async def _look_until(scene: Scene, url: str, status: str) -> None:
    async def has_it() -> bool:
        return bool((await scene.api.get(url))["status"] == status)

    await wait_until(has_it, seconds=60)


async def _start_into_the_dark(scene: Scene, conversation: str, **more: Any) -> None:
    """Begin three rounds while the node is about to die."""
    try:
        await scene.api.post(f"{scene.first.url}/v1/conversations/{conversation}/rounds", {"count": 3} | more)
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
