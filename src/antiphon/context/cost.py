"""What a request will cost and what it did cost, in dollars. What is not known is absent and never zero."""

from typing import NamedTuple

from antiphon.conversation.model import Prices

_PER = 1_000_000


class CostForecast(NamedTuple):
    """The prompt when the provider has none of it cached, the prompt when it has `cached_tokens`, and the answer."""

    cold: float | None
    warm: float | None
    output: float | None
    cached_tokens: int


def forecast(prices: Prices | None, *, input_tokens: int, cached_tokens: int, output_tokens: int) -> CostForecast:
    """What a prompt of this length will cost, of which so much was sent before, with an answer of this length.

    No more than the whole prompt can be cached; what is not counts as written there where that is dearer, for how much
    of it the provider keeps is not known. The answer counts with all the thinking that may come before it.
    """
    cached = min(max(cached_tokens, 0), input_tokens)
    if prices is None:
        return CostForecast(None, None, None, cached)
    is_dearer = prices.cache_write is not None and prices.cache_write > prices.input
    return CostForecast(
        cold=_prompt(prices, input_tokens, 0, input_tokens if is_dearer else 0),
        warm=_prompt(prices, input_tokens, cached, input_tokens - cached if is_dearer else 0),
        output=output_tokens * prices.output / _PER,
        cached_tokens=cached,
    )


def cost_of(
    prices: Prices | None,
    *,
    input_tokens: int | None,
    output_tokens: int | None,
    cached_tokens: int = 0,
    cache_write_tokens: int = 0,
) -> float | None:
    """What a request has cost by its reported usage.

    `input_tokens` is the whole prompt, with what was read from the cache and what was written to it. Absent when the
    price or one of the counts is.
    """
    if prices is None or input_tokens is None or output_tokens is None:
        return None
    cached = min(cached_tokens, input_tokens)
    written = min(cache_write_tokens, input_tokens - cached)
    return _prompt(prices, input_tokens, cached, written) + output_tokens * prices.output / _PER


def price_thinking(prices: Prices | None, tokens: int) -> float | None:
    """What so many tokens of thinking cost: every provider that has a price charges them as output."""
    return None if prices is None else tokens * prices.output / _PER


def _prompt(prices: Prices, tokens: int, cached: int, written: int) -> float:
    read_price = prices.input if prices.cached_input is None else prices.cached_input
    write_price = prices.input if prices.cache_write is None else prices.cache_write
    return ((tokens - cached - written) * prices.input + cached * read_price + written * write_price) / _PER
