"""The plug is pulled between what is to be told and its sending, and right after: it is told, and known again."""

import asyncio
import shutil
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.crash.conftest import Scene
from tests.fakes.reader import wait_until
from tests.fakes.receiver import Receiver

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

EVENTS = ["turn.completed", "reply.settled"]


async def tell(scene: Scene, receiver: Receiver) -> None:
    """One question to two voices, whose ends are told; every node makes secrets of the same key."""
    body = {"url": receiver.url, "events": EVENTS}
    status, made = await scene.api.post(f"{scene.first.url}/v1/webhooks", body)
    assert status == 201, made
    made_of = next(scene.first.folder.rglob("webhooks.key"))
    for node in scene.nodes[1:]:
        shutil.copy2(made_of, node.folder / made_of.relative_to(scene.first.folder))
    conversation = await scene.api.create(scene.first.url)
    asked = {"advisor_ids": ["skeptic", "builder"]}
    await scene.api.send(scene.first.url, conversation, "Should I go?", "key", **asked)
    scene.model.open()


async def read_all(scene: Scene) -> list[dict[str, Any]]:
    """Every message, as the node that goes on lists them."""
    hooks = (await scene.api.get(f"{scene.survivor.url}/v1/webhooks"))["items"]
    found = await scene.api.get(f"{scene.survivor.url}/v1/webhooks/{hooks[0]['id']}/deliveries")
    return list(found["items"])


async def wait_for_all(scene: Scene) -> list[dict[str, Any]]:
    async def is_told() -> bool:
        return Counter(each["status"] for each in await read_all(scene)) == {"delivered": 3}

    # Whoever died over a message has it for half a minute.
    await wait_until(is_told, seconds=60)
    return await read_all(scene)


@pytest.mark.parametrize("place", ["webhook_written", "webhook_sent"])
async def test_nothing_that_was_to_be_told_is_lost(make_scene: Callable[..., Scene], place: str) -> None:
    with Receiver() as receiver:
        scene = make_scene(first={"ANTIPHON_FAILPOINT": place}, ANTIPHON_ALLOW_PRIVATE_WEBHOOKS="true")
        await tell(scene, receiver)
        await _die_or_lose_the_race(scene)
        before = Counter(each.id for each in receiver.received)
        scene.recover()

        told = await wait_for_all(scene)

        times = Counter(each.id for each in receiver.received)
        print(f"{place}: {sum(before.values())} sent before the end, {sum(times.values())} in all, of {len(told)}")
        assert set(times) == {each["id"] for each in told}
        assert Counter(each["event"] for each in told) == {"turn.completed": 1, "reply.settled": 2}
        assert max(times.values()) <= 2
        assert len({(each.id, each.body) for each in receiver.received}) == 3
        if place == "webhook_written" and scene.kind == "sqlite":
            assert before == Counter()
        if place == "webhook_sent" and scene.kind == "sqlite":
            assert set(before.values()) == {1}
            assert any(times[each] == 2 for each in before)


async def _die_or_lose_the_race(scene: Scene) -> None:
    """With two nodes either of them finds what has ended; alone it is always this one."""
    assert scene.first.process is not None
    for _ in range(100):
        if scene.first.process.poll() is not None:
            return
        await asyncio.sleep(0.1)
    assert scene.kind == "postgresql"
