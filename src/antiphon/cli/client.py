"""A small typed client of the API.

Every answer becomes a value or one of two failures: the server could not be reached (trying again may help),
or it understood and refused (trying again will not).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote, urlencode

import orjson

from antiphon.cli.answers import Advisor, Advisors, Conversation, Conversations, Receipt, Receipts, Status
from antiphon.cli.message import Message
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_turn, decode_view
from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import read_capped
from antiphon.egress.session import Session, get, open_session, send
from antiphon.providers.sse import Event, SseDecoder

# The server writes a keep-alive comment every 15 s; three of them missing means the line is dead.
_SILENT_SECONDS = 45.0
_CALL_SECONDS = 15.0
_CONNECT_SECONDS = 5.0
_UNAVAILABLE = 503
# Fifty turns of a large panel are a few megabytes; this only keeps a stranger on the port out of memory.
_LARGEST_ANSWER = 256 * 1024 * 1024
# The server is on this machine.
_POLICY = AddressPolicy(allow_private=True)


class ServerUnreachable(AntiphonError):
    """The server does not answer now; the same request may succeed in a moment."""

    code = "server_unreachable"

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(f"the Antiphon server at {url} does not answer ({reason})")


class ServerRefused(AntiphonError):
    """The server answered with an error of its own; `code`, sentence and `said` (its facts) are the server's."""

    def __init__(self, status: int, code: str, message: str, said: Mapping[str, Any] | None = None) -> None:
        self.status = status
        self.code = code
        self.said = said or {}
        super().__init__(message)


