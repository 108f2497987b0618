"""From what a server answered to what a model reads."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import ToolResult


def build_result(answer: Mapping[str, Any], limit: int) -> ToolResult:
    """The answer as text of at most `limit` characters; when more was said, a sentence tells how much is missing.

    Structured content stands in when there is no other. What is not text is described in brackets.
    """
    text = "\n".join(_describe_blocks(answer.get("content") or ()))
    if not text and answer.get("structuredContent") is not None:
        text = json.dumps(answer["structuredContent"], ensure_ascii=False, indent=1)
    return ToolResult(ok=not answer.get("isError", False), text=_cut(clean_text(text), limit))


def _describe_blocks(blocks: Any) -> Iterator[str]:
    for block in blocks:
        match block:
            case {"type": "text", "text": str(text)}:
                yield text
            case {"type": "image" | "audio" as kind, "data": str(data)}:
                yield f"[{kind}, {block.get('mimeType') or 'of unknown kind'}, {_count_bytes(data):,} bytes: not shown]"
            case {"type": "resource_link", "uri": uri}:
                yield f"[link to {block.get('title') or block.get('name') or 'a resource'}: {uri}]"
            case {"type": "resource", "resource": {"uri": uri, "text": str(text)}}:
                yield f"[resource {uri}]\n{text}"
            case {"type": "resource", "resource": {"uri": uri, "blob": str(data)}}:
                yield f"[resource {uri}, {_count_bytes(data):,} bytes: not shown]"
            case _:
                yield "[something that is not text: not shown]"


def _count_bytes(base64: str) -> int:
    return len(base64.rstrip("=")) * 3 // 4


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    return f"{text[:limit]}\n[The answer goes on for another {len(text) - limit:,} characters, which are left out.]"
