"""A node that sleeps through its lease and wakes up believing it is still in charge."""

import asyncio
from collections.abc import Callable

import pytest

from antiphon.conversation.wire import encode_turn
from tests.crash.conftest import Scene, whole
from tests.fakes.reader import Reader, all_ended, everyone_speaks
from tests.fakes.voices import VOICES

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]

# The lease is real; only shorter, so that the test is.
LEASE = {"ANTIPHON_LEASE_SECONDS": "2"}


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
async def test_late_words_of_a_frozen_node_are_refused(make_scene: Callable[..., Scene]) -> None:
    """I-08, I-14, XN01: the sleeper's deltas and endings change nothing, and it stops itself with exit code 75."""
    scene = make_scene(**LEASE)
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.survivor.url, everyone_speaks)

    scene.first.freeze()
    await _wait_for_requests(scene, 10)
    scene.model.open()
    await reader.read_until([scene.survivor.url], all_ended)
    before = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])
    scene.first.thaw()
    exit_code = await asyncio.to_thread(scene.first.wait)
    after = await scene.api.turn(scene.survivor.url, sent["turn"]["id"])

    assert exit_code == 75
    assert encode_turn(after) == encode_turn(before)
    assert [reply.epoch for reply in after.replies] == [2] * 5
    assert [reply.text for reply in after.replies] == [whole(reply.advisor_id) for reply in after.replies]
    reader.check_against(after)
    assert "lease_lost" in scene.first.log


async def _wait_for_requests(scene: Scene, count: int) -> None:
    async with asyncio.timeout(30):
        while sum(scene.model.count(voice) for voice in VOICES) < count:
            await asyncio.sleep(0.05)
