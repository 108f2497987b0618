"""Tools of a package, listed and called as those of a server are."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from antiphon.conversation.errors import ToolFailed, ToolServerUnavailable, ToolTimedOut
from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import ToolDefinition, ToolResult
from antiphon.tools.listing import build_definitions
from antiphon.tools.result import build_result
from antiphon.tools.servers import PluggedServer

# Of one package, at a time. Whoever holds so many threads does not give them back.
MOST_AT_WORK: Final = 16
_LONGEST_REASON: Final = 500


def list_plugged(server: PluggedServer) -> tuple[ToolDefinition, ...]:
    """The tools it offers now, under the same limits as a server's; `ToolServerUnavailable` when it cannot say."""
    try:
        return build_definitions(server, list(_list(server)))
    except (Exception, SystemExit) as error:
        raise ToolServerUnavailable(server.name, f"it cannot list its tools: {_describe(error)}") from error


class PluggedCalls:
    """Calls of tools of packages, each on a thread of its own: threads that all share are not theirs to hold.

    A thread cannot be ended: after `ToolTimedOut` the tool may still be at work, and what it says is heard by nobody.
    """

    def __init__(self) -> None:
        self._places: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(MOST_AT_WORK))

    async def call(
        self, server: PluggedServer, tool: str, arguments: Mapping[str, Any], timeout: float, limit: int
    ) -> ToolResult:
        """Call a tool and wait at most `timeout` seconds, for one of `MOST_AT_WORK` places and then for the answer."""
        begun = None
        try:
            async with asyncio.timeout(timeout):
                await self._places[server.name].acquire()
                begun = self._begin(server, tool, dict(arguments))
                said = await begun
        except TimeoutError:
            if begun is None:
                raise ToolServerUnavailable(server.name, f"{MOST_AT_WORK} of its calls are still at work") from None
            raise ToolTimedOut(server.name, tool, timeout) from None
        if isinstance(said, ToolFailed):
            raise said
        return build_result({"content": [{"type": "text", "text": said}]}, limit)

    def _begin(self, server: PluggedServer, tool: str, arguments: dict[str, Any]) -> asyncio.Future[str | ToolFailed]:
        """Start the call; what comes of it is told to the loop."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[str | ToolFailed] = loop.create_future()

        def end(said: str | ToolFailed) -> None:
            self._places[server.name].release()
            if not waiting.done():
                waiting.set_result(said)

        def work() -> None:
            said = _ask(server, tool, arguments)
            # The loop may be gone before a tool that nobody waits for.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(end, said)

        threading.Thread(target=work, name=f"tool {server.name}", daemon=True).start()
        return waiting


def _ask(server: PluggedServer, tool: str, arguments: dict[str, Any]) -> str | ToolFailed:
    """What the tool says, or how it failed."""
    try:
        said: object = server.plugin.call(tool, arguments)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's code, which may end in any way
        return ToolFailed(server.name, tool, _describe(error))
    return said if isinstance(said, str) else ToolFailed(server.name, tool, "its answer is not text")


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
