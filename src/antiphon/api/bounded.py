"""What a request may bring along: so many bytes, in so much time, in so many pieces.

Every route declares its limit beside its policy. All of it is checked before anything is parsed.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import quote

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from typing_extensions import override

from antiphon.access.policy import Policy
from antiphon.api.pieces import PieceCount
from antiphon.conversation.errors import AntiphonError, BodyStalled, BodyTooLarge

_MIB = 1024 * 1024
# Ten thousand ids, or a few texts of 20,000 characters: whatever is no long text and no file.
SHORT = _MIB
# Files of advisors and panels: hundreds of descriptions.
FILE = 8 * _MIB
# Four million characters (`schemas.body.Text`) are 16 MiB when each of them takes four bytes.
LONG = 20 * _MIB
# As much as `upload_mib` can be set to. What it is set to is looked at where the file is read.
UPLOAD = 50 * _MIB

# Where no body is expected none is read; some programs send an empty object with everything.
_NOTHING = 1024

# Whoever sends nothing for so long has gone, or wants to keep us waiting.
IDLE_SECONDS = 30.0
# A thin line carries 50 kB a second; a body that comes slower than that in the end is one that drips.
_SLOWEST_RATE = 50_000
PATIENCE_SECONDS = 60.0

# Smaller bodies cost less to parse than a thread costs to ask.
_PARSED_HERE = 256 * 1024


class BodyRefused(HTTPException):
    """A refusal while a body is read. The framework lets only its own kind through there; `error` is what happened."""

    def __init__(self, error: AntiphonError) -> None:
        super().__init__(400)
        self.error = error


class BoundedRoute(APIRoute):
    """A route whose requests end where its policy says."""

    @override
    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what says it is too large; read the rest no further than may be."""
        policy: Policy = self.endpoint.policy  # type: ignore[attr-defined] # an application without it is not built
        declared = _declared(scope)
        if declared is not None:
            limit = policy.body or _NOTHING
            if declared > limit:
                raise BodyTooLarge(limit)
            # Only what may be long is counted on its way: a length that is not said may be any.
            counted = self.body_field is not None and not 0 < declared <= _PARSED_HERE
            receive = Bounded(receive, limit, PieceCount() if counted else None, declared)
        await super().handle(scope, receive, send)

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, given requests that parse what is large beside the loop."""
        answer = super().get_route_handler()

        async def answer_bounded(request: Request) -> Response:
            return await answer(LargeRequest(request.scope, request.receive))

        bounded = answer_bounded if self.body_field else answer
        location: str | None = getattr(self.endpoint, "location", None)
        return bounded if location is None else _locate(bounded, location)


def _locate(
    answer: Callable[[Request], Coroutine[Any, Any, Response]], location: str
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    """The same handler, whose answers say where the thing is that was made."""

    async def answer_located(request: Request) -> Response:
        response = await answer(request)
        if response.status_code == 201:
            names = {**json.loads(bytes(response.body)), **request.path_params}
            response.headers["Location"] = location.format_map({each: quote(str(names[each])) for each in names})
        return response

    return answer_located


class LargeRequest(Request):
    """A request whose body is parsed on a thread when it is large, so that streams go on between the steps of it."""

    @override
    async def json(self) -> Any:
        """The body as JSON, parsed once."""
        if not hasattr(self, "_json"):
            body = await self.body()
            # As RFC 8259 has it. In UTF-16 commas could be hidden from whoever counted them on their way.
            text = body.decode("utf-8")
            small = len(body) <= _PARSED_HERE
            self._json = json.loads(text) if small else await asyncio.to_thread(json.loads, text)
        return self._json


class Bounded:
    """The body of one request as it arrives. After its end it only passes on whether somebody is still there."""

    def __init__(self, receive: Receive, limit: int, pieces: PieceCount | None, announced: int = 0) -> None:
        self._receive = receive
        self._limit = limit
        self._taken = 0
        self._done = False
        self._pieces = pieces
        self._deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS + (announced or limit) / _SLOWEST_RATE

    async def __call__(self) -> Message:
        """The next bytes; `BodyRefused` when they are too many or do not come."""
        if self._done:
            return await self._receive()
        message = await self._await_bytes()
        body: bytes = message.get("body", b"")
        self._taken += len(body)
        self._done = not message.get("more_body", False)
        if self._taken > self._limit:
            raise BodyRefused(BodyTooLarge(self._limit))
        if self._pieces is not None and self._pieces.is_too_many(body):
            raise BodyRefused(BodyTooLarge(self._pieces.most, "values"))
        return message

    async def _await_bytes(self) -> Message:
        now = asyncio.get_running_loop().time()
        until = min(now + IDLE_SECONDS, self._deadline)
        try:
            async with asyncio.timeout_at(until):
                return await self._receive()
        except TimeoutError:
            raise BodyRefused(BodyStalled(round(until - now))) from None


def _declared(scope: Scope) -> int | None:
    """How many bytes the request says it brings: none at all without either header, 0 when it does not say."""
    found: int | None = None
    for name, value in scope["headers"]:
        if name == b"content-length":
            found = int(value) if value.isdigit() else 0
        elif name == b"transfer-encoding":
            found = found or 0
    return found
