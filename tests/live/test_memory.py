"""News inside one process."""

import asyncio
import time

import pytest

from antiphon.conversation.ids import ReplyId
from antiphon.live.memory import MemoryLive
from tests.live.saying import ELSEWHERE, HERE, title, word


async def test_listener_hears_its_conversations_and_no_other() -> None:
    """I-16."""
    live = MemoryLive()

    with live.listen([HERE]) as listener:
        live.publish(word("a"))
        live.publish(word("secret", where=ELSEWHERE))
        live.publish(title(2))

        assert listener.take() == [word("a"), title(2)]
        assert listener.take() == []


async def test_one_ear_for_several_conversations() -> None:
    live = MemoryLive()

    with live.listen([HERE, ELSEWHERE]) as listener:
        live.publish(word("a"))
        live.publish(word("b", where=ELSEWHERE))

        assert listener.take() == [word("a"), word("b", where=ELSEWHERE)]


async def test_late_listener_hears_the_last_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """I-10: longer than text takes to reach the store, and not for ever."""
    now = 1000.0
    monkeypatch.setattr("antiphon.live.memory.time.monotonic", lambda: now)
    live = MemoryLive()
    live.publish(word("old"))
    now += 2.5
    live.publish(word("recent", 3))
    now += 1.0
    live.publish(word("!", 9))

    with live.listen([HERE]) as listener:
        heard = listener.take()

    assert heard == [word("recent!", 3)]


async def test_silent_conversations_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """RSS stays flat however many conversations come and go."""
    now = 1000.0
    monkeypatch.setattr("antiphon.live.memory.time.monotonic", lambda: now)
    live = MemoryLive()
    for number in range(100):
        live.publish(word("a", where=type(HERE)(f"c_{number}")))
    now += 5

    live.publish(word("b"))

    assert len(live._recent) == 1


async def test_nobody_is_remembered_after_leaving() -> None:
    live = MemoryLive()
    with live.listen([HERE]), live.listen([HERE, ELSEWHERE]):
        assert set(live.wanted()) == {HERE, ELSEWHERE}

    assert list(live.wanted()) == []


async def test_reader_far_behind_is_told_that_news_was_lost() -> None:
    """XP19: memory is bounded; the speaker never waits."""
    live = MemoryLive()

    with live.listen([HERE]) as listener:
        for number in range(1200):
            live.publish(word("x" * 1000, number * 1000))
        lost = listener.lost
        listener.take()
        after = listener.lost

    assert (lost, after) == (True, False)


@pytest.mark.measured
async def test_wait_ends_with_news_or_with_time() -> None:
    live = MemoryLive()
    with live.listen([HERE]) as listener:
        began = time.monotonic()
        await listener.wait(0.05)
        silent = time.monotonic() - began

        asyncio.get_running_loop().call_later(0.05, live.publish, word("a"))
        await listener.wait(5)
        heard = time.monotonic() - began - silent

    assert 0.04 < silent < 1
    assert heard < 1


@pytest.mark.measured
async def test_more_of_the_same_is_not_urgent() -> None:
    """First words and facts are; a client's frame is cut short only for those."""
    live = MemoryLive()
    with live.listen([HERE]) as listener:
        live.publish(word("more", 10))
        began = time.monotonic()
        await listener.wait_for_urgent(0.1)
        patient = time.monotonic() - began
        live.publish(title(3))
        await listener.wait_for_urgent(5)
        at_once = time.monotonic() - began - patient

    assert patient >= 0.09
    assert at_once < 1


@pytest.mark.measured
async def test_wake_ends_every_wait() -> None:
    live = MemoryLive()
    with live.listen([HERE]) as one, live.listen([ELSEWHERE]) as two:
        waits = asyncio.gather(one.wait(30), two.wait(30))
        await asyncio.sleep(0.01)

        live.wake_all()

        await asyncio.wait_for(waits, 1)


async def test_stop_reaches_everyone_who_asked_for_it() -> None:
    live = MemoryLive()
    stopped: list[tuple[str, list[ReplyId]]] = []
    live.on_stop(lambda ids: stopped.append(("one", list(ids))))
    live.on_stop(lambda ids: stopped.append(("two", list(ids))))

    live.ask_stop([ReplyId("r_1")])

    assert stopped == [("one", ["r_1"]), ("two", ["r_1"])]


@pytest.mark.parametrize("alone", [True, False])
async def test_bus_of_one_process_is_healthy_only_alone(alone: bool) -> None:
    assert MemoryLive(alone=alone).healthy is alone
