"""The Gemini wire of Google."""

import ssl
from collections.abc import Mapping
from typing import Any

from google.genai.client import Client as GenaiClient
from google.genai.types import HttpOptions
from pydantic_ai.models import Model
from pydantic_ai.models.google import GoogleModel, GoogleModelSettings
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.settings import ModelSettings

from antiphon.conversation.payload import Message
from antiphon.egress.transport import Client
from antiphon.providers.bridge.family import KEY_PLACE
from antiphon.providers.profile import Profile
from antiphon.providers.provider import FinishReason

# The library passes this on to the server as the longest a request may take; Google suggests it for long answers.
_SERVER_MILLISECONDS = 20 * 60 * 1000


class Google:
    """How Gemini wants to be asked."""

    # A conversation must end with the person or with a tool's answer.
    profile = Profile("google", shares_window=False)
    # The server finds repeated beginnings by itself.
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

    def build_settings(self, model: Model[Any], max_tokens: int, temperature: float | None) -> ModelSettings:
        """The parameters of a request."""
        settings = GoogleModelSettings(max_tokens=max_tokens, thinking=False, max_retries=0)
        if temperature is not None:
            settings["temperature"] = temperature
        return settings

    def fill(self, body: dict[str, Any], messages: tuple[Message, ...], cached: int) -> dict[str, Any]:
        """This body with other messages; see `Family.fill`."""
        filled = {**body, "contents": [_write(each) for each in messages if each.role != "system"]}
        if "systemInstruction" in body:
            filled["systemInstruction"] = {**body["systemInstruction"], "parts": [{"text": messages[0].content}]}
        return filled


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
