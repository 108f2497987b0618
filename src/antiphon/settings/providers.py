"""Where models are reached, and what is known about them."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from antiphon.conversation.errors import SettingsInvalid
from antiphon.settings.values import WORKSPACE, Dollars, OptionalSecret, OptionalText, Price, SettingsGroup, Tokens

# Keys that other tools have taught people to keep in their environment, and the endpoint each one opens.
WELL_KNOWN_KEYS: dict[str, tuple[str, str, str]] = {
    "OPENAI_API_KEY": ("openai", "https://api.openai.com/v1", "gpt-5.2"),
    "OPENROUTER_API_KEY": ("openrouter", "https://openrouter.ai/api/v1", "anthropic/claude-sonnet-4.5"),
    "GROQ_API_KEY": ("groq", "https://api.groq.com/openai/v1", "openai/gpt-oss-120b"),
    "MISTRAL_API_KEY": ("mistral", "https://api.mistral.ai/v1", "mistral-large-latest"),
    "DEEPSEEK_API_KEY": ("deepseek", "https://api.deepseek.com/v1", "deepseek-chat"),
    "XAI_API_KEY": ("xai", "https://api.x.ai/v1", "grok-4"),
    "ANTHROPIC_API_KEY": ("anthropic", "https://api.anthropic.com", "claude-sonnet-5-5"),
    # A Google key may be for anything Google offers, so the one that says Gemini comes later and wins.
    "GOOGLE_API_KEY": ("google", "https://generativelanguage.googleapis.com", "gemini-3.8-flash"),
    "GEMINI_API_KEY": ("google", "https://generativelanguage.googleapis.com", "gemini-3.8-flash"),
}
# Where a provider of this name is at home.
HOMES: dict[str, str] = {name: base_url for name, base_url, _ in WELL_KNOWN_KEYS.values()}
# Providers with a wire of their own, and the packages their extra brings. Without those, their keys open nothing.
EXTRAS: dict[str, tuple[str, ...]] = {
    "anthropic": ("pydantic_ai", "anthropic"),
    "google": ("pydantic_ai", "google.genai"),
}
# Beside the database: the keys people added in the browser or with `antiphon connect`. Only its owner can read it.
PROVIDERS_FILE = "providers.json"
# Before the name of a wire that a plug-in speaks.
PLUGIN_KIND = "plugin:"
_KINDS = rf"^(openai_chat|anthropic|google|scripted|{PLUGIN_KIND}[a-z0-9][a-z0-9-]{{0,39}})$"


class ModelSettings(SettingsGroup):
    """What somebody knows better about one model than the catalogue does."""

    context_window: Tokens | None = Field(default=None, description="tokens of prompt and answer together")
    input_limit: Tokens | None = Field(default=None, description="tokens of the prompt alone")
    output_limit: Tokens | None = Field(default=None, description="tokens of the answer alone")
    tokens_per_minute: Tokens | None = Field(default=None, description="absent means no limit of its own")
    input_price: Price | None = Field(default=None, description="dollars per million tokens of the prompt")
    output_price: Price | None = Field(default=None, description="dollars per million tokens of the answer")
    cached_price: Price | None = Field(default=None, description="dollars per million tokens read from a cache")
    sees: bool | None = Field(default=None, description="whether it can be shown images; absent: by its name")
    takes_tools: bool | None = Field(default=None, description="whether it can call tools; absent: tools are offered")

    @model_validator(mode="after")
    def _have_both_prices(self) -> Self:
        if (self.input_price is None) != (self.output_price is None):
            raise ValueError("a price for the prompt needs one for the answer, and the other way round")
        if self.cached_price is not None and self.input_price is None:
            raise ValueError("a price for cached tokens needs the other two")
        return self


class ProviderSettings(SettingsGroup):
    """One place that models are reached at."""

    kind: Annotated[str, Field(pattern=_KINDS)] = Field(
        default="openai_chat",
        description="the wire it speaks: `openai_chat`, `anthropic`, `google`, `scripted`, or `plugin:NAME`",
    )
    profile: (
        Literal[
            "openai",
            "azure",
            "openrouter",
            "ollama",
            "vllm",
            "llamacpp",
            "groq",
            "mistral",
            "deepseek",
            "moonshot",
            "xai",
            "generic",
            "completions",
        ]
        | None
    ) = Field(default=None, description="its dialect of the chat wire; absent: by its address or name")
    base_url: str = Field(default="", description="its address; for the chat wire up to and including /v1")
    api_key: OptionalSecret = Field(default=None, description="sent the way it wants keys; absent for local servers")
    api_version: str = Field(default="", description="for Azure's older addresses, such as 2025-04-01-preview")
    model: str = Field(default="", description="the model to use when it is the default provider")
    concurrency: Annotated[int, Field(ge=1)] = Field(default=32, description="requests at a time, counted per node")
    requests_per_minute: Annotated[int, Field(ge=1)] | None = Field(default=None, description="absent means no limit")
    tokens_per_minute: Annotated[int, Field(ge=1)] | None = Field(default=None, description="absent means no limit")
    tokens_per_day: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="of prompts, by their length; absent means no limit"
    )
    connect_seconds: Annotated[float, Field(gt=0)] = Field(default=15.0, description="how long a connection may take")
    first_byte_seconds: Annotated[float, Field(gt=0)] = Field(
        default=120.0, description="how long the first byte may take"
    )
    idle_seconds: Annotated[float, Field(gt=0)] = Field(
        default=60.0, description="how long it may be silent in between"
    )
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] | None = Field(
        default=None, description="the name it has for the longest reply; absent: the profile's"
    )
    system_placement: Literal["message", "merged"] = Field(
        default="message", description="merged: before the first message, for models without a system role"
    )
    models: dict[str, ModelSettings] = Field(default_factory=dict, description="what is known about its models")


class ModelsGroup(SettingsGroup):
    """Which models there are."""

    default_model: OptionalText = Field(
        None, description="provider:model for advisors that name none", json_schema_extra=WORKSPACE
    )
    max_tokens: Annotated[int, Field(ge=1)] = Field(
        4096, description="the longest reply to ask for, in tokens", json_schema_extra=WORKSPACE
    )
    picture_model: OptionalText = Field(
        None,
        description="provider:model that makes pictures for advisors with the tool `drawing`; absent: none does",
        json_schema_extra=WORKSPACE,
    )
    picture_price: Dollars | None = Field(
        None, description="dollars that one such picture costs; absent: not known", json_schema_extra=WORKSPACE
    )
    detect_local_models: bool = Field(True, description="look for Ollama and llama.cpp on their usual ports")
    providers: dict[str, ProviderSettings] = Field(default_factory=dict, description="where models are reached")


def find_address(name: str, provider: ProviderSettings) -> str:
    """Where a provider is reached: as it says, else at home; a wire of its own has one, whatever its name."""
    return provider.base_url or HOMES.get(provider.kind if provider.kind in EXTRAS else name, "")


def has_extra(provider: str) -> bool:
    """True when everything this provider's wire needs is installed; nothing is imported to find out."""
    try:
        return all(find_spec(package) is not None for package in EXTRAS.get(provider, ()))
    except ModuleNotFoundError:
        return False


def read_added_providers(data_dir: Path) -> dict[str, Any]:
    """What `providers.json` holds, by name; nothing when there is none. `SettingsInvalid` when it cannot be read."""
    path = data_dir / PROVIDERS_FILE
    try:
        providers = json.loads(path.read_text(encoding="utf-8"))["providers"]
        return {str(name): dict(said) for name, said in providers.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsInvalid((f"{path}: {error.strerror}",)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SettingsInvalid((f"{path}: cannot be read; take it away and add the keys again",)) from error
