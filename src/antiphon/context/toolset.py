"""Which tools an advisor is told about."""

import json
from collections.abc import Iterable
from typing import Final

from antiphon.advisors.advisor import Advisor
from antiphon.context.choice import Choice
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.size import TextSize, measure, total
from antiphon.conversation.tool import ToolDefinition

# The tool that looks into the library.
LIBRARY: Final = "documents"


def offer_tools(
    known: Iterable[ToolDefinition], facts: ModelFacts, *, has_documents: bool
) -> tuple[ToolDefinition, ...]:
    """Those of the known tools that there is something to do with: none for a model that cannot call any.

    Nobody is told how to look into a library in which there is nothing.
    """
    if facts.takes_tools is False:
        return ()
    return tuple(each for each in known if has_documents or each.server != LIBRARY)


def choose_tools(advisor: Advisor, known: Iterable[ToolDefinition], choice: Choice) -> tuple[ToolDefinition, ...]:
    """Those of the known tools that this advisor may use and that are not left out, always in one order."""
    names = frozenset(advisor.tools)
    chosen = (
        tool
        for tool in known
        if not names.isdisjoint((tool.server, name_of(tool))) and not choice.omits(advisor.id, "tool", name_of(tool))
    )
    return tuple(sorted(chosen, key=lambda tool: tool.wire_name))


def name_of(tool: ToolDefinition) -> str:
    """What people call it: `server/tool`."""
    return f"{tool.server}/{tool.name}"


def measure_tools(tools: Iterable[ToolDefinition]) -> TextSize:
    """The size of all that a model is told about these tools."""
    return total(measure(_describe(tool)) for tool in tools)


def _describe(tool: ToolDefinition) -> str:
    return f"{tool.wire_name}{tool.description}{json.dumps(tool.schema, separators=(',', ':'))}"
