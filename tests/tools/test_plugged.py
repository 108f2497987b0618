"""Tools of a package: they run beside the loop and keep nobody else from it."""

import asyncio
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest

from antiphon.conversation.errors import ToolFailed, ToolServerUnavailable, ToolTimedOut
from antiphon.tools.plugged import MOST_AT_WORK
from antiphon.tools.plugin import PluginTool
from antiphon.tools.servers import PluggedServer, ServerKey
from antiphon.tools.toolbox import Toolbox

KEY = ServerKey(None, "shed")


@dataclass(frozen=True)
class Shed:
    """Tools that answer, fail, or wait until somebody opens the door."""

    name: str = "shed"
    label: str = "Tools of the shed"
    version: int = 1
    api: int = 1
    tools: Sequence[PluginTool] = (PluginTool("wait", "Wait.", {"type": "object"}),)
    door: threading.Event = field(default_factory=threading.Event)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        match tool:
            case "wait":
                self.door.wait(60)
            case "search":
                return str(next(iter(())))
        return "done"


@pytest.fixture
def shed() -> Iterator[Shed]:
    built = Shed()
    yield built
    built.door.set()


async def _fill(box: Toolbox, calls: int) -> list[object]:
    return await asyncio.gather(*(box.call(KEY, "wait", {}, 0.2) for _ in range(calls)), return_exceptions=True)


async def test_tools_that_take_long_keep_nobody_else_from_a_thread(box: Toolbox, shed: Shed) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
    await box.open([PluggedServer("shed", "garden", shed)])

    late = await _fill(box, 4)

    assert [type(each) for each in late] == [ToolTimedOut] * 4
    assert await asyncio.wait_for(asyncio.to_thread(lambda: "free"), 5) == "free"


async def test_a_package_that_gives_no_thread_back_is_not_called_again(box: Toolbox, shed: Shed) -> None:
    await box.open([PluggedServer("shed", "garden", shed)])
    await _fill(box, MOST_AT_WORK)

    with pytest.raises(ToolServerUnavailable, match="still at work"):
        await box.call(KEY, "wait", {}, 0.2)
    shed.door.set()
    await asyncio.sleep(0.5)

    assert (await box.call(KEY, "wait", {}, 5)).text == "done"


async def test_more_calls_than_there_are_places_wait_for_one(box: Toolbox, shed: Shed) -> None:
    """Five advisors may call a package four times each; nobody is refused what is free a moment later."""
    await box.open([PluggedServer("shed", "garden", shed)])
    asyncio.get_running_loop().call_later(0.3, shed.door.set)

    answers = await asyncio.gather(*(box.call(KEY, "wait", {}, 10) for _ in range(MOST_AT_WORK + 8)))

    assert [each.text for each in answers] == ["done"] * (MOST_AT_WORK + 8)


async def test_however_a_tool_ends_its_call_does(box: Toolbox, shed: Shed) -> None:
    await box.open([PluggedServer("shed", "garden", shed)])

    with pytest.raises(ToolFailed, match="StopIteration"):
        await box.call(KEY, "search", {}, 5)
