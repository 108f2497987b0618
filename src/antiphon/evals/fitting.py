"""Sending less when a provider says it is too much, by the rule of live conversations.

Messages that a case has written out are sent whole or not at all.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from antiphon.context.build import Composition
from antiphon.context.frame import count_tokens
from antiphon.context.trim import RefusedSize, Shrunk, shrink
from antiphon.conversation.errors import ContextOverflow, OverflowAfterTrimming, UserPromptTooLarge
from antiphon.conversation.payload import Payload
from antiphon.evals.asking import build_error
from antiphon.evals.case import Case
from antiphon.evals.result import Exchange
from antiphon.evals.stage import Stage


class Fitted(NamedTuple):
    """The last exchange, and the composition it was made with."""

    exchange: Exchange
    composition: Composition


def refuse_too_large(payload: Payload, case: Case, stage: Stage) -> Exchange | None:
    """What there is in place of an answer where the messages are more than the window the case gives; else nothing."""
    tokens = count_tokens(payload.messages, stage.rates(payload.model))
    if case.window is None or tokens <= case.window:
        return None
    return leave_unsent(payload, UserPromptTooLarge(payload.advisor_id, tokens, case.window))


def leave_unsent(payload: Payload, error: UserPromptTooLarge) -> Exchange:
    """An exchange that was not begun, with the reason."""
    return Exchange(
        payload.advisor_id, payload.model, 0, "", "", "", payload.messages, attempts=0, error=build_error(error)
    )


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


def _read_refusal(facts: Mapping[str, Any]) -> RefusedSize:
    return RefusedSize(facts.get("window"), facts.get("prompt_tokens"))


def _give_up(exchange: Exchange) -> Exchange:
    provider = exchange.model.partition(":")[0]
    sentence = str(OverflowAfterTrimming(provider))
    return replace(exchange, error={**(exchange.error or {}), "code": OverflowAfterTrimming.code, "message": sentence})
