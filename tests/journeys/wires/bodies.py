"""Reading a request as its server would: three small parsers and one value.

They are strict on purpose. A key, a role or a part they do not know is a failure, so that nothing can be smuggled into
a request where no check looks.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tests.fakes.wires import Format

Kind = Literal["text", "call", "result"]


class Atom(NamedTuple):
    """One piece of the thread: a text, a tool call or its result; `message` is the number of the message it is in."""

    role: str
    kind: Kind
    text: str
    message: int
    call_id: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as its server sees it."""

    system: tuple[str, ...]
    roles: tuple[str, ...]
    atoms: tuple[Atom, ...]
    max_tokens: int

    @property
    def texts(self) -> Iterator[str]:
        """Every string that is not in the system slot."""
        return (each.text for each in self.atoms)


def read_body(wire: Format, body: bytes) -> Seen:
    """The request in these bytes; raises for anything that is not understood."""
    return _READERS[wire](json.loads(body))


def _read_chat(body: dict[str, Any]) -> Seen:
    _know(body, "model messages max_tokens max_completion_tokens temperature stream stream_options prompt_cache_key")
    system: list[str] = []
    roles: list[str] = []
    atoms: list[Atom] = []
    for message in body["messages"]:
        _know(message, "role content tool_calls tool_call_id")
        role = message["role"]
        if role == "system":
            assert not roles, "a system message after the thread began"
            system.append(message["content"])
            continue
        atoms += _read_chat_message(message, role, len(roles))
        roles.append(role)
    most = "max_tokens" if "max_tokens" in body else "max_completion_tokens"
    return Seen(tuple(system), tuple(roles), tuple(atoms), body[most])


def _read_chat_message(message: dict[str, Any], role: str, number: int) -> Iterator[Atom]:
    assert role in ("user", "assistant", "tool"), role
    if role == "tool":
        yield Atom("tool", "result", message["content"], number, message["tool_call_id"])
        return
    assert "tool_call_id" not in message
    if message["content"] is not None:
        yield Atom(role, "text", message["content"], number)
    for call in message.get("tool_calls", ()):
        assert role == "assistant", "only the advisor calls tools"
        what = call["function"]
        yield Atom(role, "call", what["arguments"], number, call["id"], what["name"])


def _read_anthropic(body: dict[str, Any]) -> Seen:
    _know(body, "model messages max_tokens temperature stream system thinking")
    roles: list[str] = []
    atoms: list[Atom] = []
    for number, message in enumerate(body["messages"]):
        _know(message, "role content")
        assert message["role"] in ("user", "assistant"), message["role"]
        assert message["content"], "an empty message"
        roles.append(message["role"])
        atoms += [_read_anthropic_part(part, message["role"], number) for part in message["content"]]
    system = body.get("system", [])
    texts = (system,) if isinstance(system, str) else tuple(part["text"] for part in system)
    return Seen(texts, tuple(roles), tuple(atoms), body["max_tokens"])


def _read_anthropic_part(part: dict[str, Any], role: str, number: int) -> Atom:
    if part["type"] == "text":
        _know(part, "type text cache_control")
        assert part["text"].strip(), "blank text is refused there"
        return Atom(role, "text", part["text"], number)
    if part["type"] == "tool_use":
        _know(part, "type id name input cache_control")
        assert role == "assistant", "only the advisor calls tools"
        return Atom(role, "call", json.dumps(part["input"]), number, part["id"], part["name"])
    _know(part, "type tool_use_id content is_error cache_control")
    assert (part["type"], role) == ("tool_result", "user"), part["type"]
    content = part["content"]
    text = content if isinstance(content, str) else "".join(each["text"] for each in content)
    return Atom("tool", "result", text, number, part["tool_use_id"])


def _read_google(body: dict[str, Any]) -> Seen:
    _know(body, "contents systemInstruction generationConfig")
    roles: list[str] = []
    atoms: list[Atom] = []
    for number, message in enumerate(body["contents"]):
        _know(message, "role parts")
        role = {"user": "user", "model": "assistant"}[message["role"]]
        assert message["parts"], "an empty message"
        parts = [_read_google_part(part, role, number) for part in message["parts"]]
        # A function's answer has the person's role there, and stands in a message of its own.
        roles.append("tool" if all(part.kind == "result" for part in parts) else role)
        atoms += parts
    system = tuple(part["text"] for part in body.get("systemInstruction", {"parts": []})["parts"])
    return Seen(system, tuple(roles), tuple(atoms), body["generationConfig"]["maxOutputTokens"])


def _read_google_part(part: dict[str, Any], role: str, number: int) -> Atom:
    if "text" in part:
        _know(part, "text")
        return Atom(role, "text", part["text"], number)
    if "functionCall" in part:
        _know(part, "functionCall thoughtSignature")
        call = part["functionCall"]
        assert role == "assistant", "only the advisor calls tools"
        return Atom(role, "call", json.dumps(call["args"]), number, call["id"], call["name"])
    _know(part, "functionResponse")
    result = part["functionResponse"]
    assert role == "user"
    assert list(result["response"]) == ["return_value"], result
    return Atom("tool", "result", result["response"]["return_value"], number, result["id"], result["name"])


def _know(body: dict[str, Any], keys: str) -> None:
    unknown = body.keys() - set(keys.split())
    assert not unknown, f"keys nobody expected: {sorted(unknown)}"


_READERS: dict[Format, Callable[[dict[str, Any]], Seen]] = {
    "openai_chat": _read_chat,
    "anthropic": _read_anthropic,
    "google": _read_google,
}
