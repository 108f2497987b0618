"""The fake server is a real one."""

import asyncio
import contextlib
import json
import threading
import time

import pytest

from tests.fakes.model_server import ModelServer, answer, fail, finish, hang, say, wait


async def request(server: ModelServer, model: str = "echo") -> bytes:
    """Send a bare request and read all that comes until the connection ends or rests."""
    body = json.dumps({"model": model}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
    received = b""
    try:
        while not received.endswith((b"0\r\n\r\n", b"}")) and (some := await reader.read(65536)):
            received += some
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    return received


async def test_scripts_are_chosen_by_handler_queue_and_model() -> None:
    with ModelServer(answer("default")) as server:
        server.handler = lambda body: fail(418) if body["model"] == "teapot" else None
        server.script("always", answer("always"))
        server.enqueue("always", answer("once"))

        replies = [await request(server, model) for model in ("teapot", "always", "always", "echo")]

    assert [b"418" in replies[0], b"once" in replies[1], b"always" in replies[2], b"default" in replies[3]] == [
        True
    ] * 4


async def test_held_models_wait() -> None:
    with ModelServer(answer("Hello")) as server:
        server.hold("slow")
        slow = asyncio.create_task(request(server, "slow"))
        quick = await request(server, "quick")

        assert b"Hello" in quick
        assert not slow.done()
        server.release("slow")
        assert b"Hello" in await slow


async def test_a_gate_may_stand_in_a_script() -> None:
    gate = threading.Event()
    with ModelServer(say("before") + wait(gate) + say("after") + finish()) as server:
        task = asyncio.create_task(request(server))
        await server.wait_for_requests(1)
        await asyncio.sleep(0.02)

        assert not task.done()
        gate.set()
        assert b"after" in await task


@pytest.mark.measured
async def test_hundreds_of_clients_are_served_and_dropped_at_once() -> None:
    with ModelServer(say("hello") + hang()) as server:
        tasks = [asyncio.create_task(request(server)) for _ in range(300)]
        await server.wait_for_requests(300)
        started = time.monotonic()

    assert time.monotonic() - started < 10
    replies = await asyncio.gather(*tasks, return_exceptions=True)
    assert len(replies) == 300
