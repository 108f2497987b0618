"""The shaped messages in the library's own words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import orjson
from pydantic_ai.messages import (
    BinaryContent,
    CachePoint,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition as Described

from antiphon.conversation.payload import Message, ToolCall
from antiphon.conversation.thinking import KeptThought, ThoughtKind
from antiphon.conversation.tool import ToolDefinition
from antiphon.providers.chat_body import SCHEMA_NAME
from antiphon.providers.tool_schema import write_parameters

_MARK = CachePoint(ttl="5m")
# The library's name for words that only their provider can read.
_HIDDEN = "redacted_thinking"
# Where the library keeps the signature of a call.
_SIGNATURE = "thought_signature"


def build_thread(messages: Sequence[Message], cached: int = 0, system: str = "") -> list[ModelMessage]:
    """What the library needs to draw up a request; the first `cached` messages end in a cache mark.

    `system` is the library's name for the provider, which signed whatever was signed.
    """
    names = {call.id: call.name for each in messages for call in each.calls}
    thread: list[ModelMessage] = []
    numbered = enumerate(messages, start=1)
    for is_said, group in groupby(numbered, key=lambda each: each[1].role == "assistant"):
        if is_said:
            thread.extend(ModelResponse(parts=list(_build_said(each, system))) for _, each in group)
            continue
        parts: list[ModelRequestPart] = []
        for number, each in group:
            # A mark belongs to what stands before it. Behind the model's own words, it opens the next request.
            if number == cached + 1 and cached and messages[cached - 1].role == "assistant":
                parts.append(UserPromptPart([_MARK]))
            parts.append(_build_asked(each, names))
            if number == cached and each.role != "system":
                parts.append(UserPromptPart([_MARK]))
        thread.append(ModelRequest(parts=parts))
    return thread


def build_request(tools: Sequence[ToolDefinition], schema: Mapping[str, Any] | None) -> ModelRequestParameters:
    """The tools as the library describes them to a model; their schemas are sent as they are, where wires allow.

    With `schema`, the answer is held to it in the wire's own way.
    """
    described = [
        Described(
            name=each.wire_name,
            parameters_json_schema=write_parameters(each.schema),
            description=each.description or None,
            strict=False,
        )
        for each in tools
    ]
    if schema is None:
        return ModelRequestParameters(function_tools=described)
    held = OutputObjectDefinition(json_schema=dict(schema), name=SCHEMA_NAME, strict=True)
    return ModelRequestParameters(function_tools=described, output_mode="native", output_object=held)


def _build_asked(message: Message, names: Mapping[str, str]) -> ModelRequestPart:
    if message.role == "system":
        return SystemPromptPart(message.content)
    if message.role == "tool":
        name = names.get(message.call_id, "tool")
        if not message.images:
            return ToolReturnPart(name, message.content, message.call_id)
        shown = [BinaryContent(each.data, media_type=each.media_type) for each in message.images]
        return ToolReturnPart(name, [message.content, *shown], message.call_id)
    if message.images:
        shown = [BinaryContent(each.data, media_type=each.media_type) for each in message.images]
        return UserPromptPart([message.content, *shown] if message.content else shown)
    return UserPromptPart(message.content)


def collect_thoughts(parts: Sequence[ModelResponsePart]) -> tuple[KeptThought, ...]:
    """What a provider has signed, or hidden, in an answer that calls tools, and wants back; nothing in any other."""
    thoughts: list[KeptThought] = []
    calls, after_text = 0, False
    for part in parts:
        if isinstance(part, ThinkingPart) and part.signature:
            kind: ThoughtKind = "hidden" if part.id == _HIDDEN else "words"
            thoughts.append(KeptThought(kind, part.content, part.signature, calls, after_text))
        elif isinstance(part, ToolCallPart):
            if signature := (part.provider_details or {}).get(_SIGNATURE):
                thoughts.append(KeptThought("call", "", str(signature), calls))
            calls += 1
        elif isinstance(part, TextPart) and part.content.strip():
            after_text = True
    return tuple(thoughts) if calls else ()


def _build_said(message: Message, system: str) -> Iterator[ModelResponsePart]:
    """What was thought, said and called, in the order in which it was."""
    words = [each for each in message.thoughts if each.kind != "call"]
    signed = {each.calls: each.signature for each in message.thoughts if each.kind == "call"}
    yield from (_build_thought(each, system) for each in words if not each.calls and not each.after_text)
    if message.content:
        yield TextPart(message.content)
    yield from (_build_thought(each, system) for each in words if not each.calls and each.after_text)
    for number, call in enumerate(message.calls):
        built = ToolCallPart(call.name, _parse_arguments(call), call.id)
        if number in signed:
            built = replace(built, provider_name=system, provider_details={_SIGNATURE: signed[number]})
        yield built
        yield from (_build_thought(each, system) for each in words if each.calls == number + 1)


def _build_thought(thought: KeptThought, system: str) -> ThinkingPart:
    is_hidden = thought.kind == "hidden"
    return ThinkingPart(
        thought.text, id=_HIDDEN if is_hidden else None, signature=thought.signature, provider_name=system
    )


def _parse_arguments(call: ToolCall) -> dict[str, object]:
    """These wires carry an object; what a model wrote that is none is handed back under a name."""
    try:
        parsed = orjson.loads(call.arguments or "{}")
    except orjson.JSONDecodeError:
        parsed = None
    return parsed if isinstance(parsed, dict) else {"unreadable": call.arguments}
