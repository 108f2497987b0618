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
from antiphon.tools.plugged import PluggedCalls, list_plugged
from antiphon.tools.result import build_result
from antiphon.tools.servers import HttpServer, Kind, Origin, PluggedServer, ServerKey, ServerSpec, StdioServer

if TYPE_CHECKING:
    from antiphon.tools.connection import Connection
    from antiphon.tools.wire import ToolWire


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """How things stand with one server: `problem` is why the last attempt failed, empty when it did not."""

    key: ServerKey
    kind: Kind
    origin: Origin
    trusted: bool
    connected: bool
    protocol: str
    problem: str


@dataclass(slots=True)
class _Place:
    """A server, the last session with it, and the connections it is reached through, which no other server shares."""

    spec: ServerSpec
    connection: "Connection | None" = None
    outlet: Session | None = None

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()
        if self.outlet is not None:
            await self.outlet.close()


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
        self._places: dict[ServerKey, _Place] = {}
        self._connections: set[Connection] = set()
        self._plugged = PluggedCalls()

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
        """Know this server from now on, in place of any that had its name in its workspace."""
        before, self._places[spec.key] = self._places.get(spec.key), _Place(spec)
        if before is not None:
            await before.close()

    async def remove(self, key: ServerKey) -> None:
        """Forget the server and end what it was doing; nothing happens for a key nobody has."""
        place = self._places.pop(key, None)
        if place is not None:
            await place.close()

    async def discover(self, key: ServerKey) -> tuple[ToolDefinition, ...]:
        """The tools this server offers now. Asking is harmless, so it is tried once more over a new connection.

        A connection that somebody else waits on is left to them.
        """
        spec = self._find(key).spec
        if isinstance(spec, PluggedServer):
            return list_plugged(spec)
        connection = await self._connect(key)
        try:
            listed = await connection.list_tools()
        except ToolServerUnavailable:
            if not connection.has_ended:
                if not connection.is_idle:
                    raise
                await connection.close()
            listed = await (await self._connect(key)).list_tools()
        return build_definitions(self._find(key).spec, listed)

    async def call(self, key: ServerKey, tool: str, arguments: Mapping[str, Any], timeout: float) -> ToolResult:
        """Call a tool and wait at most `timeout` seconds for its answer.

        `ToolServerUnavailable` means that the tool was never asked. After `ToolFailed` and `ToolTimedOut` it may have
        done its work, and so it may when the caller is cancelled; nothing that may have been heard is asked twice.
        """
        spec = self._find(key).spec
        if isinstance(spec, PluggedServer):
            return await self._plugged.call(spec, tool, arguments, timeout, self._limit)
        connection = await self._connect(key)
        try:
            answer = await _ask(connection, tool, arguments, timeout)
        except ToolServerUnavailable:
            if not connection.has_ended:
                raise
            # A session that was forgotten meanwhile: the tool never heard of it.
            answer = await _ask(await self._connect(key), tool, arguments, timeout)
        return build_result(answer, self._limit)

    def status(self) -> tuple[ServerStatus, ...]:
        """How things stand with every server."""
        return tuple(_describe(place) for place in self._places.values())

    async def close(self) -> None:
        """End all sessions and programs. Whoever still waits for an answer gets none."""
        places = list(self._places.values())
        self._places.clear()
        await asyncio.gather(*(each.close() for each in self._connections))
        await asyncio.gather(*(each.close() for each in places))

    def _find(self, key: ServerKey) -> _Place:
        try:
            return self._places[key]
        except KeyError:
            raise ToolServerUnavailable(key.name, "no server of this name is set up") from None

    async def _connect(self, key: ServerKey) -> "Connection":
        """A session that can be used: the one there is, or a new one when that has ended."""
        self._find(key)
        library = await _load_library(key.name)
        place = self._find(key)
        if place.connection is None or place.connection.has_ended:
            place.connection = library.Connection(key.name, self._choose_wire(place), self._start_seconds)
            self._connections.add(place.connection)
            place.connection.task.add_done_callback(self._forget(place.connection))
        connection = place.connection
        await connection.ready()
        return connection

    def _forget(self, connection: "Connection") -> Callable[[object], None]:
        return lambda _: self._connections.discard(connection)

    def _choose_wire(self, place: _Place) -> Callable[[], "ToolWire"]:
        match place.spec:
            case StdioServer() as program:
                from antiphon.tools.child import Child

                return lambda: Child(program)
            case HttpServer() as address:
                from antiphon.tools.remote import Outlet, Remote

                policy = self._policies[address.origin]
                if place.outlet is None:
                    place.outlet = open_session(policy)
                outlet = Outlet(place.outlet, policy)
                return lambda: Remote(address, outlet)
            case PluggedServer():
                raise ToolServerUnavailable(place.spec.name, "it is called here, and nothing is connected to")


async def _ask(connection: "Connection", tool: str, arguments: Mapping[str, Any], timeout: float) -> dict[str, Any]:
    if not connection.listed:
        # Newer servers want some arguments repeated in headers, and the listing says which.
        await connection.list_tools()
    return await connection.call(tool, arguments, timeout)


async def _load_library(name: str) -> Any:
    """The part of the room that needs the library; loaded beside the loop, which would stand still for seconds."""
    try:
        for part in ("child", "remote"):
            await asyncio.to_thread(import_module, f"antiphon.tools.{part}")
        return await asyncio.to_thread(import_module, "antiphon.tools.connection")
    except ImportError as error:
        raise ToolServerUnavailable(name, "install the extra `mcp` first") from error


def _describe(place: _Place) -> ServerStatus:
    spec, connection = place.spec, place.connection
    return ServerStatus(
        key=spec.key,
        kind=spec.kind,
        origin=spec.origin,
        trusted=spec.trusted,
        connected=isinstance(spec, PluggedServer) or (connection is not None and connection.is_open),
        protocol=connection.protocol if connection else "",
        problem=connection.problem if connection else "",
    )