class Client:
    """One server, reached over one connection pool. Made by `open_client`."""

    def __init__(self, url: str, session: Session) -> None:
        self.url = url
        self._session = session

    async def is_healthy(self) -> bool:
        """True when an Antiphon server answers at this address."""
        try:
            answer = await self.get("/healthz")
        except (ServerUnreachable, ServerRefused):
            return False
        return answer.get("status") == "ok"

    async def read_status(self) -> Status:
        """Version, default model, and whether this is a rehearsal."""
        return Status.model_validate(await self.get("/v1/status"))

    async def read_advisors(self) -> tuple[Advisor, ...]:
        """Everyone who can be asked."""
        return Advisors.model_validate(await self.get("/v1/advisors")).advisors

    async def create_conversation(self, title: str = "") -> Conversation:
        """A new conversation with the default panel."""
        return Conversation.model_validate(await self.ask("POST", "/v1/conversations", {"title": title}))

    async def read_conversations(self, limit: int) -> tuple[Conversation, ...]:
        """The conversations that changed last."""
        answer = await self.get("/v1/conversations", limit=limit)
        return Conversations.model_validate(answer).conversations

    async def read_conversation(self, conversation_id: str, limit: int) -> ConversationView:
        """The newest turns of a conversation."""
        return decode_view(await self.get(f"/v1/conversations/{conversation_id}", limit=limit))

    async def read_turn(self, turn_id: str) -> Turn:
        """One turn as far as it has come."""
        return decode_turn(await self.get(f"/v1/turns/{quote(turn_id, safe='')}"))

    async def read_turns_before(self, conversation_id: str, position: int, limit: int) -> tuple[Turn, ...]:
        """The newest turns before a position, oldest first."""
        answer = await self.get(f"/v1/conversations/{conversation_id}/turns", before=position, limit=limit)
        return tuple(decode_turn(each) for each in answer["turns"])

    async def send_turn(self, conversation_id: str, message: Message, key: str) -> Turn:
        """Have a message answered. The same key twice is one turn, so a failed call may be repeated."""
        path = f"/v1/conversations/{conversation_id}/turns"
        answer = await self.ask("POST", path, message.encode(), {"Idempotency-Key": key})
        return decode_turn(answer["turn"])

    async def stop_turn(self, turn_id: str) -> tuple[str, ...]:
        """Ask every open reply of a turn to stop; the ids of those that will."""
        answer = await self.ask("POST", f"/v1/turns/{turn_id}/stop", {})
        return tuple(answer["stopping"])

    async def read_receipts(self, reply_id: str, *, exact: bool = False) -> tuple[Receipt, ...]:
        """What was sent for a reply, one receipt per attempt; the bytes of images only if they are wanted exactly."""
        query = {"exact": "true"} if exact else {}
        return Receipts.model_validate(await self.get(f"/v1/replies/{reply_id}/receipts", **query)).receipts

    async def follow_feed(self, conversation_id: str, last_event_id: str | None) -> AsyncGenerator[Event, None]:
        """Events of one connection, after `last_event_id` or from a snapshot on, until the server ends it."""
        headers = {"Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        url = f"{self.url}/v1/feed?{urlencode({'conversation': conversation_id})}"
        decoder = SseDecoder(_LARGEST_ANSWER)
        try:
            response = await get(self._session, _POLICY, url, headers=headers, silence_seconds=_SILENT_SECONDS)
            try:
                if response.status != 200:
                    raise self._build_failure(response.status, await read_capped(response, _LARGEST_ANSWER))
                while chunk := await response.read_some():
                    for event in decoder.feed(chunk):
                        yield event
            finally:
                response.close()
        except EgressError as error:
            raise ServerUnreachable(self.url, str(error)) from error

    async def get(self, path: str, **query: object) -> dict[str, Any]:
        """The JSON object at this path."""
        return await self.ask("GET", f"{path}?{urlencode(query)}" if query else path)

    async def get_text(self, path: str, **query: object) -> str:
        """What stands at this path, for pages that are no JSON."""
        address = f"{path}?{urlencode(query)}" if query else path
        return (await self._hear("GET", address, None, {}, _CALL_SECONDS)).decode()

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        seconds: float = _CALL_SECONDS,
    ) -> dict[str, Any]:
        """The JSON object that answers; everything together may take no longer than a person waits."""
        said = {} if body is None else {"Content-Type": "application/json"}
        written = None if body is None else orjson.dumps(body)
        return await self._call(method, path, written, {**said, **(headers or {})}, seconds)

    async def upload(self, path: str, data: bytes, query: Mapping[str, str], *, seconds: float) -> dict[str, Any]:
        """The JSON object that answers to these bytes; reading them may take the server as long as this."""
        headers = {"Content-Type": "application/octet-stream"}
        return await self._call("POST", f"{path}?{urlencode(query)}", data, headers, seconds)

    async def _call(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> dict[str, Any]:
        return _parse_object(await self._hear(method, path, body, headers, seconds))

    async def _hear(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> bytes:
        try:
            async with asyncio.timeout(seconds):
                status, content = await self._exchange(method, path, body, headers, seconds)
        except EgressError as error:
            raise ServerUnreachable(self.url, str(error)) from error
        except TimeoutError as error:
            raise ServerUnreachable(self.url, "it took too long") from error
        if status >= 400:
            raise self._build_failure(status, content)
        return content

    async def _exchange(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> tuple[int, bytes]:
        response = await send(
            self._session,
            _POLICY,
            method,
            self.url + path,
            headers=headers,
            silence_seconds=seconds,
            body=body,
        )
        try:
            return response.status, await read_capped(response, _LARGEST_ANSWER)
        finally:
            response.close()

    def _build_failure(self, status: int, body: bytes) -> AntiphonError:
        error = _parse_object(body).get("error")
        if not isinstance(error, dict):
            error = {"code": f"http_{status}", "message": f"the server answered with HTTP {status}"}
        if status == _UNAVAILABLE:
            return ServerUnreachable(self.url, str(error.get("message")))
        said = error.get("facts")
        return ServerRefused(
            status, str(error.get("code")), str(error.get("message")), said if isinstance(said, dict) else None
        )


@asynccontextmanager
async def open_client(url: str) -> AsyncIterator[Client]:
    """A client of the server at this address; closes its connections at the end."""
    async with open_session(_POLICY, connect_seconds=_CONNECT_SECONDS) as session:
        yield Client(url.rstrip("/"), session)


def _parse_object(body: bytes) -> dict[str, Any]:
    """A JSON object, or an empty one when the body is something else."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}
