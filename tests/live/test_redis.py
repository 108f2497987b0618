"""News between processes, through a private Redis."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from antiphon.conversation.event import Delta, Event
from antiphon.conversation.ids import NodeId, PrincipalId, ReplyId
from antiphon.live.redis import RedisLive
from tests.conftest import plan_redis
from tests.fakes.servers import find_free_port, make_folder, run_server
from tests.live.saying import ELSEWHERE, HERE, hear_for, hear_until, title, wait_for, word

# Whatever is said here has to be heard within a moment.
pytestmark = pytest.mark.measured

STREAM = f"antiphon:live:{{{HERE}}}"


@asynccontextmanager
async def open_node(url: str, name: str, frame_seconds: float = 0.02) -> AsyncIterator[RedisLive]:
    """A node that can speak and hear."""
    live = RedisLive(url, NodeId(name), frame_seconds=frame_seconds)
    await live.start()
    try:
        await wait_for(lambda: live.healthy, 5)
        yield live
    finally:
        await asyncio.wait_for(live.close(), 3)


@pytest.fixture
async def one(redis_url: str) -> AsyncIterator[RedisLive]:
    async with open_node(redis_url, "n_one") as live:
        yield live


@pytest.fixture
async def two(redis_url: str) -> AsyncIterator[RedisLive]:
    async with open_node(redis_url, "n_two") as live:
        yield live


def text_of(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, Delta))


async def test_what_one_node_says_another_hears(one: RedisLive, two: RedisLive) -> None:
    with two.listen([HERE]) as listener:
        began = time.monotonic()
        one.publish(word("Yes"))
        one.publish(title(3))
        heard = await hear_until(listener, lambda events: len(events) >= 2)
        took = time.monotonic() - began

    assert heard == [word("Yes"), title(3)]
    assert took < 1


async def test_listener_that_comes_while_the_reader_waits_is_served_at_once(one: RedisLive, two: RedisLive) -> None:
    """The blocked read is interrupted; nobody waits for it to run out."""
    await asyncio.sleep(0.05)
    with two.listen([HERE]) as listener:
        one.publish(word("Yes"))
        began = time.monotonic()
        await hear_until(listener, bool)
        took = time.monotonic() - began

    assert took < 0.35


async def test_own_words_are_not_heard_twice(one: RedisLive) -> None:
    """I-11."""
    with one.listen([HERE]) as listener:
        for number in range(20):
            one.publish(word("x", number))
            await asyncio.sleep(0.01)

        heard = await hear_for(listener, 0.6)

    assert text_of(heard) == "x" * 20


async def test_late_listener_on_another_node_hears_the_recent_seconds(one: RedisLive, two: RedisLive) -> None:
    """I-10: what the store may not have yet is heard again, on any node."""
    one.publish(word("Yes"))
    await asyncio.sleep(0.5)

    with two.listen([HERE]) as listener:
        heard = await hear_until(listener, bool)

    assert heard == [word("Yes")]


async def test_nobody_hears_other_conversations(one: RedisLive, two: RedisLive) -> None:
    """I-16."""
    with two.listen([HERE]) as listener:
        one.publish(word("secret", where=ELSEWHERE))
        one.publish(word("a"))

        heard = await hear_for(listener, 0.5)

    assert heard == [word("a")]


async def test_many_pieces_become_few_entries(one: RedisLive, two: RedisLive, redis_url: str) -> None:
    """What costs is the entry, not the character."""
    with two.listen([HERE]) as listener:
        for number in range(1000):
            one.publish(word("x", number))
            if number % 100 == 0:
                await asyncio.sleep(0.005)
        heard = await hear_until(listener, lambda events: len(text_of(events)) >= 1000)
    async with Redis.from_url(redis_url) as client:
        entries = await client.xlen(STREAM)
        seconds = await client.ttl(STREAM)

    assert text_of(heard) == "x" * 1000
    assert entries <= 20
    assert 0 < seconds <= 600


async def test_a_change_of_the_list_reaches_both_nodes(one: RedisLive, two: RedisLive) -> None:
    with one.listen([]) as near, two.listen([]) as far:
        one.tell_list_changed()

        assert near.take_list_change() is not None
        await far.wait(2)
        assert far.take_list_change() is not None
        await asyncio.sleep(0.3)
        assert near.take_list_change() is None


async def test_a_change_of_work_reaches_both_nodes_once(one: RedisLive, two: RedisLive) -> None:
    here = PrincipalId("p_here")
    with one.listen([]) as near, two.listen([]) as far:
        one.tell_work_changed(here)

        assert near.take_work_changes() == {here}
        await far.wait(2)
        assert far.take_work_changes() == {here}
        await asyncio.sleep(0.3)
        assert near.take_work_changes() == set()


async def test_a_change_of_work_that_could_not_be_told_is_told_later(
    one: RedisLive, two: RedisLive, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_pipeline: object) -> None:
        raise RedisError

    here = PrincipalId("p_here")
    with two.listen([]) as far:
        with monkeypatch.context() as broken:
            broken.setattr("redis.asyncio.client.Pipeline.execute", refuse)
            one.tell_work_changed(here)
            await wait_for(lambda: not one.healthy, 3)

        await wait_for(lambda: here in far.take_work_changes(), 3)


async def test_stop_reaches_the_other_node_once(one: RedisLive, two: RedisLive) -> None:
    stopped: dict[str, list[ReplyId]] = {"one": [], "two": []}
    one.on_stop(stopped["one"].extend)
    two.on_stop(stopped["two"].extend)

    one.ask_stop([ReplyId("r_1"), ReplyId("r_2")])

    await wait_for(lambda: bool(stopped["two"]), 2)
    await asyncio.sleep(0.3)
    assert stopped == {"one": ["r_1", "r_2"], "two": ["r_1", "r_2"]}


async def test_what_was_said_last_is_sent_before_closing(two: RedisLive, redis_url: str) -> None:
    with two.listen([HERE]) as listener:
        async with open_node(redis_url, "n_leaving", frame_seconds=5) as leaving:
            leaving.publish(word("a"))
            await asyncio.sleep(0.1)
            leaving.publish(word("b", 1))

        heard = await hear_until(listener, lambda events: len(text_of(events)) >= 2)

    assert text_of(heard) == "ab"


async def test_words_of_a_newer_version_are_passed_over(two: RedisLive, one: RedisLive, redis_url: str) -> None:
    """A rolling upgrade: an event this version does not know, then one it does."""
    with two.listen([HERE]) as listener:
        async with Redis.from_url(redis_url) as client:
            strange = b'[{"kind":"weather","conversation_id":"c_here","sun":true}]'
            await client.xadd(STREAM, {"n": "n_new", "e": strange})
        one.publish(word("a"))

        heard = await hear_until(listener, bool)

    assert heard == [word("a")]
    assert two.healthy


async def test_losing_all_keys_is_harmless(one: RedisLive, two: RedisLive, redis_url: str) -> None:
    """XD04: FLUSHALL loses seconds of news, no node's hearing."""
    with two.listen([HERE]) as listener:
        one.publish(word("a"))
        await hear_until(listener, bool)

        async with Redis.from_url(redis_url) as client:
            await client.flushall()
        one.publish(word("b", 1))
        heard = await hear_until(listener, bool)

    assert heard == [word("b", 1)]
    assert one.healthy
    assert two.healthy


