"""The second face of the way out: where client libraries bring their requests.

A library that wants an HTTP client gets one whose transport is the house's own connections, so names are looked up
once, every address is judged, nothing is redirected and no proxy is taken from the environment. The libraries'
timeouts and pools play no part: silence is measured as for everybody else.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import NamedTuple, Protocol

import httpx2
from typing_extensions import override

from antiphon.egress.errors import CutOff, EgressError, NotHttp, WentSilent
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session
from antiphon.egress.session import send as send_request

Client = httpx2.AsyncClient
# No answer anybody waits for is larger; what goes on beyond this is not an answer.
BODY_LIMIT = 64 * 1024 * 1024
# The bytes arrive decoded and in pieces of our own, so these would lie about them.
_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})
# These describe the library's connection, and the connection is ours.
_OF_THE_CONNECTION = frozenset({"host", "connection", "content-length", "transfer-encoding", "accept-encoding"})


class PreparedRequest(NamedTuple):
    """A request as a library drew it up, before anything left."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


class AnyResponse(Protocol):
    """What comes back: `egress.response.Response`, or something that reads it in its own way."""

    @property
    def status(self) -> int:
        """The status of the answer."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """Its headers."""
        ...

    async def read_some(self) -> bytes:
        """All bytes that are here, waiting for the first; empty at the end."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...


Send = Callable[[PreparedRequest], Awaitable[AnyResponse]]


def open_client(send: Send, *, limit: int = BODY_LIMIT) -> Client:
    """A client for a library, each of whose requests is handed to `send`. It holds nothing that needs closing."""
    return Client(transport=_Transport(send, limit), timeout=None, follow_redirects=False, trust_env=False)


def send_under(session: Session, policy: AddressPolicy, *, silence_seconds: float) -> Send:
    """Sends drafts as they are, under this policy."""

    async def send(draft: PreparedRequest) -> AnyResponse:
        return await send_request(
            session,
            policy,
            draft.method,
            draft.url,
            headers={name: value for name, value in draft.headers.items() if name not in _OF_THE_CONNECTION},
            silence_seconds=silence_seconds,
            body=draft.body or None,
        )

    return send


class _Transport(httpx2.AsyncBaseTransport):
    """Turns the library's requests into drafts, and answers into the library's responses."""

    def __init__(self, send: Send, limit: int) -> None:
        self._send = send
        self._limit = limit

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        draft = PreparedRequest(request.method, str(request.url), dict(request.headers), await request.aread())
        try:
            answer = await self._send(draft)
        except EgressError as error:
            raise _translate(error) from error
        headers = [(name, value) for name, value in answer.headers.items() if name.lower() not in _OF_THE_WIRE]
        return httpx2.Response(answer.status, headers=headers, stream=_Body(answer, self._limit))


class _Body(httpx2.AsyncByteStream):
    """The bytes of an answer, as many as are read at all."""

    def __init__(self, answer: AnyResponse, limit: int) -> None:
        self._answer = answer
        self._left = limit

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            while some := await self._answer.read_some():
                self._left -= len(some)
                if self._left < 0:
                    raise NotHttp("the answer is larger than we read")
                yield some
        except EgressError as error:
            raise _translate(error) from error

    @override
    async def aclose(self) -> None:
        self._answer.close()


def _translate(error: EgressError) -> httpx2.TransportError:
    """The same failure in the words of the library."""
    match error:
        case WentSilent():
            return httpx2.ReadTimeout(str(error))
        case CutOff():
            return httpx2.ReadError(str(error))
        case NotHttp():
            return httpx2.RemoteProtocolError(str(error))
        case _:
            return httpx2.ConnectError(str(error))
