"""Tools of a package, listed and called as those of a server are."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any, Final

from antiphon.conversation.errors import ToolFailed, ToolServerUnavailable, ToolTimedOut
from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.tools.listing import build_definitions
from antiphon.tools.result import build_result
from antiphon.tools.servers import PluggedServer

_LONGEST_REASON: Final = 500


def list_plugged(server: PluggedServer) -> tuple[ToolDefinition, ...]:
    """The tools it offers now, under the same limits as a server's; `ToolServerUnavailable` when it cannot say."""
    try:
        return build_definitions(server, list(_list(server)))
    except (Exception, SystemExit) as error:
        raise ToolServerUnavailable(server.name, f"it cannot list its tools: {_describe(error)}") from error


async def call_plugged(
    server: PluggedServer, tool: str, arguments: Mapping[str, Any], timeout: float, limit: int
) -> ToolResult:
    """Call a tool on a thread of its own and wait at most `timeout` seconds.

    A thread cannot be ended: after `ToolTimedOut` the tool may still be at work, and what it says is heard by nobody.
    """
    try:
        async with asyncio.timeout(timeout):
            said = await asyncio.to_thread(server.plugin.call, tool, dict(arguments))
    except TimeoutError:
        raise ToolTimedOut(server.name, tool, timeout) from None
    except (Exception, SystemExit) as error:
        raise ToolFailed(server.name, tool, _describe(error)) from error
    if not isinstance(said, str):
        raise ToolFailed(server.name, tool, "its answer is not text")
    return build_result({"content": [{"type": "text", "text": said}]}, limit)


def _list(server: PluggedServer) -> Iterator[dict[str, Any]]:
    for each in server.plugin.tools:
        yield {
            "name": str(each.name),
            "title": str(each.title),
            "description": str(each.description),
            "inputSchema": dict(each.schema),
            "annotations": {"readOnlyHint": each.read_only is True},
        }


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {clean_text(str(error))}"[:_LONGEST_REASON]
