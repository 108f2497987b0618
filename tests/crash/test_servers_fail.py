"""The database and Redis go away in mid-turn."""

import asyncio
import itertools
import signal
import subprocess
import time
from collections.abc import Callable

import pytest

from tests.crash.conftest import Scene, whole
from tests.fakes.reader import Reader, all_ended, everyone_speaks, wait_until
from tests.fakes.servers import Server, restart_server

pytestmark = [
    pytest.mark.crash,
    pytest.mark.timeout(120),
    pytest.mark.parametrize("kind", ["postgresql"], indirect=True),
]


async def test_turn_outlives_a_database_restart(make_scene: Callable[..., Scene]) -> None:
    """XD01: PostgreSQL is stopped at once and comes back; the turn ends well and each reply has run once."""
    scene = make_scene()
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.survivor.url, everyone_speaks)

    assert scene.stores is not None
    scene.stores.postgres.process.send_signal(signal.SIGQUIT)
    await asyncio.to_thread(scene.stores.postgres.process.wait)
    status, refusal = await scene.api.send_raw(scene.first.url, conversation, "And now?", "key-2")
    await asyncio.to_thread(restart_server, scene.stores.postgres)
    scene.model.open()
    await reader.read_until(scene.urls, all_ended)

    stored = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])
    reader.check_against(stored)
    assert (status, refusal["code"]) == (503, "store_unavailable")
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    assert [reply.epoch for reply in stored.replies] == [1] * 5


async def test_idle_node_is_ready_again_soon_after_a_database_restart(make_scene: Callable[..., Scene]) -> None:
    """Proxies send nothing to a node that is not ready, so it may not need a message to find out."""
    scene = make_scene()
    conversation = await scene.api.create(scene.first.url)

    assert scene.stores is not None
    scene.stores.postgres.process.send_signal(signal.SIGQUIT)
    await asyncio.to_thread(scene.stores.postgres.process.wait)
    status, _ = await scene.api.send_raw(scene.first.url, conversation, "Should I go?", "key-1")
    away = await _is_ready(scene)
    await asyncio.to_thread(restart_server, scene.stores.postgres)

    assert (status, away) == (503, False)
    await wait_until(lambda: _is_ready(scene), seconds=15)


@pytest.mark.parametrize("harm", ["killed", "flushed", "paused", "full"])
async def test_losing_redis_costs_two_seconds_at_most(make_scene: Callable[..., Scene], harm: str) -> None:
    """XD04, I-10: a client of the other node goes on through the store; nothing is lost."""
    scene = make_scene()
    scene.model.pieces, scene.model.pause = 60, 0.04
    scene.model.open()
    conversation = await scene.api.create(scene.first.url)
    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    reader = Reader(conversation)
    await reader.read(scene.survivor.url, everyone_speaks)

    assert scene.stores is not None
    longest = asyncio.create_task(_read_to_the_end(scene, reader))
    await asyncio.sleep(0.5)
    _harm(scene.stores.redis, harm)
    silence = await longest
    stored = await scene.api.settled(scene.survivor.url, sent["turn"]["id"])
    if harm == "paused":
        scene.stores.redis.process.send_signal(signal.SIGCONT)

    print(f"redis {harm}: longest silence {silence:.2f} s")
    assert silence <= 2.0
    reader.check_against(stored)
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    assert [reply.epoch for reply in stored.replies] == [1] * 5


async def test_node_starts_and_answers_without_redis(make_scene: Callable[..., Scene]) -> None:
    """XD04: Redis is down at boot; both nodes serve, and a client of the other one sees everything."""
    scene = make_scene(ANTIPHON_REDIS_URL="redis://127.0.0.1:1/0")
    scene.model.open()
    conversation = await scene.api.create(scene.first.url)
    reader = Reader(conversation)

    sent = await scene.api.send(scene.first.url, conversation, "Should I go?", "key-1")
    await reader.read_until([scene.survivor.url], all_ended)

    reader.check_against(await scene.api.settled(scene.survivor.url, sent["turn"]["id"]))


async def _is_ready(scene: Scene) -> bool:
    async with scene.api.session.get(f"{scene.first.url}/readyz") as response:
        return response.status == 200


async def _read_to_the_end(scene: Scene, reader: Reader) -> float:
    """Read on at the other node; the longest time in which nothing was heard."""
    heard: list[float] = [time.monotonic()]

    def note(each: Reader) -> bool:
        heard.append(time.monotonic())
        return all_ended(each)

    await reader.read(scene.survivor.url, note, seconds=40)
    return max(later - earlier for earlier, later in itertools.pairwise(heard))


def _harm(redis: Server, how: str) -> None:
    if how == "killed":
        redis.process.kill()
    elif how == "paused":
        redis.process.send_signal(signal.SIGSTOP)
    else:
        order = ["config", "set", "maxmemory", "1"] if how == "full" else ["flushall"]
        subprocess.run(["redis-cli", "-p", str(redis.port), *order], check=True, capture_output=True)
