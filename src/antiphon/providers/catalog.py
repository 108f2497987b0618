"""What is known about models before they are asked: what the operator says, then the public price list.

The list comes with the package `genai-prices` and is read from disk, or from a newer file (`price_list.py`); nothing
is fetched.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from antiphon.conversation.model import ModelFacts, Prices
from antiphon.providers.sight import can_see

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo

UNKNOWN = ModelFacts()

# Where the names people give to providers differ from the list's own.
_IDS = {
    "bedrock": "aws",
    "gemini": "google",
    "glm": "zhipuai",
    "grok": "x-ai",
    "kimi": "moonshotai",
    "moonshot": "moonshotai",
    "vertex": "google",
    "xai": "x-ai",
    "zhipu": "zhipuai",
}
# What runs on somebody's own machine has the window it was started with and costs no money by the token; what the list
# says about a model of the same name is about another place.
_OWN = frozenset({"llamacpp", "llamafile", "lmstudio", "localai", "ollama", "vllm"})
_UNLISTED = _OWN | {"scripted"}
_FREE = Prices(0.0, 0.0)
# A provider nobody has heard of may be a gateway. Models that only their makers serve have one window everywhere.
_HOSTED = re.compile(r"claude|gemini-|gpt-\d|grok-|o\d")
# Absent in the list as of genai-prices 0.2.1, and named alike by other catalogues.
_WINDOWS = {
    "gemini-2.5-pro": 1_048_576,
    "gemini-3.1-pro-preview": 1_048_576,
    "mistral-large-latest": 262_144,
    "mistral-medium-latest": 262_144,
    "mistral-small-latest": 262_144,
}
# Of their window, these keep a part for the answer alone: 272,000 of 400,000 tokens are left for the prompt.
_RESERVED = re.compile(r"gpt-[5-9]")
_RESERVED_OUTPUT, _RESERVED_FROM = 128_000, 400_000
# For these the list gives what the prompt may have, and the answer comes on top.
_APART = re.compile(r"gemini-")
_MAX_NAME = 200


class Catalog:
    """Facts about models by provider and name.

    Overrides are called `provider:model`, or `provider:*` for all that the provider serves; what they leave out comes
    from the list.
    """

    def __init__(self, overrides: Mapping[str, ModelFacts]) -> None:
        self._overrides = dict(overrides)

    def replace(self, overrides: Mapping[str, ModelFacts]) -> None:
        """Other overrides from now on."""
        self._overrides = dict(overrides)

    def find(self, provider: str, model: str) -> ModelFacts:
        """What is known about this model today; never raises, and what nobody knows is absent.

        The first question reads the list from disk, which was measured at 0.3 seconds: see `warm`.
        """
        facts = _build_facts(model, *_look_up(provider.lower(), model.lower()))
        facts = replace(facts, sees=can_see(model) or None)
        if provider.lower() in _OWN:
            facts = replace(facts, prices=_FREE)
        for name in (f"{provider}:*", f"{provider}:{model}"):
            if name in self._overrides:
                facts = _overrule(facts, self._overrides[name])
        return facts

    def warm(self) -> None:
        """Read the list now, so that no first question has to wait for it. Calling it twice does nothing."""
        _look_up("openai", "gpt-5")


def forget_list() -> None:
    """Another list is about to be in force: nothing said by the last one is remembered."""
    _look_up.cache_clear()


def _overrule(facts: ModelFacts, override: ModelFacts) -> ModelFacts:
    """A window from the operator is the whole truth about limits, for the list's parts belong to another window."""
    if override.window is not None:
        facts = replace(facts, input_limit=None, output_limit=None)
    return ModelFacts(
        window=override.window or facts.window,
        input_limit=override.input_limit or facts.input_limit,
        output_limit=override.output_limit or facts.output_limit,
        tokens_per_minute=override.tokens_per_minute or facts.tokens_per_minute,
        prices=override.prices or facts.prices,
        source=override.source if override.source != UNKNOWN.source else "settings",
        sees=facts.sees if override.sees is None else override.sees,
        takes_tools=facts.takes_tools if override.takes_tools is None else override.takes_tools,
    )


def _build_facts(model: str, found: "ModelInfo | None", is_priced: bool) -> ModelFacts:
    if found is None:
        return UNKNOWN
    name = _bare(model.lower())
    window = found.context_window or _WINDOWS.get(name)
    prices = _read_prices(found) if is_priced else None
    if window is None:
        return ModelFacts(prices=prices, source="genai-prices")
    limits = ModelFacts(window=window, prices=prices, source="genai-prices")
    if _APART.match(name):
        return replace(limits, input_limit=window)
    if _RESERVED.match(name) and window >= _RESERVED_FROM:
        return replace(limits, input_limit=window - _RESERVED_OUTPUT, output_limit=_RESERVED_OUTPUT)
    return limits


def _read_prices(found: "ModelInfo") -> Prices | None:
    """Dollars per million tokens today, in the lowest tier; absent unless both directions have a price."""
    today = found.get_prices(datetime.now(UTC))
    paid, answered = _dollars(today.input_mtok), _dollars(today.output_mtok)
    if paid is None or answered is None:
        return None
    return Prices(paid, answered, _dollars(today.cache_read_mtok), _dollars(today.cache_write_mtok))


def _dollars(price: object) -> float | None:
    base = getattr(price, "base", price)
    return float(base) if isinstance(base, Decimal) else None


def _bare(model: str) -> str:
    """The name without its maker in front and a variant behind: `openai/gpt-5.2:online` is `gpt-5.2`."""
    return model.rpartition("/")[2].partition(":")[0]


@lru_cache(maxsize=1024)
def _look_up(provider: str, model: str) -> "tuple[ModelInfo | None, bool]":
    """The model's entry, and whether its prices are those of this provider for this very name."""
    if provider in _UNLISTED or len(model) > _MAX_NAME:
        return None, False
    if found := _ask_list(_IDS.get(provider, provider), model):
        return found, True
    maker, _, rest = model.rpartition("/")
    if rest != model and (found := _ask_list(_IDS.get(provider, provider), rest)):
        return found, True
    base = model.partition(":")[0]
    if base != model and (found := _ask_list(_IDS.get(provider, provider), base)):
        return found, False
    if _HOSTED.match(_bare(model)):
        return _ask_list(_IDS.get(maker, maker) or None, _bare(model)), False
    return None, False


def _ask_list(provider: str | None, model: str) -> "ModelInfo | None":
    # Imported when first needed: it takes as long as the rest of a command line's start.
    from genai_prices.data_snapshot import get_snapshot

    try:
        return get_snapshot().find_provider_model(model, None, provider, None)[1] if model else None
    except LookupError:
        return None
