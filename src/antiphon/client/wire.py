"""Requests to one server over HTTP, through `egress`: every answer is a value or a `ClientError`."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import orjson

from antiphon.client.errors import ClientError, ServerUnreachable, build_failure, parse_object
from antiphon.egress.errors import EgressError
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, read_capped
from antiphon.egress.session import Session, open_session, send
from antiphon.egress.sse import Event, SseDecoder

# The server writes a keep-alive comment every 15 s; three of them missing means the line is dead.
_SILENT_SECONDS = 45.0
CALL_SECONDS = 15.0
_CONNECT_SECONDS = 5.0
# Fifty turns of a large panel are a few megabytes; this only keeps a stranger on the port out of memory.
_LARGEST_ANSWER = 256 * 1024 * 1024
# The server is on this machine or in this network as often as not.
_POLICY = AddressPolicy(allow_private=True)


def build_path(template: str, *names: object) -> str:
    """The path with these names in place of its `{}`, none of which can leave its place."""
    return template.format(*(quote(str(name), safe="") for name in names))


class Wire:
    """One server, reached over one pool of connections that is opened with the first request.

    `headers` go along with every request, for a proxy that wants to know who comes. Belongs to one event loop.
    """

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        self.url = url.rstrip("/")
        self._headers = dict(headers or {})
        self._session: Session | None = None

    async def close(self) -> None:
        """Close every connection; closing twice is closing once, and a later request opens a new pool."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def get(self, path: str, **query: object) -> dict[str, Any]:
        """The JSON object at this path; what is asked with None is not asked."""
        return await self.ask("GET", path, query=query)

    async def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, object] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        seconds: float = CALL_SECONDS,
    ) -> dict[str, Any]:
        """The JSON object that answers; everything together may take no longer than a person waits."""
        said = {} if body is None else {"Content-Type": "application/json"}
        written = None if body is None else orjson.dumps(body)
        address = _build_address(path, query)
        return parse_object(await self.hear(method, address, written, {**said, **(headers or {})}, seconds))

    async def get_bytes(self, path: str, **query: object) -> bytes:
        """What stands at this path, for what is no JSON."""
        return await self.hear("GET", _build_address(path, query), None, {}, CALL_SECONDS)

    async def ask_bytes(self, method: str, path: str, body: Mapping[str, object], *, seconds: float) -> bytes:
        """What answers to this JSON object, for what is no JSON itself."""
        return await self.hear(method, path, orjson.dumps(body), {"Content-Type": "application/json"}, seconds)

    async def get_text(self, path: str, **query: object) -> str:
        """The same as text."""
        return (await self.get_bytes(path, **query)).decode()

    async def upload(self, path: str, data: bytes, query: Mapping[str, object], *, seconds: float) -> dict[str, Any]:
        """The JSON object that answers to these bytes; reading them may take the server as long as this."""
        headers = {"Content-Type": "application/octet-stream"}
        return parse_object(await self.hear("POST", _build_address(path, query), data, headers, seconds))

    async def listen(
        self, path: str, query: Mapping[str, object], last_event_id: str | None
    ) -> AsyncGenerator[Event, None]:
        """Events of one connection, after `last_event_id` or from the beginning, until the server ends it."""
        headers = {"Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        decoder = SseDecoder(_LARGEST_ANSWER)
        try:
            response = await self._send("GET", _build_address(path, query), None, headers, _SILENT_SECONDS)
            try:
                if response.status != 200:
                    raise await self._read_failure(response)
                while chunk := await response.read_some():
                    for event in decoder.feed(chunk):
                        yield event
            finally:
                response.close()
        except EgressError as error:
            raise ServerUnreachable(self.url, str(error)) from error

    async def pause(self, seconds: float) -> None:
        """Wait before the next request."""
        await asyncio.sleep(seconds)

    async def hear(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str], seconds: float
    ) -> bytes:
        """The body that answers to these bytes; every call but a stream ends here."""
        try:
            async with asyncio.timeout(seconds):
                response = await self._send(method, address, body, headers, seconds)
                try:
                    if response.status >= 400:
                        raise await self._read_failure(response)
                    return await read_capped(response, _LARGEST_ANSWER)
                finally:
                    response.close()
        except EgressError as error:
            raise ServerUnreachable(self.url, str(error)) from error
        except TimeoutError as error:
            raise ServerUnreachable(self.url, "it took too long") from error

    async def _send(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str], silence: float
    ) -> Response:
        if self._session is None:
            self._session = open_session(_POLICY, connect_seconds=_CONNECT_SECONDS)
        said = {**self._headers, **headers}
        return await send(
            self._session, _POLICY, method, self.url + address, headers=said, silence_seconds=silence, body=body
        )

    async def _read_failure(self, response: Response) -> ClientError:
        body = await read_capped(response, _LARGEST_ANSWER)
        return build_failure(self.url, response.status, response.headers, body)


def _build_address(path: str, query: Mapping[str, object] | None) -> str:
    asked = {name: _encode(value) for name, value in (query or {}).items() if value is not None}
    return f"{path}?{urlencode(asked, doseq=True)}" if asked else path


def _encode(value: object) -> object:
    return str(value).lower() if isinstance(value, bool) else value
