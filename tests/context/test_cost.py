"""Dollars, before and after."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.cost import CostForecast, cost_of, forecast
from antiphon.conversation.model import Prices

PRICES = Prices(input=5.0, output=25.0, cached_input=0.5, cache_write=6.25)
TOKENS = st.integers(0, 2_000_000)


def test_a_prompt_that_is_cached_costs_less() -> None:
    found = forecast(PRICES, input_tokens=100_000, cached_tokens=80_000, output_tokens=2_000)

    assert found == CostForecast(
        cold=pytest.approx(0.625), warm=pytest.approx(0.165), output=pytest.approx(0.05), cached_tokens=80_000
    )


def test_where_writing_is_free_only_what_is_read_counts() -> None:
    found = forecast(Prices(5.0, 25.0, 0.5, 0.0), input_tokens=100_000, cached_tokens=80_000, output_tokens=0)

    assert (found.cold, found.warm) == (pytest.approx(0.5), pytest.approx(0.14))


def test_without_a_price_of_their_own_cached_tokens_cost_what_others_cost() -> None:
    found = forecast(Prices(5.0, 25.0), input_tokens=100_000, cached_tokens=80_000, output_tokens=0)

    assert found.cold == found.warm == pytest.approx(0.5)
    assert found.output == 0


def test_no_more_than_the_prompt_can_be_cached() -> None:
    found = forecast(PRICES, input_tokens=1_000, cached_tokens=5_000, output_tokens=0)

    assert found.cached_tokens == 1_000
    assert found.warm == pytest.approx(0.0005)


def test_an_unknown_price_is_no_price() -> None:
    """Nobody is told that something is free because its price is not known."""
    assert forecast(None, input_tokens=1_000, cached_tokens=10, output_tokens=5) == CostForecast(None, None, None, 10)
    assert cost_of(None, input_tokens=1_000, output_tokens=5) is None


def test_a_model_that_is_free_costs_zero() -> None:
    assert forecast(Prices(0, 0), input_tokens=1_000, cached_tokens=0, output_tokens=5) == CostForecast(0, 0, 0, 0)


@pytest.mark.parametrize(("input_tokens", "output_tokens"), [(None, 5), (5, None), (None, None)])
def test_usage_that_was_not_reported_has_no_cost(input_tokens: int | None, output_tokens: int | None) -> None:
    assert cost_of(PRICES, input_tokens=input_tokens, output_tokens=output_tokens) is None


def test_reading_from_the_cache_and_writing_to_it_have_their_prices() -> None:
    found = cost_of(PRICES, input_tokens=10_000, output_tokens=1_000, cached_tokens=6_000, cache_write_tokens=3_000)

    assert found == pytest.approx((1_000 * 5 + 6_000 * 0.5 + 3_000 * 6.25 + 1_000 * 25) / 1e6)


@given(TOKENS, TOKENS, TOKENS, st.integers(0, 100))
def test_the_forecast_is_the_bill_when_it_comes_true(
    input_tokens: int, cached_tokens: int, output_tokens: int, written_percent: int
) -> None:
    """U-09: and when less is written to the cache than may be, the bill is smaller."""
    found = forecast(PRICES, input_tokens=input_tokens, cached_tokens=cached_tokens, output_tokens=output_tokens)
    rest = input_tokens - found.cached_tokens

    bill, less = (
        cost_of(
            PRICES,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cached_tokens=cached_tokens,
            cache_write_tokens=written,
        )
        for written in (rest, rest * written_percent // 100)
    )

    assert found.cold is not None
    assert found.warm is not None
    assert found.output is not None
    assert 0 <= found.warm <= found.cold
    assert bill == pytest.approx(found.warm + found.output)
    assert bill is not None
    assert less is not None
    assert less <= bill
