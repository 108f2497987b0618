"""The Gemini wire of Google."""

import ssl
from collections.abc import Mapping
from typing import Any, Final, cast

from google.genai.client import Client as GenaiClient
from google.genai.types import HttpOptions, ThinkingConfigDict, ThinkingLevel
from pydantic_ai.models import Model
from pydantic_ai.models.google import GoogleModel, GoogleModelSettings
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.settings import ModelSettings

from antiphon.conversation.payload import Message
from antiphon.conversation.thinking import Thinking, count_room
from antiphon.egress.transport import Client
from antiphon.providers.bridge.family import KEY_PLACE
from antiphon.providers.profile import Profile
from antiphon.providers.provider import FinishReason
from antiphon.providers.thinking import CannotThink, check_level

# The library passes this on to the server as the longest a request may take; Google suggests it for long answers.
_SERVER_MILLISECONDS = 20 * 60 * 1000


class Google:
    """How Gemini wants to be asked."""

    # A conversation must end with the person or with a tool's answer.
    profile = Profile("google", shares_window=False, tool_images="inside")
    # The server finds repeated beginnings by itself.
    has_blocks = False
    marks_cache = False
    reasons: Mapping[str, FinishReason] = {
        "STOP": "stop",
        "OTHER": "stop",
        "FINISH_REASON_UNSPECIFIED": "stop",
        "MAX_TOKENS": "length",
        "CONTINUATION": "length",
        "SAFETY": "filtered",
        "RECITATION": "filtered",
        "BLOCKLIST": "filtered",
        "PROHIBITED_CONTENT": "filtered",
        "SPII": "filtered",
        "IMAGE_SAFETY": "filtered",
        "IMAGE_PROHIBITED_CONTENT": "filtered",
        "MODEL_ARMOR": "filtered",
        "JAILBREAK": "filtered",
        "BLOCKED_REASON_UNSPECIFIED": "filtered",
    }

    def build_model(self, name: str, base_url: str, client: Client) -> Model[Any]:
        """The library's model; see `Family.build_model`."""
        sdk = GenaiClient(vertexai=False, api_key=KEY_PLACE, http_options=_build_options(base_url, client))
        return GoogleModel(name, provider=GoogleProvider(client=sdk))

    def build_settings(
        self, model: Model[Any], max_tokens: int, temperature: float | None, thinking: Thinking | None = None
    ) -> ModelSettings:
        """The parameters of a request."""
        profile = cast("Mapping[str, object]", model.profile)
        if thinking == "off" and profile.get("thinking_always_enabled"):
            raise CannotThink("it always thinks")
        if thinking is None or thinking == "off":
            settings = GoogleModelSettings(max_tokens=max_tokens, thinking=False, max_retries=0)
        else:
            config = _ask_to_think(model.model_name, profile, thinking)
            settings = GoogleModelSettings(max_tokens=max_tokens, google_thinking_config=config, max_retries=0)
        if temperature is not None:
            settings["temperature"] = temperature
        return settings

    def fill(self, body: dict[str, Any], messages: tuple[Message, ...], cached: int) -> dict[str, Any]:
        """This body with other messages; see `Family.fill`."""
        filled = {**body, "contents": [_write(each) for each in messages if each.role != "system"]}
        if "systemInstruction" in body:
            filled["systemInstruction"] = {**body["systemInstruction"], "parts": [{"text": messages[0].content}]}
        return filled


# The longest budgets of the models that take one.
_MOST_OF_PRO: Final = 32_768
_MOST_OF_FLASH: Final = 24_576


def _ask_to_think(name: str, profile: Mapping[str, object], thinking: Thinking) -> ThinkingConfigDict:
    """Newer models take a level, the others a budget; both show what they thought only when they are asked to."""
    if not profile.get("supports_thinking"):
        raise CannotThink("it does not think")
    if not profile.get("google_supports_thinking_level"):
        budget, most = count_room(thinking), _MOST_OF_PRO if "pro" in name else _MOST_OF_FLASH
        if budget > most:
            raise CannotThink(f"it takes at most {most:,} tokens")
        return {"include_thoughts": True, "thinking_budget": budget}
    known = cast("frozenset[str] | None", profile.get("google_thinking_levels"))
    taken = [each for each in ("low", "medium", "high") if known is None or each.upper() in known]
    return {"include_thoughts": True, "thinking_level": ThinkingLevel(check_level(thinking, taken).upper())}


def _build_options(base_url: str, client: Client) -> HttpOptions:
    """Our client for everything. The ones the library makes besides trust nobody, and need not load whom to trust."""
    nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return HttpOptions(
        base_url=base_url,
        httpx_async_client=client,
        timeout=_SERVER_MILLISECONDS,
        client_args={"verify": nobody},
        async_client_args={"verify": nobody, "ssl": nobody},
    )


def _write(message: Message) -> dict[str, Any]:
    return {"parts": [{"text": message.content}], "role": "model" if message.role == "assistant" else "user"}
