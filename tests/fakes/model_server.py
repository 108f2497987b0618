"""A server that speaks the Chat Completions wire, and every way of failing at it.

It is a real HTTP server on a loopback port, in a thread of its own, written on bare sockets so that it can
break a connection in the middle of a byte. What it answers is a script: a tuple of steps, and scripts add
up.

    with ModelServer() as server:
        server.script("echo", say("Hello", pieces=5) + finish("stop") + usage(3, 5) + done())
        server.handler = lambda body: fail(429) if body["model"] == "busy" else None
        server.hold("echo")        # requests for this model wait ...
        server.release("echo")     # ... until now
"""

import asyncio
import base64
import contextlib
import itertools
import json
import socket
import struct
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Headers:
    """Send the status line and headers of a stream now."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes of the body, as one chunk of the transfer encoding; headers go first if they have not."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Pour:
    """The same bytes of the body again and again, as fast as they are taken; `None` times is for ever."""

    data: bytes
    times: int | None


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes straight onto the socket."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Whole:
    """A complete response with a length; the connection stays open."""

    status: int
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sleep:
    """Do nothing for a while; `None` is for ever."""

    seconds: float | None


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing until somebody in another thread sets this."""

    gate: threading.Event


@dataclass(frozen=True, slots=True)
class Drop:
    """End the connection here: with an RST, or with a FIN before the body is complete."""

    reset: bool


Step = Headers | Chunk | Pour | Raw | Whole | Sleep | Wait | Drop
Script = tuple[Step, ...]
Handler = Callable[[Json], Script | None]


def sse(body: object, *, name: str = "") -> Script:
    """One event with this JSON."""
    head = f"event: {name}\n" if name else ""
    return (Chunk(f"{head}data: {json.dumps(body)}\n\n".encode()),)


