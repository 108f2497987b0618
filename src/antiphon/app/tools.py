"""The tools of the house and of the servers the operator named."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from antiphon.access.principal import LOCAL
from antiphon.app.plugins import build_plugged_servers
from antiphon.app.tool_servers import build_tool_servers
from antiphon.conversation.errors import SettingsInvalid
from antiphon.engine.builtins.documents import DocumentsTool
from antiphon.engine.builtins.drawing import DrawingTool
from antiphon.engine.builtins.todo import TodoTool
from antiphon.engine.commands.tool_servers import keep_operator_servers, look_at_server
from antiphon.engine.engine import Engine
from antiphon.engine.retrieval.search import Retrieval
from antiphon.engine.runtime.jobs import start_job
from antiphon.engine.runtime.toolkit import HeaderKeep, Toolkit
from antiphon.settings import Settings
from antiphon.store.unit import Store
from antiphon.tools.toolbox import Toolbox

# A server that was not there when the house was opened is asked again this much later.
_AGAIN_SECONDS = 30.0


def build_toolkit(settings: Settings, store: Store, header_keep: HeaderKeep | None) -> Toolkit:
    """The kit, still without the tools that need the engine."""
    toolbox = Toolbox(allow_private=settings.allow_private_tools, limit=settings.tool_result_chars)
    return Toolkit(toolbox, store, header_keep)


async def open_tools(settings: Settings, engine: Engine, retrieval: Retrieval) -> list[str]:
    """Tools of the house and of the operator's servers can be used; says what the servers are called.

    Before the engine starts: what it takes over may be about to call one.
    """
    engine.toolkit.add(TodoTool(engine))
    engine.toolkit.add(DocumentsTool(retrieval))
    engine.toolkit.add(DrawingTool(engine))
    specs = build_tool_servers(settings)
    taken = [spec.name for spec in specs if engine.toolkit.has_builtin(spec.name)]
    if taken:
        raise SettingsInvalid(tuple(f"mcp_servers.{name}: the house has tools of this name" for name in taken))
    specs = (*specs, *build_plugged_servers(settings, engine.toolkit.builtin_names))
    # First what is allowed where, then where it is: no leave reaches another place than it was given for.
    await keep_operator_servers(engine, LOCAL, specs)
    await engine.toolkit.toolbox.open(specs)
    return [spec.name for spec in specs]


@asynccontextmanager
async def look_after_tools(engine: Engine, names: list[str]) -> AsyncIterator[None]:
    """The operator's servers are asked in the background what they do."""
    looking = start_job("tool servers", lambda: _look_at_all(engine, names))
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)


async def _look_at_all(engine: Engine, names: list[str]) -> None:
    """Ask each what it can do, and those that do not answer again after a while."""
    silent = names
    while silent:
        seen = await asyncio.gather(*(look_at_server(engine, LOCAL, name) for name in silent))
        silent = [each.name for each in seen if each.error is not None]
        await asyncio.sleep(_AGAIN_SECONDS)
    await asyncio.Event().wait()