async def test_frozen_redis_is_noticed_and_so_is_its_return() -> None:
    """XD04: nobody waits for it, nothing is raised, and both nodes talk again afterwards."""
    with make_folder() as folder, run_server(plan_redis(folder)) as server:
        url = f"redis://127.0.0.1:{server.port}/0"
        async with open_node(url, "n_one") as one, open_node(url, "n_two") as two:
            with two.listen([HERE]) as listener:
                os.kill(server.process.pid, signal.SIGSTOP)
                try:
                    began = time.monotonic()
                    one.publish(word("lost?"))
                    spoke = time.monotonic() - began
                    await wait_for(lambda: not one.healthy and not two.healthy, 3)
                finally:
                    os.kill(server.process.pid, signal.SIGCONT)
                await wait_for(lambda: one.healthy and two.healthy, 5)
                one.publish(word("back", 5))
                heard = await hear_until(listener, lambda events: "back" in text_of(events))

    assert spoke < 0.05
    assert heard


async def test_killed_redis_is_noticed_and_so_is_its_return() -> None:
    """XD04: publishing goes on as if nothing had happened; a quiet node recovers without having to speak."""
    port = find_free_port()
    url = f"redis://127.0.0.1:{port}/0"
    with make_folder() as folder:
        with run_server(plan_redis(folder, port)) as server:
            one = RedisLive(url, NodeId("n_one"), frame_seconds=0.02)
            await one.start()
            await wait_for(lambda: one.healthy, 5)
            server.process.kill()
            server.process.wait()
        with one.listen([HERE]) as listener:
            for number in range(50):
                one.publish(word("x", number))
                await asyncio.sleep(0.005)
            await wait_for(lambda: not one.healthy, 3)
            heard = listener.take()

            with run_server(plan_redis(folder, port)):
                await wait_for(lambda: one.healthy, 5)
                async with open_node(url, "n_two") as two:
                    two.publish(word("hello", 50))
                    again = await hear_until(listener, bool)
                await one.close()

    assert text_of(heard) == "x" * 50
    assert again == [word("hello", 50)]


async def test_node_starts_without_redis_and_finds_it_later() -> None:
    """XD04."""
    port = find_free_port()
    live = RedisLive(f"redis://127.0.0.1:{port}/0", NodeId("n_one"), frame_seconds=0.02)
    await live.start()
    live.publish(word("a"))
    await asyncio.sleep(0.2)
    early = live.healthy

    with make_folder() as folder, run_server(plan_redis(folder, port)):
        await wait_for(lambda: live.healthy, 5)
        await live.close()

    assert not early


async def test_closing_ends_whatever_the_node_is_doing(one: RedisLive, redis_url: str) -> None:
    """XK03: at the very moment something was heard, too."""
    for number in range(8):
        live = RedisLive(redis_url, NodeId(f"n_{number}"), frame_seconds=0.02)
        await live.start()
        with live.listen([HERE]) as listener:
            one.publish(word("x", number))
            await hear_until(listener, bool)

        await asyncio.wait_for(live.close(), 3)


async def test_closing_without_redis_ends() -> None:
    live = RedisLive(f"redis://127.0.0.1:{find_free_port()}/0", NodeId("n_one"), frame_seconds=0.02)
    await live.start()
    live.publish(word("a"))

    await asyncio.wait_for(live.close(), 5)


async def test_unsent_news_is_bounded_while_redis_is_away() -> None:
    """RSS: an hour without Redis costs no more memory than a minute."""
    live = RedisLive(f"redis://127.0.0.1:{find_free_port()}/0", NodeId("n_one"), frame_seconds=0.02)

    for number in range(20_000):
        live.publish(word("x", number))

    assert sum(len(events) for events in live._unsent.values()) <= 10_000
    await live.close()
