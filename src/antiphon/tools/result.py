"""From what a server answered to what a model reads."""

import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any

from antiphon.conversation.text import clean_text
from antiphon.conversation.tool import BroughtPicture, ToolResult


def build_result(answer: Mapping[str, Any], limit: int) -> ToolResult:
    """The answer as text of at most `limit` characters; when more was said, a sentence tells how much is missing.

    Structured content stands in when there is no other. Pictures are handed over as they came; what else is not text
    is described in brackets.
    """
    blocks = list(answer.get("content") or ())
    pictures = tuple(picture for block in blocks if (picture := _read_picture(block)) is not None)
    text = "\n".join(_describe_blocks(block for block in blocks if _read_picture(block) is None))
    if not text and not pictures and answer.get("structuredContent") is not None:
        text = json.dumps(answer["structuredContent"], ensure_ascii=False, indent=1)
    return ToolResult(ok=not answer.get("isError", False), text=_cut(clean_text(text), limit), pictures=pictures)


def _read_picture(block: Any) -> BroughtPicture | None:
    """The picture in a block, whatever it says of itself; nothing when there is none, or it cannot be read."""
    match block:
        case {"type": "image", "data": str(data)}:
            pass
        case {"type": "resource", "resource": {"blob": str(data), "mimeType": str(kind)}} if kind.startswith("image/"):
            pass
        case _:
            return None
    try:
        return BroughtPicture(b64decode(data, validate=True))
    except ValueError:
        return None


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
