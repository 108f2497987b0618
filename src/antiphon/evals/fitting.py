"""Sending less when a provider says it is too much, by the rule of live conversations (W53, D17)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from antiphon.context.build import Composition
from antiphon.context.trim import Refused, Shrunk, shrink
from antiphon.conversation.errors import ContextOverflow, OverflowAfterTrimming
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Stage


class Fitted(NamedTuple):
    """The last exchange, and the composition it was made with."""

    exchange: Exchange
    composition: Composition


async def ask_until_it_fits(composition: Composition, stage: Stage) -> Fitted:
    """Send the composition, and less of it as long as it overflows and something may go."""
    now = Shrunk(composition)
    while True:
        exchange = await stage.ask(now.composition.payload())
        if exchange.error is None or exchange.error.get("code") != ContextOverflow.code:
            return Fitted(exchange, now.composition)
        smaller = shrink(now, _read_refusal(exchange.error), stage.habits.most_trims)
        if smaller is None:
            return Fitted(_give_up(exchange), now.composition)
        now = smaller


def _read_refusal(facts: Mapping[str, Any]) -> Refused:
    return Refused(facts.get("window"), facts.get("prompt_tokens"))


def _give_up(exchange: Exchange) -> Exchange:
    provider = exchange.model.partition(":")[0]
    sentence = str(OverflowAfterTrimming(provider))
    return replace(exchange, error={**(exchange.error or {}), "code": OverflowAfterTrimming.code, "message": sentence})
