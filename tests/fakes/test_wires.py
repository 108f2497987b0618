"""Every wire can say everything a test may want said."""

import asyncio
import contextlib
import json

import pytest

from tests.fakes.model_server import Script, hang
from tests.fakes.wires import FORMATS, WIRES, Format, WireServer


async def request(server: WireServer, path: str, body: bytes) -> bytes:
    """Send a bare request and read until the answer is complete."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"POST %b HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (path.encode(), len(body)) + body)
    received = b""
    try:
        while not received.endswith((b"0\r\n\r\n", b"}")) and (some := await reader.read(65536)):
            received += some
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    return received


@pytest.mark.parametrize("wire", FORMATS)
async def test_bodies_are_kept_byte_for_byte(wire: Format) -> None:
    body = b'{ "model":  "echo",\n"odd spacing": "\xc3\xa9" }'
    with WireServer(wire) as server:
        server.answer("Certainly.")

        answer = await request(server, "/anything", body)

    assert server.bodies == [body]
    assert b"Certainly." in answer


async def test_the_model_is_found_in_the_path_too() -> None:
    with WireServer("google") as server:
        server.script("gemini-x", WIRES["google"].refuse(418, "teapot"))

        answer = await request(server, "/v1/models/gemini-x:streamGenerateContent?alt=sse", b"{}")

    assert b"teapot" in answer
    assert server.requests[0].model == "gemini-x"


@pytest.mark.parametrize("wire", FORMATS)
def test_every_piece_of_a_script_is_an_event_of_valid_json(wire: Format) -> None:
    voice = WIRES[wire]
    script: Script = voice.begin() + voice.think("Hm") + voice.say("Hello", pieces=2)
    script += voice.call("c1", "clock", '{"a": 1}') + voice.finish() + voice.break_down(503, "busy")

    frames = [line[6:] for step in script for line in step.data.splitlines() if line.startswith(b"data: ")]  # type: ignore[union-attr]  # chunks only

    assert len(frames) > 5
    assert all(isinstance(json.loads(frame), dict) for frame in frames if frame != b"[DONE]")


@pytest.mark.measured
async def test_a_slow_stream_is_noticed_when_its_reader_leaves() -> None:
    with WireServer("anthropic") as server:
        server.default = server.wire.begin() + hang()
        task = asyncio.create_task(request(server, "/v1/messages", b"{}"))
        await server.wait_for_requests(1)
        await asyncio.sleep(0.05)
        task.cancel()

        assert await server.wait_for_disconnect() < 2
