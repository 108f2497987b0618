"""Tools that a package brings: values under an entry point of the group `antiphon.tools`.

They run in this process, so they are code the operator chose. What they offer is told to models, shown before it is
sent and asked about exactly as the tools of a server are. Prefer a server of the Model Context Protocol where you can.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from antiphon.plugins.kind import Kind

# What a tool plug-in must say it is written for. It grows when a plug-in that worked would no longer.
API: Final = 1


@dataclass(frozen=True, slots=True)
class PluginTool:
    """One tool as a model is told about it. One that does not only read is asked about before each call."""

    name: str
    description: str
    schema: Mapping[str, Any]
    read_only: bool = False
    title: str = ""


class ToolPlugin(Protocol):
    """Tools under one name, which stands before each of theirs."""

    @property
    def name(self) -> str:
        """What the tools are called together: `name/tool`."""

    @property
    def label(self) -> str:
        """What they do, in one line."""

    @property
    def version(self) -> int:
        """Grows when they do something else. What was allowed for good is asked again then."""

    @property
    def api(self) -> int:
        """The version of this protocol they are written for."""

    @property
    def tools(self) -> Sequence[PluginTool]:
        """Each of them."""

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """What the tool of this name answers; the arguments fit its schema. An exception says that it failed.

        Called on a thread of its own, once, and nobody waits longer than the setting `tool_seconds`.
        """


TOOLS: Final[Kind[ToolPlugin]] = Kind("tool", API, ("tools", "call"))
