"""What a turn costs does not grow with the conversation, and what a reply costs grows with its length alone."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from antiphon.settings import Settings
from bench.past import fill
from tests.fakes.model_server import done, finish, say
from tests.journeys.conftest import House

LONG = 100_000
SHORT = 1_000
SAMPLES = 25


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_long_conversation_costs_no_more_than_a_short_one(house: House, settings: Settings) -> None:
    """At most 1.3 times as long to load the newest page and to send, with 100,000 turns as with 1,000."""
    short, long = await house.converse(), await house.converse()
    url = settings.database_url or f"sqlite:///{settings.sqlite_path}"
    fill(url, short, SHORT)
    fill(url, long, LONG)

    async def load(conversation: str) -> float:
        with stopwatch() as seconds:
            await house.get(f"/v1/conversations/{conversation}")
        return seconds()

    async def send(conversation: str) -> float:
        """From the send to the moment the model has the request, history and all."""
        count = len(house.voices.server.requests)
        with stopwatch() as seconds:
            sent = await house.send(f"{time.monotonic_ns()}", conversation=conversation, advisor_ids=["skeptic"])
            while len(house.voices.server.requests) == count:
                await asyncio.sleep(0.001)
        await house.api.settled(house.url, sent["turn"]["id"])
        return seconds()

    for name, deed in (("load", load), ("send", send)):
        took = await _alternate(deed, short, long)
        ratio = took[long] / took[short]
        print(
            f"{url.split(':')[0]}: {name}: {took[short]:.1f} ms at {SHORT}, {took[long]:.1f} ms at {LONG}: {ratio:.2f}x"
        )
        assert ratio <= 1.3


@contextmanager
def stopwatch() -> Iterator[Callable[[], float]]:
    """The seconds the block took."""
    started = time.perf_counter()
    taken: list[float] = []
    yield lambda: taken[0]
    taken.append(time.perf_counter() - started)


async def _alternate(deed: Callable[[str], Awaitable[float]], *conversations: str) -> dict[str, float]:
    """Median milliseconds of the deed in each conversation, taken in turns."""
    took: dict[str, list[float]] = {each: [] for each in conversations}
    for number in range(SAMPLES + 3):
        for each in conversations:
            seconds = await deed(each)
            if number >= 3:
                took[each].append(seconds * 1000)
    return {each: statistics.median(times) for each, times in took.items()}


@pytest.mark.timeout(120)
async def test_reply_costs_what_it_is_long(house: House) -> None:
    """XP18, M9, M41: ten times the text is ten times the bytes, on the wire and to the database."""
    wire: dict[int, int] = {}
    database: dict[int, int] = {}
    for length in (10_000, 100_000, 1_000_000):
        house.voices.script("skeptic", say("twelve chars" * (length // 12), pieces=length // 100) + finish() + done())
        conversation = await house.converse()
        with bytes_to_the_database() as counted:
            wire[length] = await _count_feed(house, conversation)
        database[length] = counted[0]
        print(f"{length} characters: {wire[length]} bytes of feed, {counted[0]} bytes to the database")

    for length in wire:
        # Once as it grows and once when it ends; the rest is the question, receipts and facts.
        assert wire[length] < 1.5 * length + 20_000
        assert database[length] < 2.1 * length + 20_000


async def _count_feed(house: House, conversation: str) -> int:
    """Bytes of feed until the reply has ended."""
    total = 0
    async with house.api.session.get(f"{house.url}/v1/feed?conversation={conversation}") as response:
        await house.send("go on", conversation=conversation, advisor_ids=["skeptic"])
        ending = b""
        async for some in response.content.iter_any():
            total += len(some)
            ending = (ending + some)[-20_000:]
            if b"event: reply_settled" in ending:
                return total
    raise AssertionError("the feed ended first")


@contextmanager
def bytes_to_the_database() -> Iterator[list[int]]:
    """How many bytes of parameters every engine of this process sends while the block lasts."""
    counted = [0]

    def count(conn: Any, cursor: Any, statement: Any, parameters: Any, context: Any, executemany: Any) -> None:
        counted[0] += _size(parameters)

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield counted
    finally:
        event.remove(Engine, "before_cursor_execute", count)


def _size(value: Any) -> int:
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, dict):
        return sum(_size(each) for each in value.values())
    if isinstance(value, list | tuple):
        return sum(_size(each) for each in value)
    return 8
