"""Servers of tools: the operator's are known from the start, a person may add addresses."""

import logging
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from antiphon.access.audit import AuditAction
from antiphon.access.principal import Principal
from antiphon.conversation.errors import HeadersUnsealed, Malformed, ToolError
from antiphon.conversation.receipt import KeyOwner
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.deeds import new_deed
from antiphon.engine.runtime.toolkit import HeaderKeep
from antiphon.store.reads.tool_servers import ToolServer, read_tool_server
from antiphon.store.writes import tool_servers as write
from antiphon.store.writes.audit import Target
from antiphon.store.writes.recorded import Line, recorded
from antiphon.store.writes.tool_servers import OperatorServer
from antiphon.tools.servers import HttpServer, ServerSpec

logger = logging.getLogger(__name__)


async def keep_operator_servers(engine: Engine, principal: Principal, specs: Iterable[ServerSpec]) -> None:
    """Have exactly these servers of the operator's file, whatever the last start knew."""
    servers = [OperatorServer(each.name, each.place_sha256, each.trusted) for each in specs]
    await engine.store.write(principal, write.keep_operator_servers, servers, datetime.now(UTC))


async def add_server(
    engine: Engine, principal: Principal, name: str, url: str, headers: Mapping[str, str] | None = None
) -> ToolServer:
    """A server at an address of the person's choice, looked at once. `headers` are the workspace's, and sealed."""
    engine.check_open()
    if engine.toolkit.has_builtin(name):
        raise Malformed(f"the house has tools called {name}; choose another name")
    keep = _find_keep(engine) if headers else None
    engine.toolkit.toolbox.check(HttpServer(name, url, headers or {}, workspace=principal.workspace_id))
    line = _begin_line(AuditAction.TOOL_SERVER_ADDED, name, {"host": urlsplit(url).hostname or ""})
    await engine.store.write(principal, recorded, line, write.add_tool_server, name, url, datetime.now(UTC))
    if keep is not None and headers:
        await keep.keep(principal, "workspace", name, url, headers)
    return await look_at_server(engine, principal, name)


async def keep_headers(
    engine: Engine, principal: Principal, owner: KeyOwner, name: str, headers: Mapping[str, str]
) -> ToolServer:
    """Have the server sent these with every request, for the person alone or for the workspace; looked at once."""
    engine.check_open()
    keep, server = _find_keep(engine), await engine.store.read(principal, read_tool_server, name)
    if server.url is None:
        raise Malformed("what this server is sent stands in the operator's file")
    # Whether they can be sent at all is found here, before they are kept.
    HttpServer(name, server.url, headers, workspace=principal.workspace_id)
    await keep.keep(principal, owner, name, server.url, headers)
    return await look_at_server(engine, principal, name)


async def forget_headers(engine: Engine, principal: Principal, owner: KeyOwner, name: str) -> None:
    """Have the server sent none of these any more; `NotFound` when there are none."""
    engine.check_open()
    await _find_keep(engine).forget(principal, owner, name)


def _begin_line(action: AuditAction, name: str, facts: Mapping[str, Any] | None = None) -> Line:
    after = {key: value for key, value in (facts or {}).items() if value is not None}
    return Line(new_deed(), action, Target("tool_server", None, name), after or None)


def _find_keep(engine: Engine) -> HeaderKeep:
    if engine.toolkit.header_keep is None:
        raise HeadersUnsealed
    return engine.toolkit.header_keep


async def look_at_server(engine: Engine, principal: Principal, name: str) -> ToolServer:
    """Ask it what it can do now; when it cannot be reached, what it last said stays and the reason is kept.

    `NotFound` when there is none of this name.
    """
    engine.check_open()
    await engine.store.read(principal, read_tool_server, name)
    key = await engine.toolkit.know(principal, name)
    toolbox, store = engine.toolkit.toolbox, engine.store
    try:
        found = await toolbox.discover(key)
    except ToolError as error:
        logger.warning("tool_server_unreachable", extra={"server": name, "reason": str(error)})
        await store.write(principal, write.note_unreachable, name, str(error), datetime.now(UTC))
    else:
        protocol = next((each.protocol for each in toolbox.status() if each.key == key), None)
        await store.write(principal, write.note_discovery, name, found, protocol or None, datetime.now(UTC))
    return await store.read(principal, read_tool_server, name)


async def change_server(
    engine: Engine, principal: Principal, name: str, *, trusted: bool | None, enabled: bool | None
) -> ToolServer:
    """Believe it or not, use it or not; who believes it otherwise than before asks it again what it can do."""
    engine.check_open()
    line = _begin_line(AuditAction.TOOL_SERVER_CHANGED, name, {"trusted": trusted, "enabled": enabled})
    change = write.change_tool_server
    changed = await engine.store.write(principal, recorded, line, change, name, trusted=trusted, enabled=enabled)
    return changed if trusted is None else await look_at_server(engine, principal, name)


async def remove_server(engine: Engine, principal: Principal, name: str) -> None:
    """Take a server of the person's own away; advisors that were allowed its tools have them no more."""
    engine.check_open()
    line = _begin_line(AuditAction.TOOL_SERVER_REMOVED, name)
    await engine.store.write(principal, recorded, line, write.remove_tool_server, name)
    await engine.toolkit.forget(principal, name)
