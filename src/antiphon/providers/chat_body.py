"""The chat body, byte for byte.

The bytes are the product: what a preview shows, a receipt keeps and the wire carries is this function's
result, so the order of its keys never changes.
"""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any, Final

import orjson

from antiphon.conversation.errors import ThinkingUnsupported
from antiphon.conversation.payload import ImageData, Message, Payload, ToolCall
from antiphon.conversation.tool import ToolDefinition
from antiphon.providers.profile import Profile
from antiphon.providers.shape import shape
from antiphon.providers.sight import can_draw
from antiphon.providers.text_body import build_text_body
from antiphon.providers.thinking import CannotThink, build_thinking, quieten
from antiphon.providers.tool_schema import write_parameters

# Wires want a name beside a schema; a model sees it.
SCHEMA_NAME: Final = "answer"


def build_chat_body(payload: Payload, profile: Profile) -> bytes:
    """The request of the Chat Completions wire in this profile's dialect, or of the Completions wire; always streamed.

    `ThinkingUnsupported` when the model cannot be asked to think as much as was chosen.
    """
    model = model_name(payload.model)
    if not profile.takes_messages:
        return build_text_body(payload, profile, model)
    has_thoughts = profile.wants_back(model, payload.thinking)
    body: dict[str, Any] = {
        "model": model,
        "messages": [_build_message(each, has_thoughts=has_thoughts) for each in shape(payload.messages, profile)],
        profile.max_tokens_field: payload.max_tokens,
    }
    if payload.tools:
        body["tools"] = [_build_tool(each) for each in payload.tools]
        if not payload.may_call:
            body["tool_choice"] = "none"
    if payload.temperature is not None and profile.takes_temperature(model, payload.thinking):
        body["temperature"] = payload.temperature
    if payload.thinking is not None:
        body |= _build_thinking(payload, profile, model)
    elif payload.tools:
        body |= quieten(profile.thinking, model)
    if payload.schema is not None and profile.takes_schema:
        body["response_format"] = _build_format(payload.schema)
    elif profile.asks_for_images and can_draw(model):
        body["modalities"] = ["image", "text"]
    body["stream"] = True
    if profile.stream_usage:
        body["stream_options"] = {"include_usage": True}
    if profile.cache_key_field and payload.cache_key:
        body[profile.cache_key_field] = payload.cache_key
    return orjson.dumps(body)


def model_name(model: str) -> str:
    """The model as its provider knows it: `ollama:llama3:8b` is `llama3:8b` there."""
    return model.partition(":")[2] or model


def _build_thinking(payload: Payload, profile: Profile, model: str) -> dict[str, Any]:
    assert payload.thinking is not None, "nothing is asked for that nobody chose"  # noqa: S101
    try:
        return build_thinking(profile.thinking, model, payload.thinking, has_tools=bool(payload.tools))
    except CannotThink as error:
        raise ThinkingUnsupported(payload.model.partition(":")[0], model=model, why=str(error)) from None


def _build_message(message: Message, *, has_thoughts: bool = False) -> dict[str, Any]:
    built: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.images:
        words = [{"type": "text", "text": message.content}] if message.content else []
        built["content"] = [*words, *(_build_image(each) for each in message.images)]
    if message.calls:
        # Beside calls, no words are written as null: some servers refuse an empty text there.
        built["content"] = message.content or None
        built["tool_calls"] = [_build_call(each) for each in message.calls]
        if has_thoughts:
            # Calls of earlier answers have none any more, and may not be without the field either.
            built["reasoning_content"] = "".join(each.text for each in message.thoughts)
    if message.role == "tool":
        built["tool_call_id"] = message.call_id
    return built


def _build_image(image: ImageData) -> dict[str, Any]:
    data = b64encode(image.data).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{image.media_type};base64,{data}"}}


def _build_tool(tool: ToolDefinition) -> dict[str, Any]:
    described = {"name": tool.wire_name, "description": tool.description, "parameters": write_parameters(tool.schema)}
    return {"type": "function", "function": described}


def _build_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    described = {"name": SCHEMA_NAME, "strict": True, "schema": dict(schema)}
    return {"type": "json_schema", "json_schema": described}


def _build_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": readable_arguments(call.arguments)}
    return {"id": call.id, "type": "function", "function": function}


def readable_arguments(written: str) -> str:
    """What a model wrote, if it is an object; servers refuse anything else, so that is handed back under a name."""
    try:
        is_object = isinstance(orjson.loads(written or "{}"), dict)
    except orjson.JSONDecodeError:
        is_object = False
    return (written or "{}") if is_object else orjson.dumps({"unreadable": written}).decode()
