"""The fake provider: an OpenAI-compatible endpoint that says what time it is.

Every stream is `--chunks` chunks of about 230 bytes, one each `--interval` seconds on a fixed schedule, the
first `--first` to `--first` + `--interval` seconds after the request, so that the phases of parallel streams
differ. Each chunk holds a stamp (see `bench.stamps`); then come the finish reason, the usage and `[DONE]`.
"""

import argparse
import asyncio
import gc
import random
import time
from dataclasses import dataclass
from functools import partial
from typing import cast

import httptools
import uvloop
from typing_extensions import override

from bench.stamps import format_stamp

_HEAD = (
    b'data: {"id":"chatcmpl-bench0000000000000000","object":"chat.completion.chunk",'
    b'"created":1700000000,"model":"fake","system_fingerprint":"fp_bench",'
)
_FINISH = _HEAD + b'"choices":[{"index":0,"delta":{},"logprobs":null,"finish_reason":"stop"}]}\n\n'
_USAGE = (
    _HEAD + b'"choices":[],"usage":{"prompt_tokens":100,"completion_tokens":%d,"total_tokens":%d}}\n\ndata: [DONE]\n\n'
)
_STREAM_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
_MODELS = b'{"object":"list","data":[{"id":"fake","object":"model","owned_by":"bench"}]}'


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a stream is and when its chunks are due, in seconds."""

    chunks: int
    interval: float
    first: float


def build_chunk(text: bytes) -> bytes:
    """One SSE event with this text, framed for chunked transfer."""
    event = b'%b"choices":[{"index":0,"delta":{"content":"%b"},"logprobs":null,"finish_reason":null}]}\n\n' % (
        _HEAD,
        text,
    )
    return frame(event)


def frame(body: bytes) -> bytes:
    """One chunk of a chunked body."""
    return b"%x\r\n%b\r\n" % (len(body), body)


class Conversation(asyncio.Protocol):
    """One client connection; it answers one request after the other."""

    def __init__(self, pace: Pace, loop: asyncio.AbstractEventLoop) -> None:
        self._pace = pace
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpRequestParser(self)
        self._timer: asyncio.TimerHandle | None = None
        self._arrival_ns = 0
        self._begun = 0.0
        self._said = 0

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are not subclasses of asyncio's.
        self._transport = cast("asyncio.Transport", transport)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._timer is not None:
            self._timer.cancel()

    @override
    def data_received(self, data: bytes) -> None:
        self._arrival_ns = time.monotonic_ns()
        self._parser.feed_data(data)

    def on_message_complete(self) -> None:
        """The request is here: begin to answer."""
        if self._parser.get_method() != b"POST":
            self._answer_models()
            return
        delay = self._pace.first + random.random() * min(self._pace.interval, self._pace.first)
        self._begun = self._loop.time() + delay
        self._said = 0
        self._write(_STREAM_HEAD)
        self._timer = self._loop.call_at(self._begun, self._say)

    def _say(self) -> None:
        """Write one chunk, stamped with the moment it is written, and plan the next."""
        now = format_stamp(time.monotonic_ns())
        text = now if self._said else format_stamp(self._arrival_ns) + now
        self._write(build_chunk(text))
        self._said += 1
        following = self._say if self._said < self._pace.chunks else self._finish
        self._timer = self._loop.call_at(self._begun + self._said * self._pace.interval, following)

    def _finish(self) -> None:
        usage = _USAGE % (self._said, self._said + 100)
        self._write(frame(_FINISH) + frame(usage) + b"0\r\n\r\n")

    def _answer_models(self) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        self._write(head % len(_MODELS) + _MODELS)

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)


async def serve(port: int, pace: Pace) -> None:
    """Answer on this port of the loopback until the process ends."""
    loop = asyncio.get_running_loop()
    # A collector pause here would be read as latency of the server under test.
    gc.disable()
    server = await loop.create_server(partial(Conversation, pace, loop), "127.0.0.1", port, backlog=2048)
    async with server:
        await server.serve_forever()


def main() -> None:
    """Serve as the command line asks."""
    parser = argparse.ArgumentParser(prog="python -m bench.provider", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--chunks", type=int, default=200)
    parser.add_argument("--interval", type=float, default=0.02)
    parser.add_argument("--first", type=float, default=0.2)
    options = parser.parse_args()
    uvloop.run(serve(options.port, Pace(options.chunks, options.interval, options.first)))


if __name__ == "__main__":
    main()
