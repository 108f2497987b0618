"""The chat body, byte for byte.

The bytes are the product: what a preview shows, a receipt keeps and the wire carries is this function's
result, so the order of its keys never changes.
"""

from typing import Any

import orjson

from antiphon.conversation.payload import Payload


def build_chat_body(payload: Payload, *, max_tokens_field: str = "max_tokens") -> bytes:
    """The canonical request of the Chat Completions wire, always streamed and with usage."""
    body: dict[str, Any] = {
        "model": model_name(payload.model),
        "messages": [{"role": each.role, "content": each.content} for each in payload.messages],
        max_tokens_field: payload.max_tokens,
    }
    if payload.temperature is not None:
        body["temperature"] = payload.temperature
    body["stream"] = True
    body["stream_options"] = {"include_usage": True}
    return orjson.dumps(body)


def model_name(model: str) -> str:
    """The model as its provider knows it: `ollama:llama3:8b` is `llama3:8b` there."""
    return model.partition(":")[2] or model
