"""What is known about a model before it is asked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars per million tokens. Without a price of their own, cached tokens cost what others cost."""

    input: float
    output: float
    cached_input: float | None = None
    cache_write: float | None = None


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """Limits in tokens and prices; absent means that nobody has told us.

    `window` is shared by prompt and answer, unless the model has an `input_limit` for the prompt alone. `sees` is true
    for models that can be shown images, `takes_tools` false for those that cannot call tools.
    """

    window: int | None = None
    input_limit: int | None = None
    output_limit: int | None = None
    tokens_per_minute: int | None = None
    prices: Prices | None = None
    source: str = "unknown"
    sees: bool | None = None
    takes_tools: bool | None = None
