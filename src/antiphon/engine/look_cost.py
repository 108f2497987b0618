"""What a look may take before it is begun: how often a model is asked, how much it reads, how much it may write."""

from typing import NamedTuple

from antiphon.context.cost import forecast
from antiphon.conversation.model import Prices


class LookWeight(NamedTuple):
    """Calls and tokens, when every question is asked once and every answer is as long as it may be."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def plus(self, other: "LookWeight") -> "LookWeight":
        """Both, one after the other."""
        return LookWeight(*(mine + its for mine, its in zip(self, other, strict=True)))


class LookForecast(NamedTuple):
    """What a look by this model may take at most, and cost, when its prices are known."""

    model: str
    weight: LookWeight
    cost: float | None


def price_look(model: str, weight: LookWeight, prices: Prices | None) -> LookForecast:
    """The weight in dollars: nothing cached, every answer as long as allowed."""
    worst = forecast(prices, input_tokens=weight.input_tokens, cached_tokens=0, output_tokens=weight.output_tokens)
    cost = None if worst.cold is None or worst.output is None else worst.cold + worst.output
    return LookForecast(model, weight, cost)
