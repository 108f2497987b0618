"""A program elsewhere that is told what has ended: a real HTTP server on this machine that notes what it is sent."""

import threading
import time
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self, cast

import orjson


@dataclass(frozen=True, slots=True)
class Received:
    """One request, byte for byte."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """Which message it is."""
        return self.headers["webhook-id"]

    @property
    def json(self) -> dict[str, Any]:
        """What it says."""
        return cast("dict[str, Any]", orjson.loads(self.body))


@dataclass(slots=True)
class Receiver:
    """Answers 204, or what `always` says, unless it was told what to answer next."""

    received: list[Received] = field(default_factory=list)
    _next: deque[int] = field(default_factory=deque)
    always: int = 204
    # What it always answers on one path.
    at: dict[str, int] = field(default_factory=dict)
    # How long it thinks before it answers.
    pause: float = 0.0
    _server: ThreadingHTTPServer | None = None

    def __enter__(self) -> Self:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.received.append(Received(self.path, headers, body))
                time.sleep(receiver.pause)
                status = receiver._next.popleft() if receiver._next else receiver.at.get(self.path, receiver.always)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", f"{receiver.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Where it listens."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, *statuses: int) -> None:
        """Answer these next."""
        self._next.extend(statuses)

    def of(self, event: str) -> list[Received]:
        """What was received of one kind."""
        return [each for each in self.received if each.json["type"] == event]
