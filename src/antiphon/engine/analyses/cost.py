"""What a look may take before it is begun: how often a model is asked, how much it reads, how much it may write."""

from typing import NamedTuple

from antiphon.context.cost import forecast
from antiphon.conversation.model import Prices


class AnalysisWeight(NamedTuple):
    """Calls and tokens, when every question is asked once and every answer is as long as it may be."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def plus(self, other: "AnalysisWeight") -> "AnalysisWeight":
        """Both, one after the other."""
        return AnalysisWeight(*(mine + its for mine, its in zip(self, other, strict=True)))


class AnalysisForecast(NamedTuple):
    """What a look by this model may take at most, and cost, when its prices are known."""

    model: str
    weight: AnalysisWeight
    cost: float | None


def price_analysis(model: str, weight: AnalysisWeight, prices: Prices | None) -> AnalysisForecast:
    """The weight in dollars: nothing cached, every answer as long as allowed."""
    worst = forecast(prices, input_tokens=weight.input_tokens, cached_tokens=0, output_tokens=weight.output_tokens)
    cost = None if worst.cold is None or worst.output is None else worst.cold + worst.output
    return AnalysisForecast(model, weight, cost)
