"""SIGTERM, Ctrl-C and a second process."""

import asyncio
import contextlib
from collections.abc import Callable

import aiohttp
import pytest

from antiphon.conversation.state import ReplyState
from tests.crash.conftest import Scene, whole
from tests.fakes.nodes import Node
from tests.fakes.reader import Reader, all_ended, everyone_speaks

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]


async def test_sigterm_lets_replies_finish(make_scene: Callable[..., Scene]) -> None:
    """XK03: no new work, running replies end, clients are told to reconnect, exit code 0."""
    scene = make_scene()
    conversation = await scene.api.create(scene.first.url)
    file = f"{scene.first.url}/v1/documents/d_any"
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.first.url, everyone_speaks)

    scene.first.terminate()
    following = asyncio.create_task(reader.read_until(scene.urls, all_ended))
    await asyncio.sleep(0.5)
    status, refusal = await scene.api.send_raw(scene.first.url, conversation, "And now?", "key-2")
    changed = [(await scene.api.patch(file, {"enabled": False}))[0], await scene.api.delete(file)]
    brought_back, _ = await scene.api.post(f"{file}/restore", {})
    scene.model.open()
    exit_code = await asyncio.to_thread(scene.first.wait)
    scene.recover()
    await following

    stored = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])
    assert exit_code == 0
    assert (status, refusal["code"]) == (503, "draining")
    assert [*changed, brought_back] == [503, 503, 503]
    assert [(reply.text, reply.epoch) for reply in stored.replies] == [(whole(r.advisor_id), 1) for r in stored.replies]
    reader.check_against(stored)


async def test_what_does_not_finish_is_handed_over(make_scene: Callable[..., Scene]) -> None:
    """XK03, I-05: after the drain time the rest is started again elsewhere, or at the next start."""
    scene = make_scene(ANTIPHON_DRAIN_SECONDS="0.5")
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.first.url, everyone_speaks)

    scene.first.terminate()
    await asyncio.to_thread(scene.first.wait)
    scene.recover()
    scene.model.open()
    stored = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])

    assert {reply.state for reply in stored.replies} == {ReplyState.COMPLETE}
    assert [reply.epoch for reply in stored.replies] == [2] * 5


async def test_stop_reaches_the_node_that_runs_the_turn(make_scene: Callable[..., Scene]) -> None:
    """D23, XC05: asked on one node, stopped on the other; what was said is kept."""
    scene = make_scene()
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.survivor.url, everyone_speaks)

    _, one = await scene.api.post(f"{scene.survivor.url}/v1/replies/{sent['turn']['replies'][0]['id']}/stop", {})
    await reader.read(scene.survivor.url, lambda r: r.turn.replies[0].completed)
    others = [reply.state for reply in reader.turn.replies[1:]]
    await scene.api.post(f"{scene.survivor.url}/v1/turns/{sent['turn']['id']}/stop", {})
    stored = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])

    assert one["stopping"] == [sent["turn"]["replies"][0]["id"]]
    assert set(others) == {ReplyState.STREAMING}
    assert {reply.state for reply in stored.replies} == {ReplyState.STOPPED}
    assert all(reply.text and whole(reply.advisor_id).startswith(reply.text) for reply in stored.replies)


async def test_keep_ends_a_cut_off_reply_with_what_it_said(make_scene: Callable[..., Scene]) -> None:
    """I-08, XK02: `on_interrupt=keep` starts nothing again; the partial text stays and is called interrupted."""
    scene = make_scene(ANTIPHON_ON_INTERRUPT="keep")
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.first.url, everyone_speaks)
    await asyncio.sleep(0.6)

    scene.first.kill()
    scene.recover()
    stored = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])

    assert {reply.state for reply in stored.replies} == {ReplyState.INTERRUPTED}
    assert all(reply.text and whole(reply.advisor_id).startswith(reply.text) for reply in stored.replies)
    assert all(scene.model.count(reply.advisor_id) == 1 for reply in stored.replies)


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_second_process_on_the_same_file_refuses(make_scene: Callable[..., Scene]) -> None:
    """XD05: never two writers on one SQLite file."""
    scene = make_scene()
    second = Node(scene.first.folder, scene.first.environment, "second", as_a_person_does=True)

    second.spawn()
    exit_code = await asyncio.to_thread(second.wait)

    assert exit_code == 1
    assert "another Antiphon process is using" in second.log


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
async def test_poison_turn_is_given_up_after_three_epochs(make_scene: Callable[..., Scene]) -> None:
    """XK04, I-08: whoever runs it dies, again and again; the third epoch is the last."""
    poison = {"ANTIPHON_FAILPOINT": "after_first_delta"}
    scene = make_scene(first=poison)
    conversation = await scene.api.create(scene.first.url)
    with contextlib.suppress(aiohttp.ClientError):
        await scene.api.send(scene.first.url, conversation, "poison", "key-1")
    scene.first.wait()

    for _ in range(2):
        scene.first.spawn(**poison)
        await asyncio.to_thread(scene.first.wait)
    scene.first.start()
    again = await scene.api.send(scene.first.url, conversation, "poison", "key-1")
    stored = await scene.api.settled(scene.first.url, again["turn"]["id"])

    assert {(reply.state, reply.epoch) for reply in stored.replies} == {(ReplyState.INTERRUPTED, 3)}
