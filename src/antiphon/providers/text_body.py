"""The body for a server that completes a text and takes no messages, byte for byte.

As with the chat body, the order of its keys never changes.
"""

from typing import Any, Final

import orjson

from antiphon.conversation.errors import RequestRejected, ThinkingUnsupported
from antiphon.conversation.payload import Message, Payload
from antiphon.conversation.thinking import is_on
from antiphon.providers.flat_text import STOPS, mark_of, write_flat
from antiphon.providers.profile import Profile
from antiphon.providers.shape import shape

_WHY: Final = "it completes a text"


def build_text_body(payload: Payload, profile: Profile, model: str) -> bytes:
    """The request of the Completions wire, always streamed: all messages as one text that ends where it is to speak.

    `ThinkingUnsupported` and `RequestRejected` when it was to think, to call tools or to look at pictures.
    """
    provider = payload.model.partition(":")[0]
    if is_on(payload.thinking):
        raise ThinkingUnsupported(provider, model=model, why=_WHY)
    if payload.tools or any(each.images for each in payload.messages):
        raise RequestRejected(provider, provider_message="a model that completes a text takes no tools and no images")
    said = [(each.role, _write(each)) for each in shape(payload.messages, profile)]
    body: dict[str, Any] = {
        "model": model,
        "prompt": f"{write_flat(said)}\n\n{mark_of('assistant')}\n",
        profile.max_tokens_field: payload.max_tokens,
        "stop": list(STOPS),
    }
    if payload.temperature is not None and profile.takes_temperature(model):
        body["temperature"] = payload.temperature
    body["stream"] = True
    if profile.stream_usage:
        body["stream_options"] = {"include_usage": True}
    return orjson.dumps(body)


def _write(message: Message) -> str:
    called = "\n".join(f"{call.name}({call.arguments})" for call in message.calls)
    return "\n\n".join(each for each in (message.content, called) if each)
