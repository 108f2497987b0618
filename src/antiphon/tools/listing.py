"""From what a server lists to what advisors are offered."""

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import ToolDefinition
from antiphon.tools.servers import ServerSpec

logger = logging.getLogger(__name__)

MOST_TOOLS = 200
_LONGEST_NAME = 200
_LONGEST_DESCRIPTION = 4_000
_LARGEST_SCHEMA = 64 * 1024


def build_definitions(spec: ServerSpec, listed: Iterable[Mapping[str, Any]]) -> tuple[ToolDefinition, ...]:
    """The tools this server offers, at most 200 and each name once; one whose schema is too large is left out."""
    found: dict[str, ToolDefinition] = {}
    for each in _take_usable(spec, listed):
        if len(found) == MOST_TOOLS:
            logger.warning("tools_left_out", extra={"server": spec.name, "most": MOST_TOOLS})
            break
        found.setdefault(each.name, each)
    return tuple(found.values())


def _take_usable(spec: ServerSpec, listed: Iterable[Mapping[str, Any]]) -> Iterator[ToolDefinition]:
    for raw in listed:
        name = raw["name"]
        size = len(json.dumps(raw["inputSchema"]))
        if not name or name != clean_text(name) or len(name) > _LONGEST_NAME:
            logger.warning("tool_left_out", extra={"server": spec.name, "reason": "its name cannot be used"})
        elif size > _LARGEST_SCHEMA:
            logger.warning(
                "tool_left_out", extra={"server": spec.name, "tool": name, "reason": "its schema is too large"}
            )
        else:
            yield _build(spec, raw)


def _build(spec: ServerSpec, raw: Mapping[str, Any]) -> ToolDefinition:
    hints = raw.get("annotations") or {}
    title = raw.get("title") or hints.get("title") or ""
    return ToolDefinition(
        server=spec.name,
        name=raw["name"],
        description=clean_text(raw.get("description") or "")[:_LONGEST_DESCRIPTION],
        schema=_clean(raw["inputSchema"]),
        read_only=spec.trusted and hints.get("readOnlyHint") is True,
        title=clean_text(title)[:_LONGEST_NAME],
        place_sha256=spec.place_sha256,
    )


def _clean(value: Any) -> Any:
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_text(name): _clean(each) for name, each in value.items()}
        case list():
            return [_clean(each) for each in value]
        case _:
            return value
