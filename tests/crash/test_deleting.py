"""The plug is pulled while a conversation is being deleted for good."""

import asyncio
from collections.abc import Callable

import aiohttp
import pytest

from antiphon.engine.runtime.failpoint import DELETION_NAMES
from tests.crash.conftest import Scene

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]


@pytest.mark.parametrize("failpoint", DELETION_NAMES)
async def test_what_was_to_be_gone_is_gone_after_the_restart(make_scene: Callable[..., Scene], failpoint: str) -> None:
    scene = make_scene(first={"ANTIPHON_FAILPOINT": failpoint})
    scene.model.open()
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    await scene.api.settled(scene.first.url, sent["turn"]["id"])

    with pytest.raises((aiohttp.ClientError, OSError)):
        await scene.api.delete(f"{scene.first.url}/v1/conversations/{conversation}/everything")
    scene.first.wait()
    scene.recover()

    address = f"{scene.survivor.url}/v1/conversations/{conversation}"
    async with asyncio.timeout(30):
        while await status_of(scene, f"{address}/everything") != 404:
            await asyncio.sleep(0.2)
    assert await status_of(scene, address) == 404
    assert await scene.api.delete(f"{address}/everything") == 204


async def test_one_that_is_not_kept_is_gone_after_a_kill_and_a_restart(make_scene: Callable[..., Scene]) -> None:
    """Its time runs out while nobody is there to delete it."""
    scene = make_scene(first={"ANTIPHON_UNKEPT_HOURS": str(2 / 3600)})
    scene.model.open()
    _, made = await scene.api.post(f"{scene.first.url}/v1/conversations", {"kept": False})
    sent = await scene.api.send(scene.first.url, made["id"], "Should I go?", "key-1")
    scene.first.kill()
    scene.recover()

    async with asyncio.timeout(30):
        while await status_of(scene, f"{scene.survivor.url}/v1/turns/{sent['turn']['id']}") != 404:
            await asyncio.sleep(0.2)
    assert await status_of(scene, f"{scene.survivor.url}/v1/conversations/{made['id']}/everything") == 404


async def status_of(scene: Scene, address: str) -> int:
    async with scene.api.session.get(address) as response:
        return response.status
