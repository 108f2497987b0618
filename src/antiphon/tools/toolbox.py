"""All servers there are, each connected to when it is first needed.

The library is loaded then too, for it takes seconds and not everybody has tools.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from antiphon.conversation.errors import Malformed, ToolServerUnavailable
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.egress.errors import AddressRefused
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.tools.listing import build_definitions
from antiphon.tools.result import build_result
from antiphon.tools.servers import HttpServer, Kind, Origin, ServerSpec, StdioServer

if TYPE_CHECKING:
    from antiphon.tools.connection import Connection
    from antiphon.tools.wire import Wire


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """How things stand with one server: `problem` is why the last attempt failed, empty when it did not."""

    name: str
    kind: Kind
    origin: Origin
    trusted: bool
    connected: bool
    protocol: str
    problem: str


@dataclass(slots=True)
class _Place:
    """A server and the last session with it."""

    spec: ServerSpec
    connection: "Connection | None" = None


class Toolbox:
    """Calls tools of servers. What it has started is gone when it is closed."""

    def __init__(self, *, allow_private: bool = False, start_seconds: float = 30.0, limit: int = 100_000) -> None:
        self._start_seconds = start_seconds
        self._limit = limit
        # The operator's addresses may be on the operator's own network; others only if the operator says so.
        self._policies: dict[Origin, AddressPolicy] = {
            "operator": AddressPolicy(allow_private=True),
            "person": AddressPolicy(allow_private=allow_private),
        }
        self._sessions: dict[Origin, Session] = {}
        self._places: dict[str, _Place] = {}
        self._connections: set[Connection] = set()

    async def open(self, specs: Iterable[ServerSpec]) -> None:
        """Know these servers. None is started before somebody needs it."""
        for spec in specs:
            await self.add(spec)

    def check(self, spec: ServerSpec) -> None:
        """`Malformed` for an address that could never be reached; a name is judged when it is looked up."""
        if isinstance(spec, HttpServer):
            try:
                self._policies[spec.origin].check_url(spec.url)
            except AddressRefused as error:
                raise Malformed(f"this address may not be reached: {error.reason}") from error

    async def add(self, spec: ServerSpec) -> None:
        """Know this server from now on, in place of any that had its name."""
        await self.remove(spec.name)
        self._places[spec.name] = _Place(spec)

    async def remove(self, name: str) -> None:
        """Forget the server and end what it was doing; nothing happens for a name nobody has."""
        place = self._places.pop(name, None)
        if place is not None and place.connection is not None:
            await place.connection.close()

    async def discover(self, name: str) -> tuple[ToolDefinition, ...]:
        """The tools this server offers now. Asking is harmless, so a broken connection is tried once more."""
        connection = await self._connect(name)
        try:
            listed = await connection.list_tools()
        except ToolServerUnavailable:
            if not connection.has_ended:
                raise
            listed = await (await self._connect(name)).list_tools()
        return build_definitions(self._find(name).spec, listed)

    async def call(self, server: str, tool: str, arguments: Mapping[str, Any], timeout: float) -> ToolResult:
        """Call a tool and wait at most `timeout` seconds for its answer.

        `ToolServerUnavailable` means that the tool was never asked. After `ToolFailed` and `ToolTimedOut` it may have
        done its work, and so it may when the caller is cancelled; nothing is ever asked twice.
        """
        connection = await self._connect(server)
        if not connection.listed:
            # Newer servers want some arguments repeated in headers, and the listing says which.
            await connection.list_tools()
        return build_result(await connection.call(tool, arguments, timeout), self._limit)

    def status(self) -> tuple[ServerStatus, ...]:
        """How things stand with every server."""
        return tuple(_describe(place) for place in self._places.values())

    async def close(self) -> None:
        """End all sessions and programs. Whoever still waits for an answer gets none."""
        self._places.clear()
        await asyncio.gather(*(each.close() for each in self._connections))
        sessions = list(self._sessions.values())
        self._sessions.clear()
        for session in sessions:
            await session.close()

    def _find(self, name: str) -> _Place:
        try:
            return self._places[name]
        except KeyError:
            raise ToolServerUnavailable(name, "no server of this name is set up") from None

    async def _connect(self, name: str) -> "Connection":
        """A session that can be used: the one there is, or a new one when that has ended."""
        self._find(name)
        library = await _load_library(name)
        place = self._find(name)
        if place.connection is None or place.connection.has_ended:
            place.connection = library.Connection(name, self._choose_wire(place.spec), self._start_seconds)
            self._connections.add(place.connection)
            place.connection.task.add_done_callback(self._forget(place.connection))
        connection = place.connection
        await connection.ready()
        return connection

    def _forget(self, connection: "Connection") -> Callable[[object], None]:
        return lambda _: self._connections.discard(connection)

    def _choose_wire(self, spec: ServerSpec) -> Callable[[], "Wire"]:
        match spec:
            case StdioServer():
                from antiphon.tools.child import Child

                return lambda: Child(spec)
            case HttpServer():
                from antiphon.tools.remote import Outlet, Remote

                policy = self._policies[spec.origin]
                if spec.origin not in self._sessions:
                    self._sessions[spec.origin] = open_session(policy)
                outlet = Outlet(self._sessions[spec.origin], policy)
                return lambda: Remote(spec, outlet)


async def _load_library(name: str) -> Any:
    """The part of the room that needs the library; loaded beside the loop, which would stand still for seconds."""
    try:
        for part in ("child", "remote"):
            await asyncio.to_thread(import_module, f"antiphon.tools.{part}")
        return await asyncio.to_thread(import_module, "antiphon.tools.connection")
    except ImportError as error:
        raise ToolServerUnavailable(name, "install the extra first: pip install 'antiphon[mcp]'") from error


def _describe(place: _Place) -> ServerStatus:
    spec, connection = place.spec, place.connection
    return ServerStatus(
        name=spec.name,
        kind=spec.kind,
        origin=spec.origin,
        trusted=spec.trusted,
        connected=connection is not None and connection.is_open,
        protocol=connection.protocol if connection else "",
        problem=connection.problem if connection else "",
    )
