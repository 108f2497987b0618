"""A server at an address, reached over Streamable HTTP and through the one way out.

The library would follow redirects on the same host and let one broken answer end the session for everybody. Here no
redirect is followed, and whatever goes wrong on the way becomes the answer to the one request it happened to.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import orjson
from mcp.client.streamable_http import streamable_http_client

from antiphon.egress.errors import AddressRefused, EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session
from antiphon.egress.transport import AnyResponse, PreparedRequest, Send, open_client, send_under
from antiphon.tools.servers import HttpServer, find_host
from antiphon.tools.wire import FAILED_ON_THE_WAY, FORGOTTEN, LARGEST_ANSWER, TOO_LARGE

# How long a tool may take is for its caller to say; this only ends what everybody has forgotten.
_SILENCE_SECONDS = 3600.0
_GOODBYE_SECONDS = 2.0
# Nothing comes back for a message that asks nothing, and the library sends no other until it has been taken.
_NOTICE_SECONDS = 5.0
_SESSION = "mcp-session-id"
# A stream may carry progress before the answer.
_LARGEST_STREAM = 4 * LARGEST_ANSWER


class Outlet(NamedTuple):
    """The way out for one kind of server: connections, and the policy they were opened under."""

    session: Session
    policy: AddressPolicy


class Remote:
    """The way to an address. A server that has forgotten our session is told apart from every other failure."""

    def __init__(self, spec: HttpServer, outlet: Outlet) -> None:
        self.ended = asyncio.Event()
        self.problem = ""
        self.forgotten = False
        self._spec = spec
        self._policy = outlet.policy
        self._host = find_host(spec.url)
        self._send_patiently = send_under(*outlet, silence_seconds=_SILENCE_SECONDS)
        self._send_notice = send_under(*outlet, silence_seconds=_NOTICE_SECONDS)
        self._send_goodbye = send_under(*outlet, silence_seconds=_GOODBYE_SECONDS)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[Any, Any]]:
        """The library's streams over our connections; nothing is sent before the first message."""
        self._check_address()
        client = open_client(self._send, limit=_LARGEST_STREAM)
        async with streamable_http_client(
            self._spec.url, http_client=client, max_sse_event_size=LARGEST_ANSWER
        ) as streams:
            yield streams

    def _check_address(self) -> None:
        """Every request is judged anyway; this one comes before the library reads the address in its own way."""
        try:
            self._policy.check_url(self._spec.url)
        except AddressRefused as error:
            self.problem = _describe_refusal(error)
            raise

    async def _send(self, draft: PreparedRequest) -> AnyResponse:
        if draft.method == "GET" and "last-event-id" not in draft.headers:
            # A stream for what servers want to say unasked. Nobody here would listen.
            return _build_answer(405, b"")
        try:
            return await self._exchange(draft)
        except AddressRefused as error:
            return _build_problem(_describe_refusal(error))
        except EgressError as error:
            return _build_problem(f"on the way there: {error}")

    async def _exchange(self, draft: PreparedRequest) -> AnyResponse:
        if find_host(draft.url) != self._host:
            raise AddressRefused(draft.url, "it is not where this server was set up")
        answer = await self._choose_patience(draft)(draft._replace(headers=self._add_secrets(draft.headers)))
        if answer.status < 300 and _find_type(answer) == "text/event-stream":
            return answer
        return await self._read_whole(draft, answer)

    def _choose_patience(self, draft: PreparedRequest) -> Send:
        if draft.method == "DELETE":
            return self._send_goodbye
        is_notice = draft.method == "POST" and _find_question(draft.body) is None
        return self._send_notice if is_notice else self._send_patiently

    def _add_secrets(self, headers: Mapping[str, str]) -> dict[str, str]:
        """The protocol's own headers stay as they are."""
        secrets = {name.lower(): value for name, value in self._spec.headers.items()}
        return {**secrets, **headers}

    async def _read_whole(self, draft: PreparedRequest, answer: AnyResponse) -> AnyResponse:
        try:
            if 300 <= answer.status < 400:
                return _build_problem(f"it redirects elsewhere (HTTP {answer.status}), and redirects are not followed")
            body = await _read_body(answer)
        finally:
            answer.close()
        if len(body) > LARGEST_ANSWER:
            return _build_problem(TOO_LARGE)
        if answer.status >= 400:
            return self._read_refusal(draft, answer.status, body)
        return _build_answer(answer.status, body, _find_type(answer), _find_header(answer, _SESSION))

    def _read_refusal(self, draft: PreparedRequest, status: int, body: bytes) -> AnyResponse:
        error = _read_protocol_error(body)
        if _SESSION in draft.headers and _has_forgotten(draft, status, body):
            self.forgotten, self.problem = True, "it has forgotten our session"
            return _build_problem(self.problem, FORGOTTEN)
        if error is not None:
            return _build_answer(status, body)
        if status in (401, 403):
            return _build_problem(f"it did not let us in (HTTP {status})")
        return _build_problem(f"it answered with HTTP {status}")


class _Read:
    """An answer that has already been read."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self._body = body

    async def read_some(self) -> bytes:
        some, self._body = self._body, b""
        return some

    def close(self) -> None:
        """The connection is long closed."""


def _describe_refusal(error: AddressRefused) -> str:
    """Without the address, which may hold a secret."""
    return f"its address may not be reached: {error.reason}"


async def _read_body(answer: AnyResponse) -> bytes:
    """The whole body, or a little more of it than anybody reads."""
    body = bytearray()
    while len(body) <= LARGEST_ANSWER and (some := await answer.read_some()):
        body += some
    return bytes(body)


def _build_answer(status: int, body: bytes, kind: str = "application/json", session: str = "") -> AnyResponse:
    return _Read(status, {"content-type": kind, **({_SESSION: session} if session else {})}, body)


def _build_problem(reason: str, code: int = FAILED_ON_THE_WAY) -> AnyResponse:
    """A failure in the protocol's own form, which the library hands to whoever asked."""
    error = {"code": code, "message": reason}
    return _build_answer(502, orjson.dumps({"jsonrpc": "2.0", "id": None, "error": error}))


def _find_header(answer: AnyResponse, wanted: str) -> str:
    return next((value for name, value in answer.headers.items() if name.lower() == wanted), "")


def _find_type(answer: AnyResponse) -> str:
    return _find_header(answer, "content-type").partition(";")[0].strip().lower()


def _has_forgotten(draft: PreparedRequest, status: int, body: bytes) -> bool:
    """Whether a session is unknown there, and so nothing of this was heard. What answers the question was heard.

    Many say so with 400 instead of 404, where it may as well be that a tool has failed: they name the session.
    """
    error = _read_protocol_error(body)
    if error is not None and error.get("id") == _find_question(draft.body) is not None:
        return False
    return status == 404 or (status == 400 and b"session" in body.lower())


def _find_question(body: bytes) -> Any:
    """The id of what is asked; none for a message that nobody answers."""
    message = _read_object(body)
    return message.get("id") if "method" in message else None


def _read_protocol_error(body: bytes) -> dict[str, Any] | None:
    message = _read_object(body)
    return message if message.get("jsonrpc") == "2.0" and isinstance(message.get("error"), dict) else None


def _read_object(body: bytes) -> dict[str, Any]:
    try:
        parsed = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return parsed if isinstance(parsed, dict) else {}
