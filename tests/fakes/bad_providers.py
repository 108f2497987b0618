"""Providers that misbehave, in a process of their own so that they cost nobody else any time.

`python -m tests.fakes.bad_providers` prints one line of JSON with its ports and serves until it is ended. Which way it
misbehaves is said in the message: `case endless_text`. The contrarian alone is answered so, the others are answered
well.
"""

import asyncio
import json
import re
import ssl
import sys
import zlib
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from tests.fakes.model_server import (
    Headers,
    ModelServer,
    Raw,
    Script,
    answer,
    chunk,
    cut,
    done,
    fail,
    finish,
    frame,
    hang,
    headers_only,
    pour,
    raw,
    say,
    sleep,
    sse,
    think,
    usage,
)
from tests.fakes.voices import voice_of

BAD_VOICE = "contrarian"
_MB = 1_000_000
_CASE = re.compile(r"case ([a-z0-9_]+)")


def choose(body: dict[str, Any]) -> Script:
    """What this request is answered with."""
    voice = voice_of(body)
    found = _CASE.findall(json.dumps(body["messages"]))
    if voice != BAD_VOICE or found[-1] not in CASES:
        return answer(f"{voice} answers well.", pieces=20, pause=0.02)
    return _build(found[-1])


def _build(case: str) -> Script:
    made = CASES[case]
    return made() if callable(made) else made


def _event(body: object) -> bytes:
    return b"data: %b\n\n" % json.dumps(body).encode()


def _call(index: int, arguments: str = "{}") -> dict[str, Any]:
    return {"index": index, "id": f"call_{index}", "function": {"name": "foo", "arguments": arguments}}


@cache
def _many_calls(count: int) -> Script:
    """So many calls, a thousand events to a chunk, as a server that means it would send them."""
    events = [_event(frame({"tool_calls": [_call(index)]})) for index in range(count)]
    chunks = [b"".join(events[at : at + 1000]) for at in range(0, count, 1000)]
    return tuple(step for each in chunks for step in chunk(each)) + finish("tool_calls") + usage(5, count) + done()


@cache
def _gzip_bomb(block: bytes, times: int) -> Script:
    """A stream that grows a thousandfold when it is unpacked: one packed block, repeated, which deflate allows."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = packer.compress(b"\n") + packer.flush(zlib.Z_FULL_FLUSH)
    packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    return headers_only(**{"Content-Encoding": "gzip"}) + chunk(head) + pour(packed, times)


def _trickle() -> Script:
    """One byte at a time of an event that never ends; a byte a minute is the same to whoever waits four seconds."""
    return headers_only() + say("Slowly") + tuple(step for _ in range(60) for step in (*chunk(b":"), *sleep(1)))


_ERROR = {"error": {"message": "overloaded", "type": "server_error", "code": 503}}
_LARGE = b"x" * _MB
# Large ones are made when the process starts that sends them, not by everybody who wants to know their names.
CASES: dict[str, Script | Callable[[], Script]] = {
    "hang_after_headers": headers_only() + hang(),
    "premature_close": headers_only() + cut(),
    "premature_close_after_text": say("Half of") + cut(),
    "error_then_done": sse(_ERROR) + done(),
    "error_then_done_after_text": say("Half of") + sse(_ERROR) + done(),
    "invalid_utf8": chunk(b'data: {"choices":[{"delta":{"content":"\xff\xfe\\u0000\\ud800 ok"}}]}\n\n')
    + finish()
    + done(),
    "wrong_encoding": headers_only(**{"Content-Encoding": "gzip"}) + say("not packed") + finish() + done(),
    "duplicated_chunks": say("twice ") + say("twice ") + finish() + finish() + usage(1, 1) + usage(1, 1) + done(),
    "line_100mb": chunk(b"data: ") + pour(_LARGE, 100) + chunk(b"\n\n") + finish() + done(),
    "deep_json": chunk(b"data: " + b"[" * 200_000 + b"]" * 200_000 + b"\n\n") + say("fine") + finish() + done(),
    "wrong_types": tuple(
        step
        for odd in (None, 7, [], "x", {"choices": None}, {"choices": [None]}, {"choices": [{"delta": 5}]})
        for step in sse(odd)
    )
    + finish()
    + done(),
    "error_body_100mb": (
        Raw(b"HTTP/1.1 500 Sorry\r\nContent-Type: text/plain\r\nContent-Length: 100000000\r\n\r\n"),
        *(Raw(_LARGE) for _ in range(100)),
    ),
    "retry_in_3_days": fail(429, None, {"Retry-After": "259200"}),
    "retry_in_minus_5": fail(429, None, {"Retry-After": "-5"}),
    "retry_in_1e308": fail(429, None, {"Retry-After": "1e308"}),
    "retry_at_9999": fail(429, None, {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}),
    "endless_text": pour(_event(frame({"content": "la " * 100})) * 50),
    "endless_reasoning": pour(_event(frame({"reasoning_content": "hm " * 100})) * 50),
    "endless_arguments": pour(_event(frame({"tool_calls": [_call(0, "x" * 300)]})) * 50),
    "endless_name": pour(
        _event(frame({"tool_calls": [{"index": 0, "function": {"name": "ab"}}]}))
        + _event(frame({"tool_calls": [{"index": 0, "function": {"name": "cd"}}]}))
    ),
    "endless_nothing": pour(_event({"choices": []}) * 200),
    "endless_comments": pour(b": still here\n\n" * 200),
    "calls_20000": partial(_many_calls, 20_000),
    "calls_200000": partial(_many_calls, 200_000),
    "text_after_finish": say("All of it.")
    + finish()
    + usage(5, 5)
    + pour(_event(frame({"content": "and more "})) * 20),
    "text_after_finish_slowly": say("All of it.")
    + finish()
    + tuple(step for _ in range(200) for step in (*say("more "), *sleep(0.1))),
    "gzip_bomb_of_zeros": partial(_gzip_bomb, b"\0" * 10 * _MB, 1000),
    "gzip_bomb_of_text": partial(_gzip_bomb, _event(frame({"content": "la " * 100})) * 20_000, 1000),
    "one_byte_at_a_time": _trickle(),
    "not_http": raw(b"SSH-2.0-OpenSSH_9.2\r\n") + hang(),
    "endless_headers": (
        Raw(b"HTTP/1.1 200 OK\r\n"),
        *(Raw(b"X-Filler: " + b"y" * 4000 + b"\r\n") for _ in range(5000)),
    ),
    "think_then_hang": think("Hm.") + hang(),
    "redirect": (Headers(302, {"Location": "http://127.0.0.1:9/"}),),
}


async def _serve_tls(*, hang_up: bool) -> int:
    """A server whose handshake cannot succeed: it hangs up on it, or has no certificate and no cipher in common."""
    if hang_up:

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.abort()

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
    else:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0, ssl=context)
    return int(server.sockets[0].getsockname()[1])


async def _main() -> None:
    for case in CASES:
        _build(case)
    chat = ModelServer(handler=choose).start()
    ports = {
        "chat": chat.port,
        "hang_up": await _serve_tls(hang_up=True),
        "no_certificate": await _serve_tls(hang_up=False),
    }
    sys.stdout.write(json.dumps(ports) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_main())
