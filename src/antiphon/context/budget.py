"""How many tokens a payload may have, and which limit says so."""

from dataclasses import dataclass
from typing import Literal

from antiphon.context.estimate import Rates, estimate
from antiphon.context.quotes import QuoteRule
from antiphon.conversation.model import ModelFacts
from antiphon.conversation.size import measure, suppose

Limit = Literal["window", "tokens_per_minute", "characters"]

# A reply may set aside at most this part of a window it shares with the prompt.
_REPLY_SHARE = 4


@dataclass(frozen=True, slots=True)
class Habits:
    """What the person set once: room kept for a message, the limit in characters, the room kept for the answer.

    `reply_allowance` is tokens, or nothing for the usual rule: none where the answer has its own limit, the advisor's
    longest answer where both share a window. With `trims_early`, turns go before anything is sent when the message is
    known to leave no room for them.
    """

    request_allowance: int = 100
    char_limit: int = 150_000
    reply_allowance: int | None = None
    most_trims: int = 10
    trims_early: bool = False
    reference_chars: int = 0
    quotes: QuoteRule = "whole"
    guideline_chars: int = 20_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit in tokens (none: unlimited), what it comes from, and what is set aside before any history."""

    limit: int | None
    binding: Limit | None
    request_allowance: int
    reply_allowance: int
    rates: Rates
    facts: ModelFacts

    def room(self, fixed: int) -> int | None:
        """Tokens left for history once the fixed items and the allowances are taken off; none means unlimited."""
        if self.limit is None:
            return None
        return self.limit - fixed - self.request_allowance - self.reply_allowance

    def count(self, text: str) -> int:
        """The estimate for a text."""
        return estimate(measure(text), self.rates)


def build_budget(facts: ModelFacts, rates: Rates, habits: Habits, max_tokens: int) -> Budget:
    """The smallest of the model's window, the tokens per minute and the person's own limit in characters."""
    limits: list[tuple[int, Limit]] = []
    window = facts.input_limit or facts.window
    if window:
        limits.append((window, "window"))
    if facts.tokens_per_minute:
        limits.append((facts.tokens_per_minute, "tokens_per_minute"))
    if habits.char_limit:
        limits.append((estimate(suppose(habits.char_limit), rates), "characters"))
    limit, binding = min(limits, default=(None, None))
    return Budget(
        limit=limit,
        binding=binding,
        request_allowance=habits.request_allowance,
        reply_allowance=_reply_allowance(facts, habits, max_tokens, limit),
        rates=rates,
        facts=facts,
    )


def _reply_allowance(facts: ModelFacts, habits: Habits, max_tokens: int, limit: int | None) -> int:
    if habits.reply_allowance is not None:
        return habits.reply_allowance
    if facts.input_limit or not facts.window or limit is None:
        return 0
    # Under a smaller limit than the window, some of the answer's room is free already.
    free = facts.window - limit
    return max(0, min(max_tokens, facts.window // _REPLY_SHARE) - free)
