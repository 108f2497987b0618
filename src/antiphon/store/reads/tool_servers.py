"""Which servers of tools there are, and what each last said it can do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.tool import ToolDefinition, identify_server
from antiphon.store.tables import tool_servers
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

Source = Literal["operator", "person"]


@dataclass(frozen=True, slots=True)
class ToolServer:
    """A server as it was last seen. One the operator configured has no address here."""

    name: str
    source: Source
    url: str | None
    trusted: bool
    enabled: bool
    definitions: tuple[ToolDefinition, ...]
    error: str | None
    protocol: str | None
    checked_at: datetime | None


_SERVERS = select(tool_servers).order_by(tool_servers.c.name)


def read_tool_servers(unit: Unit) -> tuple[ToolServer, ...]:
    """All of them, by name."""
    found = unit.connection.execute(_SERVERS.where(visible(unit, tool_servers)))
    return tuple(_as_server(row) for row in found)


def read_tool_server(unit: Unit, name: str) -> ToolServer:
    """One of them, or `NotFound`."""
    for each in read_tool_servers(unit):
        if each.name == name:
            return each
    raise NotFound("tool server", name)


def read_definitions(unit: Unit) -> tuple[ToolDefinition, ...]:
    """Every tool of every server that is switched on."""
    return tuple(tool for server in read_tool_servers(unit) if server.enabled for tool in server.definitions)


def read_definition(unit: Unit, server: str, name: str) -> ToolDefinition | None:
    """A tool as it describes itself now; nothing when it is gone or its server is switched off."""
    known = (each for each in read_definitions(unit) if each.server == server and each.name == name)
    return next(known, None)


def encode_definitions(definitions: Sequence[ToolDefinition]) -> list[dict[str, Any]]:
    """The definitions of one server as they are kept."""
    return [
        {
            "name": each.name,
            "title": each.title,
            "description": each.description,
            "schema": dict(each.schema),
            "read_only": each.read_only,
        }
        for each in definitions
    ]


def _as_definition(row: Row[Any], kept: Mapping[str, Any]) -> ToolDefinition:
    """Whoever stops trusting a server need not ask it first."""
    said = {**kept, "read_only": kept["read_only"] and row.trusted}
    return ToolDefinition(server=row.name, place_sha256=_identify(row), **said)


def _identify(row: Row[Any]) -> str:
    """Which place it is; nothing equals the operator's until a start has said what it is."""
    return row.place_sha256 or "" if row.url is None else identify_server(row.source, "http", row.url)


def _as_server(row: Row[Any]) -> ToolServer:
    return ToolServer(
        name=row.name,
        source=row.source,
        url=row.url,
        trusted=row.trusted,
        enabled=row.enabled,
        definitions=tuple(_as_definition(row, each) for each in row.definitions),
        error=row.error,
        protocol=row.protocol,
        checked_at=row.checked_at,
    )
