"""A server of tools is added, looked at, trusted or taken away."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, update

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


def keep_operator_servers(unit: Unit, servers: Mapping[str, bool], at: datetime) -> None:
    """Rows for the servers of the operator's file with whether each is trusted, and no others: the rest is gone.

    A name the person had given to a server of theirs is the operator's now.
    """
    known = {each.name: each.source for each in read_tool_servers(unit)}
    gone = [name for name, source in known.items() if source == "operator" and name not in servers]
    taken = [name for name in servers if known.get(name) == "person"]
    if gone or taken:
        unit.connection.execute(delete(tool_servers).where(_mine(unit), tool_servers.c.name.in_([*gone, *taken])))
        _withdraw_leave(unit, [*gone, *taken])
    for name, trusted in servers.items():
        if known.get(name) == "operator":
            _update(unit, name, {"trusted": trusted})
        else:
            _insert(unit, name, "operator", None, at, trusted=trusted)


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
    """Leave was given to a server, not to a name: another one of this name has none."""
    unit.connection.execute(
        delete(standing_approvals).where(
            standing_approvals.c.workspace_id == unit.workspace_id, standing_approvals.c.server.in_(names)
        )
    )
    open_ = approvals.c.server.in_(names) & approvals.c.status.in_(("pending", "approved"))
    mine = approvals.c.workspace_id == unit.workspace_id
    unit.connection.execute(update(approvals).where(mine, open_).values(status="gone"))


def _mine(unit: Unit) -> Any:
    return tool_servers.c.workspace_id == unit.workspace_id


def _update(unit: Unit, name: str, values: dict[str, Any]) -> None:
    query = update(tool_servers).where(_mine(unit), tool_servers.c.name == name).values(**values)
    if unit.connection.execute(query).rowcount != 1:
        raise NotFound("tool server", name)


def _insert(unit: Unit, name: str, source: Source, url: str | None, at: datetime, *, trusted: bool) -> None:
    row = {"workspace_id": unit.workspace_id, "name": name, "source": source, "url": url, "trusted": trusted}
    unit.connection.execute(insert(tool_servers), row | {"created_at": at})
