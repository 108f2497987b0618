"""One session with one server.

The library's sessions must be left by the task that entered them, so each is held by a task of its own from its
opening to its end. Requests only wait for their answers and may come from anywhere, many at a time.
"""

import asyncio
import contextvars
import json
import logging
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.session import ClientSession
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    Implementation,
    InputRequiredResult,
    PaginatedRequestParams,
)
from pydantic import TypeAdapter, ValidationError

from antiphon import __version__
from antiphon.conversation.errors import ToolFailed, ToolServerUnavailable, ToolTimedOut
from antiphon.conversation.text import clean_text
from antiphon.tools.listing import MOST_TOOLS
from antiphon.tools.wire import FAILED_ON_THE_WAY, FORGOTTEN, LEFT, ToolWire

logger = logging.getLogger(__name__)

_LEAVING_SECONDS = 10.0
_MOST_PAGES = 50
_LONGEST_REASON = 500
# Servers use the same code for whatever they like; these are the library's own words beside it.
_OF_THE_LIBRARY = ("Connection closed", "SSE stream ")
_ANSWER: TypeAdapter[CallToolResult | InputRequiredResult] = TypeAdapter(CallToolResult | InputRequiredResult)


class Connection:
    """A session that is being opened, is open, or has ended; it is never opened twice."""

    def __init__(self, name: str, draw_wire: Callable[[], ToolWire], start_seconds: float) -> None:
        self.name = name
        self.problem = ""
        self.protocol = ""
        self.listed = False
        self._draw_wire = draw_wire
        self._wire: ToolWire | None = None
        self._closing = False
        self._forgotten = False
        self._asked = 0
        self._start_seconds = start_seconds
        self._session: ClientSession | None = None
        self._settled = asyncio.Event()
        self._scope = anyio.CancelScope(deadline=anyio.current_time() + start_seconds)
        # A context of its own: the session outlives the request that happened to open it.
        self.task = asyncio.create_task(self._hold(), name=f"tools {name}", context=contextvars.Context())

    @property
    def has_ended(self) -> bool:
        """True once nothing can be asked here any more."""
        return self._settled.is_set() and not self.is_open

    @property
    def is_open(self) -> bool:
        """True while requests can be made."""
        if self._session is None or self._wire is None:
            return False
        return not self._forgotten and not self._wire.ended.is_set()

    @property
    def is_idle(self) -> bool:
        """True while nobody waits for an answer."""
        return self._asked == 0

    async def ready(self) -> None:
        """Wait until requests can be made; `ToolServerUnavailable` when that will never be."""
        await self._settled.wait()
        self._find_session()

    async def list_tools(self) -> list[dict[str, Any]]:
        """Everything the server offers, as it says it, up to a little more than anybody uses."""
        try:
            with self._asking() as session:
                async with asyncio.timeout(self._start_seconds):
                    return await self._list_pages(session)
        except TimeoutError:
            reason = f"it did not list its tools within {self._start_seconds:g} seconds"
        except (MCPError, ValidationError) as error:
            reason = self._describe(error)
        raise ToolServerUnavailable(self.name, reason)

    async def call(self, tool: str, arguments: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """Ask once, whatever happens; the answer as the server gave it."""
        if not _is_sendable(arguments):
            raise ToolFailed(self.name, tool, "its arguments cannot be written as JSON, so it was not asked")
        request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=dict(arguments)))
        try:
            with self._asking() as session:
                async with asyncio.timeout(timeout):
                    answer = await session.send_request(request, _ANSWER)
        except TimeoutError:
            raise ToolTimedOut(self.name, tool, timeout) from None
        except (MCPError, ValidationError) as error:
            raise ToolFailed(self.name, tool, self._describe(error)) from error
        if isinstance(answer, InputRequiredResult):
            raise ToolFailed(self.name, tool, "it wants to ask somebody something first, which is not possible here")
        return answer.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def close(self) -> None:
        """End the session, in good order if the server lets us; a second time changes nothing."""
        self._closing = True
        if self._wire is not None and self.is_open:
            self._wire.ended.set()
            self._scope.deadline = anyio.current_time() + _LEAVING_SECONDS
        else:
            self._scope.cancel()
        await asyncio.wait({self.task}, timeout=2 * _LEAVING_SECONDS)

    @contextmanager
    def _asking(self) -> Iterator[ClientSession]:
        """The session, for one question. One that was forgotten is given up once nobody waits for an answer in it."""
        session = self._find_session()
        self._asked += 1
        try:
            yield session
        except MCPError as error:
            # Servers use numbers for whatever they like: it is the way there that knows.
            if error.code != FORGOTTEN or self._wire is None or not self._wire.forgotten:
                raise
            self._forgotten = True
            raise ToolServerUnavailable(self.name, "it has forgotten our session") from error
        finally:
            self._asked -= 1
            if self._forgotten and self.is_idle and self._wire is not None:
                self._wire.ended.set()

    def _find_session(self) -> ClientSession:
        if self._session is None:
            raise ToolServerUnavailable(self.name, self.problem)
        return self._session

    async def _list_pages(self, session: ClientSession) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor) if cursor else None)
            found += [each.model_dump(by_alias=True, mode="json", exclude_none=True) for each in page.tools]
            cursor = page.next_cursor
            if not cursor or len(found) > MOST_TOOLS:
                break
        self.listed = True
        return found

    async def _hold(self) -> None:
        try:
            with self._scope:
                if not await self._stay_open("auto"):
                    await self._stay_open("legacy")
            if self._closing:
                self.problem = "it was told to go"
            elif self._scope.cancelled_caught:
                self.problem = f"it did not start within {self._start_seconds:g} seconds"
        finally:
            self._session = None
            self._settled.set()

    async def _stay_open(self, mode: str) -> bool:
        """Open the session and keep it until it ends. False when the server left before it was open.

        Some older servers leave when the first thing they hear is a question of the newer protocol.
        """
        wire = self._wire = self._draw_wire()
        try:
            client = Client(
                wire.open(),
                mode=mode,
                cache=None,
                client_info=Implementation(name="antiphon", version=__version__),
            )
            async with client:
                self._welcome(client)
                await wire.ended.wait()
                self.problem = wire.problem
        except Exception as error:  # noqa: BLE001 - whatever a library or a stranger's program comes up with ends here
            self.problem = wire.problem or self._describe(error)
            logger.info("tool_server_left", extra={"server": self.name, "reason": self.problem})
        self._session = None
        return self._settled.is_set() or wire.problem != LEFT

    def _welcome(self, client: Client) -> None:
        self._session = client.session
        self.problem = ""
        self.protocol = client.session.protocol_version or ""
        self._scope.deadline = math.inf
        self._settled.set()

    def _describe(self, error: BaseException) -> str:
        """Why, in a sentence; a server's own words are quoted and cut short."""
        match error:
            case BaseExceptionGroup():
                return self._describe(error.exceptions[0])
            case MCPError(code=code, message=words) if code == CONNECTION_CLOSED and words.startswith(_OF_THE_LIBRARY):
                return (self._wire and self._wire.problem) or "the connection ended before the answer"
            case MCPError(code=code) if code == FAILED_ON_THE_WAY:
                return error.message
            case MCPError():
                return f"it answered with an error: {clean_text(error.message)[:_LONGEST_REASON]}"
            case ValidationError():
                return "its answer could not be understood"
            case OSError():
                return f"it could not be started: {error.strerror or 'the system does not say why'}"
            case _:
                return f"it could not be understood ({type(error).__name__})"


def _is_sendable(arguments: Mapping[str, Any]) -> bool:
    """False for what JSON has no words for, such as half a character; the library would break off the session."""
    try:
        json.dumps(dict(arguments), allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError):
        return False
    return True
