"""Our own API, called from inside on behalf of whoever has called: through the same door, without a socket.

The guard, the gate, the policies and the limits see the same visitor with the same credentials as if each call had come
from outside.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Scope
from typing_extensions import override

from antiphon.api.tracing import carry_on
from antiphon.client import AsyncClient, ServerUnreachable
from antiphon.client.errors import build_failure
from antiphon.client.wire import Wire

# What is about the one request and not about who sent it.
_OF_THE_REQUEST = frozenset(
    (
        b"accept",
        b"accept-encoding",
        b"connection",
        b"content-length",
        b"content-type",
        b"idempotency-key",
        b"last-event-id",
        b"traceparent",
        b"transfer-encoding",
        b"x-request-id",
    )
)


@dataclass(slots=True)
class InnerAnswer:
    """What came back, as far as it has."""

    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytearray = field(default_factory=bytearray)

    async def take(self, message: Message) -> None:
        """One message of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {
                name.decode("latin-1").title(): value.decode("latin-1") for name, value in message["headers"]
            }
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")


class InnerCalls:
    """Calls of one application from inside. Whoever stops waiting for one does not stop it, as over a socket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._running: set[asyncio.Task[None]] = set()

    async def call(self, scope: Scope, body: bytes) -> InnerAnswer:
        """The whole answer."""
        answer = InnerAnswer()
        task = asyncio.create_task(self._run(scope, body, answer), name=f"inner {scope['method']} {scope['path']}")
        self._running.add(task)
        task.add_done_callback(self._note_end)
        await asyncio.wait((task,))
        if not answer.status:
            task.result()
        return answer

    async def close(self) -> None:
        """Wait for whatever nobody waits for any more."""
        if self._running:
            await asyncio.wait(self._running)

    async def _run(self, scope: Scope, body: bytes, answer: InnerAnswer) -> None:
        messages = iter(({"type": "http.request", "body": body, "more_body": False},))

        async def receive() -> Message:
            if (message := next(messages, None)) is not None:
                return message
            # Nobody hangs up inside.
            for_ever: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
            return await for_ever

        await self._app(scope, receive, answer.take)

    def _note_end(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            # What failed was answered and logged before it came here.
            task.exception()


class InnerWire(Wire):
    """The wire of a client that is inside; it carries whole answers and no streams."""

    def __init__(self, calls: InnerCalls, visitor: Request, url: str) -> None:
        super().__init__(url)
        self._calls = calls
        self._visitor = visitor

    @override
    async def hear(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> bytes:
        """The body that answers; failures are the same as over a socket."""
        scope = _build_scope(self._visitor.scope, method, address, headers, len(body or b""))
        try:
            async with asyncio.timeout(seconds):
                answer = await self._calls.call(scope, body or b"")
        except TimeoutError as error:
            raise ServerUnreachable(self.url, "it took too long") from error
        if answer.status >= 400:
            raise build_failure(self.url, answer.status, answer.headers, bytes(answer.body))
        return bytes(answer.body)


class InnerClient(AsyncClient):
    """A client of this very application, as whoever sent the request."""

    def __init__(self, calls: InnerCalls, visitor: Request, url: str) -> None:
        super().__init__(url)
        self._wire = InnerWire(calls, visitor, url)


def _build_scope(visitor: Scope, method: str, address: str, headers: Mapping[str, str], size: int) -> Scope:
    path, _, query = address.partition("?")
    who = [(name, value) for name, value in visitor["headers"] if name not in _OF_THE_REQUEST]
    said = [(name.lower().encode(), value.encode()) for name, value in {**headers, **carry_on()}.items()]
    length = [(b"content-length", str(size).encode())] if size else []
    return {
        "type": "http",
        "asgi": visitor["asgi"],
        "http_version": visitor["http_version"],
        "scheme": visitor["scheme"],
        "server": visitor["server"],
        "client": visitor["client"],
        "root_path": "",
        "method": method,
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": [*who, *said, *length],
    }
