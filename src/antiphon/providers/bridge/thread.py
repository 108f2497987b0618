"""The shaped messages in the library's own words."""

from collections.abc import Iterator, Mapping, Sequence
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
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition as Described

from antiphon.conversation.payload import Message, ToolCall
from antiphon.conversation.tool import ToolDefinition
from antiphon.providers.chat_body import SCHEMA_NAME

_MARK = CachePoint(ttl="5m")


def build_thread(messages: Sequence[Message], cached: int = 0) -> list[ModelMessage]:
    """What the library needs to draw up a request; the first `cached` messages end in a cache mark."""
    names = {call.id: call.name for each in messages for call in each.calls}
    thread: list[ModelMessage] = []
    numbered = enumerate(messages, start=1)
    for is_said, group in groupby(numbered, key=lambda each: each[1].role == "assistant"):
        if is_said:
            thread.extend(ModelResponse(parts=list(_build_said(each))) for _, each in group)
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
    """The tools as the library describes them to a model; their schemas are sent as they are, where the wire allows.

    With `schema`, the answer is held to it in the wire's own way.
    """
    described = [
        Described(
            name=each.wire_name,
            parameters_json_schema=dict(each.schema),
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
        return ToolReturnPart(names.get(message.call_id, "tool"), message.content, message.call_id)
    if message.images:
        shown = [BinaryContent(each.data, media_type=each.media_type) for each in message.images]
        return UserPromptPart([message.content, *shown] if message.content else shown)
    return UserPromptPart(message.content)


def _build_said(message: Message) -> Iterator[ModelResponsePart]:
    if message.content:
        yield TextPart(message.content)
    for call in message.calls:
        yield ToolCallPart(call.name, _parse_arguments(call), call.id)


def _parse_arguments(call: ToolCall) -> dict[str, object]:
    """These wires carry an object; what a model wrote that is none is handed back under a name."""
    try:
        parsed = orjson.loads(call.arguments or "{}")
    except orjson.JSONDecodeError:
        parsed = None
    return parsed if isinstance(parsed, dict) else {"unreadable": call.arguments}
