"""What a provider's models are worth knowing before one is chosen: prices, and which to give to several voices."""

from collections.abc import Sequence

from antiphon.advisors.panel import MOST_SEATS
from antiphon.api.connections import ModelOffer, TestedProvider
from antiphon.context.cost import cost_of
from antiphon.conversation.model import ModelFacts, Prices
from antiphon.providers.catalog import Catalog
from antiphon.providers.spread import find_cheapest, spread_models

# The first question of two sentences to a voice of the starter panel was measured at 550 tokens; its answer is asked to
# be short. Later questions bring what was said before, so a sum made of these is only ever called "about".
QUESTION_TOKENS, ANSWER_TOKENS = 600, 500
_FREE = Prices(0.0, 0.0)


def describe_tested(
    catalog: Catalog, name: str, base_url: str, model: str, models: Sequence[str], *, is_free: bool
) -> TestedProvider:
    """A provider's answer with what the catalogue knows about its models. Reads a list from disk: not for the loop."""
    facts = {each: catalog.find(name, each) for each in dict.fromkeys((model, *models))}
    return TestedProvider(
        name,
        base_url,
        model,
        tuple(models),
        offers=tuple(_build_offer(each, known, is_free=is_free) for each, known in facts.items()),
        spread=spread_models(models, facts, model, MOST_SEATS),
        cheapest=() if is_free else find_cheapest(models, facts, MOST_SEATS),
    )


def _build_offer(model: str, facts: ModelFacts, *, is_free: bool) -> ModelOffer:
    prices = facts.prices or (_FREE if is_free else None)
    return ModelOffer(
        model,
        input_price=None if prices is None else prices.input,
        output_price=None if prices is None else prices.output,
        question_cost=cost_of(prices, input_tokens=QUESTION_TOKENS, output_tokens=ANSWER_TOKENS),
        context_window=facts.window,
    )
