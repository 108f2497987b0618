"""The messages in a request's bytes, whichever of the wires they are for."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import orjson

from antiphon.providers.elide import describe_image
from antiphon.providers.flat_text import mark_of, read_flat


class WireMessage(NamedTuple):
    """Who speaks, in the words of our own roles, and what is said."""

    role: str
    text: str


_ROLES = {"model": "assistant", "developer": "system"}


def read_messages(body: bytes) -> tuple[WireMessage, ...]:
    """Every message of the request in order, the system prompt first; nothing for bytes that are no request."""
    try:
        request = orjson.loads(body)
    except orjson.JSONDecodeError:
        return ()
    if not isinstance(request, dict):
        return ()
    if isinstance(request.get("prompt"), str):
        return tuple(WireMessage(*each) for each in read_flat(_cut_cue(request["prompt"])))
    system = request.get("system") or request.get("systemInstruction") or request.get("system_instruction")
    turns = request.get("messages") or request.get("contents") or []
    found = [WireMessage("system", _text(system))] if system else []
    found += [_read_one(each) for each in turns if isinstance(each, dict)]
    return tuple(found)


def _cut_cue(prompt: str) -> str:
    """Without the last mark, under which nobody has said anything yet."""
    return prompt.removesuffix(f"\n\n{mark_of('assistant')}\n")


def _read_one(message: dict[str, Any]) -> WireMessage:
    role = str(message.get("role", "user"))
    text = _text(message.get("content", message.get("parts", "")))
    calls = [call.get("function", {}) for call in message.get("tool_calls") or ()]
    called = "".join(f"{call.get('name', '')}({call.get('arguments', '')})" for call in calls)
    thought = message.get("reasoning_content")
    text = f"{thought}\n\n{text}" if isinstance(thought, str) and thought else text
    return WireMessage(_ROLES.get(role, role), text + called)


def _text(content: Any) -> str:
    """Text may be a string, a part, or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return _text(content["parts"]) if "parts" in content else _text_of_part(content)
    return "".join(_texts(content)) if isinstance(content, list) else ""


def _texts(parts: Iterable[Any]) -> Iterable[str]:
    for part in parts:
        yield part if isinstance(part, str) else _text_of_part(part) if isinstance(part, dict) else ""


def _text_of_part(part: dict[str, Any]) -> str:
    if isinstance(part.get("text"), str):
        return str(part["text"])
    if isinstance(part.get("thinking"), str):
        return f"{part['thinking']}\n\n"
    if shown := describe_image(part):
        return f"\n{shown}"
    return _text(part.get("content", ""))
