"""A server of tools is added, looked at, trusted or taken away."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update

from antiphon.conversation.errors import Malformed, NameTaken, NotFound
from antiphon.conversation.tool import ToolDefinition
from antiphon.store.reads.tool_servers import (
    Source,
    ToolServer,
    encode_definitions,
    read_tool_server,
    read_tool_servers,
)
from antiphon.store.tables import approvals, standing_approvals, tool_servers
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.secrets import forget_secrets


class OperatorServer(NamedTuple):
    """A server of the operator's file: which place it is, and whether it is believed."""

    name: str
    place_sha256: str
    trusted: bool


def keep_operator_servers(unit: Unit, servers: Sequence[OperatorServer], at: datetime) -> None:
    """Rows for the servers of the operator's file, and no others: the rest is gone.

    A name the person had given to a server of theirs is the operator's now. A name that stands for another program or
    address than before stands for another server: what the old one said and was allowed is gone too.
    """
    here = visible(unit, tool_servers)
    known = {row.name: row for row in unit.connection.execute(select(tool_servers).where(here))}
    wanted = {each.name: each for each in servers}
    kept = {name for name, row in known.items() if name in wanted and _is_same(row, wanted[name])}
    gone = [name for name, row in known.items() if name not in kept and (name in wanted or row.source == "operator")]
    if gone:
        unit.connection.execute(delete(tool_servers).where(_mine(unit), tool_servers.c.name.in_(gone)))
        _withdraw_leave(unit, gone)
    for each in servers:
        if each.name in kept:
            _update(unit, each.name, {"trusted": each.trusted, "place_sha256": each.place_sha256})
        else:
            _insert(unit, each.name, "operator", None, at, trusted=each.trusted, place_sha256=each.place_sha256)


def _is_same(row: Row[Any], server: OperatorServer) -> bool:
    """Whether a row is about this server. Rows of older versions do not say, and are believed by name."""
    return row.source == "operator" and row.place_sha256 in (None, server.place_sha256)


def add_tool_server(unit: Unit, name: str, url: str, at: datetime) -> None:
    """A server of the person's own; `NameTaken` when there is one of this name."""
    if any(each.name == name for each in read_tool_servers(unit)):
        raise NameTaken("tool server", name)
    _insert(unit, name, "person", url, at, trusted=False)


def change_tool_server(unit: Unit, name: str, *, trusted: bool | None, enabled: bool | None) -> ToolServer:
    """Believe it, or not, when it says that a tool only reads; use it, or leave it alone."""
    if trusted is not None and read_tool_server(unit, name).source == "operator":
        raise Malformed("whether this server is trusted stands in the operator's file")
    said = {"trusted": trusted, "enabled": enabled}
    values = {key: value for key, value in said.items() if value is not None}
    if values:
        _update(unit, name, values)
    return read_tool_server(unit, name)


def note_discovery(
    unit: Unit, name: str, definitions: Sequence[ToolDefinition], protocol: str | None, at: datetime
) -> None:
    """What it says it can do; payloads are built from this from now on."""
    values = {"definitions": encode_definitions(definitions), "protocol": protocol, "error": None, "checked_at": at}
    _update(unit, name, values)


def note_unreachable(unit: Unit, name: str, error: str, at: datetime) -> None:
    """Why it could not be looked at; what it last said stays."""
    _update(unit, name, {"error": error, "checked_at": at})


def remove_tool_server(unit: Unit, name: str) -> None:
    """Take a server of the person's own away."""
    mine = tool_servers.c.source == "person"
    if (
        unit.connection.execute(delete(tool_servers).where(_mine(unit), mine, tool_servers.c.name == name)).rowcount
        != 1
    ):
        raise NotFound("tool server", name)
    _withdraw_leave(unit, [name])


def _withdraw_leave(unit: Unit, names: Sequence[str]) -> None:
    """Leave and headers were given to a server, not to a name: another one of this name has none."""
    forget_secrets(unit, "tool", names)
    unit.connection.execute(
        delete(standing_approvals).where(visible(unit, standing_approvals), standing_approvals.c.server.in_(names))
    )
    open_ = approvals.c.server.in_(names) & approvals.c.status.in_(("pending", "approved"))
    mine = visible(unit, approvals)
    unit.connection.execute(update(approvals).where(mine, open_).values(status="gone"))


def _mine(unit: Unit) -> Any:
    return visible(unit, tool_servers)


def _update(unit: Unit, name: str, values: dict[str, Any]) -> None:
    query = update(tool_servers).where(_mine(unit), tool_servers.c.name == name).values(**values)
    if unit.connection.execute(query).rowcount != 1:
        raise NotFound("tool server", name)


def _insert(
    unit: Unit,
    name: str,
    source: Source,
    url: str | None,
    at: datetime,
    *,
    trusted: bool,
    place_sha256: str | None = None,
) -> None:
    row = {"workspace_id": unit.workspace_id, "name": name, "source": source, "url": url, "trusted": trusted}
    unit.connection.execute(insert(tool_servers), row | {"place_sha256": place_sha256, "created_at": at})
