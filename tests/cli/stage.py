"""A small HTTP server that speaks the API as a test scripts it: real sockets, real bytes, real hang-ups."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from antiphon.access.proof import Identity
from antiphon.conversation.event import Delta, Event
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import encode_view


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Answer:
    """A status and a JSON body."""

    status: int
    body: Any


class HangUp(Exception):
    """Closes the connection without an answer."""


Step = bytes | asyncio.Event | type[HangUp]
Responder = Callable[[Request], Answer]


def snapshot(view: ConversationView) -> bytes:
    """The event every feed starts with."""
    return frame("snapshot", encode_view(view), id=f"{view.id}:{view.seq}")


def news(event: Event) -> bytes:
    """A fact with its id, or a delta without one."""
    id = None if isinstance(event, Delta) else f"{event.conversation_id}:{event.seq}"
    return frame(event.kind, encode_event(event), id=id)


def frame(name: str, body: Any, *, id: str | None = None) -> bytes:
    """One server-sent event."""
    head = f"event: {name}\n" + (f"id: {id}\n" if id else "")
    return f"{head}data: {json.dumps(body)}\n\n".encode()


@dataclass
class Stage:
    """Answers by path, and one script per feed connection; the last script is repeated."""

    url: str = ""
    answers: dict[str, Responder] = field(default_factory=dict)
    feeds: list[Sequence[Step]] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    @property
    def identity(self) -> Identity:
        """How it proves that it left the note."""
        return Identity(self.url, "a token")

    def leave_note(self, folder: Path, pid: int = 1) -> None:
        """Say where it is, as a running server does."""
        said = {"url": self.url, "pid": pid, "token": self.identity.token}
        (folder / "server.json").write_text(json.dumps(said))

    def answer(self, method: str, path: str, body: Any, status: int = 200) -> None:
        """Always answer this request in this way."""
        self.answers[f"{method} {path}"] = lambda _: Answer(status, body)

    def seen(self, method: str, path: str) -> list[Request]:
        """The requests that came to this path."""
        return [each for each in self.requests if each.method == method and each.path == path]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one request."""
        try:
            request = await _read_request(reader)
            self.requests.append(request)
            if request.path == "/v1/feed":
                await self._play(writer)
            else:
                responder = self.answers.get(f"{request.method} {request.path}", _answer_not_found)
                _write_answer(writer, responder(request))
            await writer.drain()
            writer.close()
        except (HangUp, ConnectionError, asyncio.IncompleteReadError):
            writer.transport.abort()

    async def _play(self, writer: asyncio.StreamWriter) -> None:
        script = self.feeds.pop(0) if len(self.feeds) > 1 else self.feeds[0]
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        _write_chunk(writer, b"retry: 800\n\n: keep-alive\n\n")
        for step in script:
            if isinstance(step, bytes):
                _write_chunk(writer, step)
                await writer.drain()
            elif isinstance(step, asyncio.Event):
                await step.wait()
            else:
                await asyncio.sleep(0.05)
                raise HangUp
        writer.write(b"0\r\n\r\n")


@asynccontextmanager
async def open_stage() -> AsyncIterator[Stage]:
    """A stage on a free loopback port."""
    stage = Stage()
    server = await asyncio.start_server(stage.serve, "127.0.0.1", 0)
    stage.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    stage.answers["GET /healthz"] = lambda request: Answer(
        200, {"status": "ok", "proof": stage.identity.answer(request.query["challenge"])}
    )
    async with server:
        yield stage


def _answer_not_found(request: Request) -> Answer:
    error = {"code": "not_found", "detail": f"there is no {request.path}", "facts": {}}
    return Answer(404, error)


def _write_answer(writer: asyncio.StreamWriter, answer: Answer) -> None:
    body = json.dumps(answer.body).encode()
    writer.write(f"HTTP/1.1 {answer.status} X\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode())
    writer.write(body)


def _write_chunk(writer: asyncio.StreamWriter, body: bytes) -> None:
    writer.write(f"{len(body):x}\r\n".encode() + body + b"\r\n")


async def _read_request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    method, target, _ = head[0].split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    parts = urlsplit(target)
    return Request(method, parts.path, dict(parse_qsl(parts.query)), headers, json.loads(body) if body else None)
