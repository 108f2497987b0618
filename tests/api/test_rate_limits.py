"""Too many, too often, too slow: what one caller may take of the server."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.access.policy import CallCost
from antiphon.access.principal import LOCAL
from antiphon.access.rate_limits import Callers, RateLimits
from antiphon.app import connection, run_in_process
from antiphon.conversation.errors import TooManyCalls
from antiphon.settings import Settings

Start = Callable[..., AbstractAsyncContextManager[str]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """A server on a free port, with these settings."""

    @asynccontextmanager
    async def running(**more: Any) -> AsyncIterator[str]:
        async with run_in_process(Settings(data_dir=tmp_path, default_model="scripted:rehearsal", **more)) as url:
            yield url

    return running


async def dial(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))


async def test_nobody_holds_a_connection_with_half_a_request(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Headers that do not end, in time or in size, and the rest of a body that was refused."""
    monkeypatch.setattr(connection, "HEADER_SECONDS", 0.5)
    monkeypatch.setattr(connection, "LINGER_SECONDS", 0.5)
    halves = [
        (b"", b""),
        (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b", b""),
        (b"GET /healthz HTTP/1.1\r\nX-A: " + b"b" * 100_000, b"HTTP/1.1 431"),
        (b"POST /v1/conversations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n{", b"HTTP/1.1 413"),
    ]

    async with start() as url:
        for said, heard in halves:
            reader, writer = await dial(url)
            writer.write(said)
            whole = await asyncio.wait_for(_read_to_end(reader), 5)
            assert whole.startswith(heard), said[:60]
            assert (b"application/problem+json" in whole) == bool(heard), said[:60]
            writer.close()
        # After an answer, bytes that begin no request buy no time.
        reader, writer = await dial(url)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await reader.readuntil(b"}")
        writer.write(b"\r\n")
        assert await asyncio.wait_for(_read_to_end(reader), 5) == b""
        writer.close()
        # A connection in use outlives its first deadline.
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1)) as session:
            for pause in (0.0, 0.7):
                await asyncio.sleep(pause)
                async with session.get(f"{url}/healthz") as answer:
                    assert answer.status == 200


async def _read_to_end(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(-1)
    except ConnectionResetError:
        return b""


@pytest.mark.measured
async def test_one_connection_too_many_is_told_so(start: Start) -> None:
    async with start(open_connections=10) as url:
        held = [await dial(url) for _ in range(10)]
        reader, writer = await dial(url)

        head, _, body = (await asyncio.wait_for(reader.read(-1), 5)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"content-type: application/problem+json" in head
        assert json.loads(body)["code"] == "too_many_connections"
        # Whoever is inside is served as before.
        heard, asking = held[0]
        asking.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert (await asyncio.wait_for(heard.readuntil(b"}"), 5)).startswith(b"HTTP/1.1 200 ")

        for _, each in [*held, (reader, writer)]:
            each.close()


async def test_open_feeds_have_a_number_and_give_their_place_back(start: Start) -> None:
    async with start(open_feeds=2) as url, aiohttp.ClientSession() as session:
        async with session.post(f"{url}/v1/conversations", json={}) as answer:
            address = f"{url}/v1/feed?conversation={(await answer.json())['id']}"
        first, second = await session.get(address), await session.get(address)

        async with session.get(address) as third:
            assert third.status == 429
            assert third.headers["Retry-After"] == "5"
            assert (await third.json())["code"] == "too_many_feeds"
        first.close()
        async with asyncio.timeout(5):
            while (again := await session.get(address)).status != 200:
                await asyncio.sleep(0.05)
        for each in (second, again):
            each.close()


async def test_calls_beyond_the_pace_are_told_when_to_come_again(start: Start) -> None:
    """D-04: by what they cost; a health check is nobody's and always answered."""
    async with start(paid_calls_per_minute=2) as url, aiohttp.ClientSession() as session:
        statuses = []
        for _ in range(3):
            async with session.post(f"{url}/v1/rounds/x/next") as answer:
                statuses.append(answer.status)
                said = await answer.json()
        async with session.get(f"{url}/v1/status") as cheap:
            statuses.append(cheap.status)

        assert statuses == [404, 404, 429, 200]
        assert int(answer.headers["Retry-After"]) in range(1, 31)
        assert said["code"] == "too_many_calls"


def test_a_minute_may_come_at_once_and_then_trickles() -> None:
    now = [1000.0]
    callers = Callers(RateLimits(paid=60), clock=lambda: now[0])
    other = replace(LOCAL, id="somebody")

    for _ in range(60):
        callers.check(LOCAL, CallCost.PAID)
    with pytest.raises(TooManyCalls) as refused:
        callers.check(LOCAL, CallCost.PAID)
    assert refused.value.wait_seconds == 1
    callers.check(LOCAL, CallCost.CHEAP)
    callers.check(other, CallCost.PAID)
    now[0] += 1.0
    callers.check(LOCAL, CallCost.PAID)
    with pytest.raises(TooManyCalls):
        callers.check(LOCAL, CallCost.PAID)