def frame(delta: Json, finish_reason: str | None = None) -> Json:
    """A chunk object with one choice."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "choices": [choice]}


def say(text: str, *, pieces: int = 1, pause: float = 0) -> Script:
    """Content in so many events."""
    cuts = [len(text) * index // pieces for index in range(pieces + 1)]
    script: Script = ()
    for index in range(pieces):
        if pause:
            script += (Sleep(pause),)
        script += sse(frame({"content": text[cuts[index] : cuts[index + 1]]}))
    return script


def think(text: str) -> Script:
    """Reasoning in one event."""
    return sse(frame({"reasoning_content": text}))


def draw(data: bytes, kind: str = "image/png") -> Script:
    """A picture in one event, as gateways send it."""
    return draw_at(f"data:{kind};base64,{base64.b64encode(data).decode()}")


def draw_at(url: str) -> Script:
    """A picture at this address."""
    return sse(frame({"content": "", "images": [{"type": "image_url", "image_url": {"url": url}}]}))


def call_tool(name: str, arguments: str, *, index: int = 0, call_id: str = "", pieces: int = 3) -> Script:
    """A call whose arguments arrive in pieces."""
    head = {"index": index, "id": call_id or f"call_{name}_{index}", "type": "function"}
    script = sse(frame({"tool_calls": [head | {"function": {"name": name, "arguments": ""}}]}))
    cuts = [len(arguments) * number // pieces for number in range(pieces + 1)]
    for start, end in itertools.pairwise(cuts):
        script += sse(frame({"tool_calls": [{"index": index, "function": {"arguments": arguments[start:end]}}]}))
    return script


def finish(reason: str = "stop") -> Script:
    """The finish reason; `done` and `usage` are separate, since servers differ about them."""
    return sse(frame({}, reason))


def usage(prompt: int, completion: int, *, cached: int = 0, written: int = 0, reasoning: int = 0) -> Script:
    """The event that has usage and no choices."""
    counts = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached} | ({"cache_write_tokens": written} if written else {}),
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }
    return sse({"choices": [], "usage": counts})


def done() -> Script:
    """The end marker."""
    return (Chunk(b"data: [DONE]\n\n"),)


def answer(text: str, *, pieces: int = 1, pause: float = 0) -> Script:
    """A whole good answer."""
    counted = usage(10, max(1, len(text) // 4))
    return say(text, pieces=pieces, pause=pause) + finish() + counted + done()


def complete(*pieces: str, reason: str = "stop") -> Script:
    """A whole good answer of a server that completes a text."""
    script: Script = ()
    for number, text in enumerate(pieces, start=1):
        ends = reason if number == len(pieces) else None
        choice = {"index": 0, "text": text, "finish_reason": ends, "logprobs": None}
        script += sse({"id": "cmpl-1", "object": "text_completion", "created": 1, "choices": [choice]})
    return script + usage(9, 4) + done()


def fail(status: int, body: object = None, headers: Mapping[str, str] | None = None) -> Script:
    """A refusal; the body may be bytes, text or anything JSON can hold."""
    if body is None:
        body = {"error": {"message": f"failed with {status}", "type": None, "code": None}}
    if isinstance(body, bytes):
        return (Whole(status, body, headers or {}),)
    if isinstance(body, str):
        return (Whole(status, body.encode(), headers or {}),)
    return (Whole(status, json.dumps(body).encode(), {"Content-Type": "application/json", **(headers or {})}),)


def chunk(data: bytes) -> Script:
    """Bytes of the body in one chunk."""
    return (Chunk(data),)


def pour(data: bytes, times: int | None = None) -> Script:
    """Bytes of the body without end, or so many times."""
    return (Pour(data, times),)


def raw(data: bytes) -> Script:
    """Bytes outside any framing."""
    return (Raw(data),)


def headers_only(content_type: str = "text/event-stream", **headers: str) -> Script:
    """The head of a good response."""
    return (Headers(200, {"Content-Type": content_type, **headers}),)


def sleep(seconds: float) -> Script:
    """A pause."""
    return (Sleep(seconds),)


def wait(gate: threading.Event) -> Script:
    """A pause that a test ends."""
    return (Wait(gate),)


def hang() -> Script:
    """Silence, until the client leaves."""
    return (Sleep(None),)


def reset() -> Script:
    """A connection reset."""
    return (Drop(reset=True),)


def cut() -> Script:
    """A polite end of the connection in the wrong place."""
    return (Drop(reset=False),)


@dataclass(slots=True)
class Received:
    """One request as it arrived."""

    at: float
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    json: Json
    connection: int
    disconnected: bool = False
    answered: bool = False

    @property
    def model(self) -> str:
        """The model that was asked for: it stands in the body, or in the path between `models/` and a colon."""
        in_path = self.path.partition("/models/")[2].partition(":")[0]
        return str(self.json.get("model", in_path))


class ModelServer:
    """Serves scripts; remembers requests. Start it with `with`, or with `start` and `close`."""

    def __init__(self, default: Script | None = None, *, handler: Handler | None = None, port: int = 0) -> None:
        self.default = default if default is not None else answer("Hello there.", pieces=3)
        self.handler = handler
        self.models: list[str] = ["echo"]
        # With a key set, whoever comes without it is told so in OpenAI's own words.
        self.key: str | None = None
        self.pages: dict[str, Script] = {}
        self.requests: list[Received] = []
        self.port = port
        self._scripts: dict[str, Script] = {}
        self._queued: dict[str, deque[Script]] = defaultdict(deque)
        self._held: dict[str, threading.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._connections = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="model-server", daemon=True)

    @property
    def bodies(self) -> list[bytes]:
        """Every body that was posted, byte for byte."""
        return [each.body for each in self.requests if each.method == "POST"]

    @property
    def base_url(self) -> str:
        """What a provider is configured with."""
        return f"http://127.0.0.1:{self.port}/v1"

    def script(self, model: str, script: Script) -> None:
        """Answer every request for this model so."""
        self._scripts[model] = script

    def enqueue(self, model: str, *scripts: Script) -> None:
        """Answer the next requests for this model so, one script each."""
        self._queued[model].extend(scripts)

    def hold(self, model: str) -> None:
        """Let requests for this model wait, after they were received and recorded."""
        self._held[model] = threading.Event()

    def release(self, model: str) -> None:
        """Let them go on."""
        self._held.pop(model).set()

    async def wait_for_requests(self, count: int, *, seconds: float = 5) -> list[Received]:
        """The requests, once there are so many."""
        await self._wait_until(lambda: len(self.requests) >= count, seconds)
        return self.requests

    async def wait_for_disconnect(self, index: int = 0, *, seconds: float = 5) -> float:
        """How long it took until this request's client was gone."""
        started = time.monotonic()
        await self._wait_until(lambda: self.requests[index].disconnected, seconds)
        return time.monotonic() - started

    def start(self) -> Self:
        """Listen; returns when the port is known."""
        self._thread.start()
        self._ready.wait(5)
        return self

    def close(self) -> None:
        """Drop every connection and stop."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(5)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def _wait_until(self, holds: Callable[[], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                raise TimeoutError(f"not within {seconds} s; {len(self.requests)} requests so far")
            await asyncio.sleep(0.002)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._accept, "127.0.0.1", self.port, backlog=2048)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        task = asyncio.create_task(self._converse(reader, writer, self._connections))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        """Answer the requests of one connection, one after another."""
        head = b""
        try:
            while True:
                request = await _read_request(reader, head, number)
                self.requests.append(request)
                head = await self._answer(request, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, _Gone):
            pass
        finally:
            writer.transport.abort()

    async def _answer(self, request: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """Play the script, and notice when the client leaves; returns what it sent too early."""
        watching = asyncio.create_task(reader.read(1))
        playing = asyncio.create_task(self._play(request, writer))
        try:
            await asyncio.wait({watching, playing}, return_when=asyncio.FIRST_COMPLETED)
            if not playing.done() and (watching.exception() or not watching.result()):
                request.disconnected = True
                raise _Gone
            try:
                await playing
            except ConnectionError:
                request.disconnected = True
                raise
            request.answered = True
            return watching.result() if watching.done() else b""
        finally:
            for task in (playing, watching):
                task.cancel()
            await asyncio.gather(playing, watching, return_exceptions=True)

    async def _play(self, request: Received, writer: asyncio.StreamWriter) -> None:
        await self._stand_by(request.model)
        stage = _Stage(writer)
        for step in self._choose(request):
            await stage.play(step)
        await stage.end()

    async def _stand_by(self, model: str) -> None:
        if gate := self._held.get(model):
            await _wait_for(gate)

    def _choose(self, request: Received) -> Script:
        if self.key is not None and request.headers.get("authorization") != f"Bearer {self.key}":
            refusal = {"message": "Incorrect API key provided", "type": None, "code": "invalid_api_key"}
            return fail(401, {"error": refusal})
        if request.path in self.pages:
            return self.pages[request.path]
        if request.method == "GET":
            return fail(200, {"object": "list", "data": [{"id": model} for model in self.models]})
        if self.handler and (script := self.handler(request.json)) is not None:
            return script
        if self._queued[request.model]:
            return self._queued[request.model].popleft()
        return self._scripts.get(request.model, self.default)


class _Gone(Exception):
    """The connection is over, by the client's will or the script's."""


class _Stage:
    """Plays steps onto one connection."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._chunked = False
        self._whole = False

    async def play(self, step: Step) -> None:
        match step:
            case Sleep(None):
                await asyncio.Event().wait()
            case Sleep(seconds):
                await asyncio.sleep(seconds or 0)
            case Wait(gate):
                await _wait_for(gate)
            case Drop(reset):
                await self._drop(reset=reset)
            case Headers(status, headers):
                await self._send(self._head(status, headers))
            case Chunk(data):
                head = b"" if self._chunked else self._head(200, {"Content-Type": "text/event-stream"})
                await self._send(head + b"%x\r\n%b\r\n" % (len(data), data))
            case Pour(data, times):
                for _ in itertools.count() if times is None else range(times):
                    await self.play(Chunk(data))
            case Raw(data):
                self._whole = self._whole or not self._chunked
                await self._send(data)
            case Whole(status, body, headers):
                self._whole = True
                head = _format_head(status, {**headers, "Content-Length": str(len(body))})
                await self._send(head + body)

    async def end(self) -> None:
        """Complete the body, so that the connection can go on."""
        if self._chunked:
            await self._send(b"0\r\n\r\n")

    def _head(self, status: int, headers: Mapping[str, str]) -> bytes:
        self._chunked = True
        return _format_head(status, {**headers, "Transfer-Encoding": "chunked"})

    async def _send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def _drop(self, *, reset: bool) -> None:
        if reset:
            plug = self._writer.get_extra_info("socket")
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._writer.transport.abort()
        else:
            self._writer.close()
            with contextlib.suppress(ConnectionError):
                await self._writer.wait_closed()
        raise _Gone


async def _wait_for(gate: threading.Event) -> None:
    while not gate.is_set():
        await asyncio.sleep(0.002)


async def _read_request(reader: asyncio.StreamReader, head: bytes, connection: int) -> Received:
    head += await reader.readuntil(b"\r\n\r\n")
    at = time.monotonic()
    start, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = start.split(" ", 2)
    pairs = (line.partition(":") for line in lines if line)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    parsed = json.loads(body) if body else {}
    return Received(at, method, path, headers, body, parsed, connection)


def _format_head(status: int, headers: Mapping[str, str]) -> bytes:
    reason = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else "Odd"
    lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
