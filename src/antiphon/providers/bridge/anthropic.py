"""The Messages wire of Anthropic."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from anthropic import AsyncAnthropic
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.settings import ModelSettings

from antiphon.conversation.payload import Message
from antiphon.conversation.thinking import Thinking, count_room
from antiphon.egress.transport import Client
from antiphon.providers.bridge.family import KEY_PLACE
from antiphon.providers.profile import Profile
from antiphon.providers.provider import FinishReason
from antiphon.providers.thinking import CannotThink, check_level

_BINDS = "anthropic_binds_thinking_blocks"
# Long enough for one turn to follow another; the longer life costs more to write than it saves here.
_CACHED = {"type": "ephemeral", "ttl": "5m"}


class Anthropic:
    """How Anthropic wants to be asked."""

    # Newer models refuse a conversation that ends with their own words.
    profile = Profile("anthropic", shares_window=True, tool_images="inside")
    marks_cache = True
    has_blocks = True
    reasons: Mapping[str, FinishReason] = {
        "end_turn": "stop",
        "stop_sequence": "stop",
        "pause_turn": "stop",
        "max_tokens": "length",
        "model_context_window_exceeded": "length",
        "tool_use": "tool_calls",
        "refusal": "filtered",
    }

    def build_model(self, name: str, base_url: str, client: Client) -> Model[Any]:
        """The library's model; see `Family.build_model`."""
        base_url = base_url.rstrip("/").removesuffix("/v1")
        sdk = AsyncAnthropic(api_key=KEY_PLACE, base_url=base_url, http_client=client, max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=sdk))

    def build_settings(
        self, model: Model[Any], max_tokens: int, temperature: float | None, thinking: Thinking | None = None
    ) -> ModelSettings:
        """The parameters of a request; a temperature only where the model takes one, and never while it thinks."""
        profile = cast("Mapping[str, object]", model.profile)
        if thinking is not None and thinking != "off":
            settings = AnthropicModelSettings(max_tokens=max_tokens, anthropic_cache_instructions="5m")
            return settings | _ask_to_think(profile, max_tokens, thinking)
        if thinking == "off" and profile.get("thinking_always_enabled"):
            raise CannotThink("it always thinks")
        settings = AnthropicModelSettings(max_tokens=max_tokens, thinking=False, anthropic_cache_instructions="5m")
        if thinking is None and profile.get("thinking_always_enabled") and profile.get(_BINDS):
            del settings["thinking"]
            settings["anthropic_thinking"] = _let_go({"type": "adaptive"}, profile)
            if profile.get("anthropic_supports_effort"):
                # The least there is; where nothing is said they try hard.
                settings["anthropic_effort"] = "low"
        if temperature is not None and not profile.get("anthropic_disallows_sampling_settings"):
            settings["temperature"] = temperature
        return settings

    def fill(self, body: dict[str, Any], messages: tuple[Message, ...], cached: int) -> dict[str, Any]:
        """This body with other messages; see `Family.fill`."""
        filled = dict(body)
        if "system" in body:
            filled["system"] = [{**body["system"][0], "text": messages[0].content}]
        written = [_write(each) for each in messages]
        if cached and messages[cached - 1].role != "system":
            written[cached - 1]["content"][0]["cache_control"] = _CACHED
        filled["messages"] = [one for one, each in zip(written, messages, strict=True) if each.role != "system"]
        return filled


def _ask_to_think(profile: Mapping[str, object], max_tokens: int, thinking: Thinking) -> AnthropicModelSettings:
    """Newer models are told how hard to try and find the measure themselves; the others are given a budget.

    Some of the newer ones keep what they think to themselves, unless they are asked to sum it up.
    """
    if not profile.get("supports_thinking"):
        raise CannotThink("it does not think")
    if profile.get("anthropic_supports_adaptive_thinking"):
        level = check_level(thinking, ("low", "medium", "high"))
        adaptive = _let_go({"type": "adaptive", "display": "summarized"}, profile)
        settings = AnthropicModelSettings(anthropic_thinking=adaptive)
        if profile.get("anthropic_supports_effort"):
            settings["anthropic_effort"] = cast("Literal['low', 'medium', 'high']", level)
        return settings
    budget = count_room(thinking)
    if budget >= max_tokens:
        raise CannotThink(f"{budget:,} tokens leave nothing of {max_tokens:,} for an answer")
    return AnthropicModelSettings(anthropic_thinking={"type": "enabled", "budget_tokens": budget})


def _let_go(asked: dict[str, Any], profile: Mapping[str, object]) -> Any:
    """Some models refuse a thought handed back behind a history that changed since; they are told to drop it instead.

    Histories do change between two calls of a tool: a turn is dropped to fit, a note is taken, the server restarts.
    """
    return asked | ({"block_binding": {"prefix_mismatch_behavior": "drop_block"}} if profile.get(_BINDS) else {})


def _write(message: Message) -> dict[str, Any]:
    return {"role": message.role, "content": [{"text": message.content, "type": "text"}]}
