"""One connection to the server, with an end to what somebody may keep us waiting for.

uvicorn has deadlines for connections at rest only. A request line that never ends, headers without end, and a body that
nobody wants any more would each be waited for as long as the other side likes.
"""

import asyncio
from typing import TYPE_CHECKING, Any

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from antiphon.api.errors import problem

if TYPE_CHECKING:
    from asyncio.events import TimerHandle

# A browser opens connections before it needs them and takes their loss lightly; everybody else speaks at once.
HEADER_SECONDS = 15.0
# Cookies and a long cursor of a hundred conversations stay well below; so do proxies.
MOST_HEADER_BYTES = 64 * 1024
# How long the rest of a refused body is read and thrown away, so that the sender gets to see the answer.
LINGER_SECONDS = 5.0
# A loop that is this late was held up by something else.
_ASLEEP_SECONDS = 1.0


def _refuse(status: int, phrase: str, code: str, detail: str, **headers: str) -> bytes:
    """A whole answer, for whoever has no request yet that the application could answer."""
    answer = problem(status, code, detail, headers={name.replace("_", "-"): value for name, value in headers.items()})
    fields = [*answer.raw_headers, (b"connection", b"close")]
    head = b"".join(b"%b: %b\r\n" % each for each in fields)
    return b"HTTP/1.1 %d %b\r\n%b\r\n%b" % (status, phrase.encode(), head, bytes(answer.body))


_BUSY = _refuse(
    503,
    "Service Unavailable",
    "too_many_connections",
    "too many connections are open; close some, or try again in a moment",
    retry_after="1",
)
_TOO_LARGE = _refuse(
    431,
    "Request Header Fields Too Large",
    "headers_too_large",
    f"the headers of a request have at most {MOST_HEADER_BYTES} bytes",
)


class LimitedConnection(HttpToolsProtocol):
    """uvicorn's own, with a limit to how many there are, and deadlines for headers and for what nobody reads."""

    _deadline: "TimerHandle | None" = None
    _in_headers = False
    _in_body = False
    _header_bytes = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # Left to uvicorn, as many connections as are allowed would have everybody's requests refused.
        self._most, self.limit_concurrency = self.limit_concurrency, None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Wait for the headers, unless there are too many connections already."""
        super().connection_made(transport)
        if self._most is not None and len(self.connections) > self._most:
            transport.write(_BUSY)
            transport.close()
            return
        self._wait(HEADER_SECONDS)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        """Take the bytes; headers that go on and on end here."""
        super().data_received(data)
        if self._is_between():
            # Bytes that begin no request, as an empty line, have stopped the clock of whoever is to go on.
            self._wait(HEADER_SECONDS)
        if self._in_headers:
            self._header_bytes += len(data)
            if self._header_bytes > MOST_HEADER_BYTES and not self.transport.is_closing():
                self.transport.write(_TOO_LARGE)
                self.transport.close()

    @override
    def on_message_begin(self) -> None:
        """A request begins: its headers have a deadline."""
        super().on_message_begin()
        self._in_headers = True
        self._header_bytes = 0
        # The first one's has run since the connection was made.
        if self._deadline is None:
            self._wait(HEADER_SECONDS)

    @override
    def on_headers_complete(self) -> None:
        """The headers are there; how long the body may take is its route's concern."""
        self._in_headers = False
        self._in_body = True
        self._stop_waiting()
        super().on_headers_complete()

    @override
    def on_message_complete(self) -> None:
        """The body is there, whether somebody read it or not."""
        self._in_body = False
        if self.cycle.response_complete:
            self._stop_waiting()
        super().on_message_complete()

    @override
    def on_response_complete(self) -> None:
        """The answer is out. What still comes of the request is read for a moment and thrown away."""
        super().on_response_complete()
        if self._in_body and self.cycle.response_complete and not self.transport.is_closing():
            self._wait(LINGER_SECONDS)

    def _is_between(self) -> bool:
        """Whether nothing is asked for or answered, and no clock runs. The first request has one from the start."""
        if self._deadline is not None or self._in_headers or self._in_body or self.transport.is_closing():
            return False
        return self.cycle.response_complete

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._give_up, self.loop.time() + seconds)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self, due: float) -> None:
        """End the connection, unless it was we who slept: then what was sent meanwhile has not been read yet."""
        self._deadline = None
        if self.loop.time() - due > _ASLEEP_SECONDS:
            self._wait(_ASLEEP_SECONDS)
        else:
            self.transport.abort()
