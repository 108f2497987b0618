"""Tokens before anybody has counted them."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.estimate import PLAIN, Rates, count_unreported, estimate, fixed
from antiphon.conversation.size import TextSize, measure

LENGTHS = st.integers(0, 10**6)
SIZES = st.builds(lambda plain, wide, marks: TextSize(plain + wide + marks, wide, marks), LENGTHS, LENGTHS, LENGTHS)
RATE = st.floats(0.2, 50)
RATES = st.builds(Rates, RATE, RATE, RATE, st.floats(0, 30))


@given(SIZES)
def test_the_plain_rule_is_the_length_divided_by_three_and_a_half(size: TextSize) -> None:
    """D14, W46: rounded up, and exactly so, whatever the characters are."""
    assert estimate(size, PLAIN) == ceil(Fraction(size.chars * 2, 7))


def test_the_plain_rule_holds_for_every_length_and_every_split() -> None:
    """D14: quotients that are added up may not make a token out of a rounding error."""
    found = [
        estimate(TextSize(chars, chars // 3, chars // 4), PLAIN) for chars in (*range(5000), *range(999_000, 1_000_001))
    ]

    assert found == [ceil(Fraction(chars * 2, 7)) for chars in (*range(5000), *range(999_000, 1_000_001))]


@given(LENGTHS, st.integers(1, 400))
def test_a_fixed_number_of_characters_is_the_plain_rule_with_that_number(chars: int, tenths: int) -> None:
    """D14: somebody who fixes 3.3 gets 10 tokens for 33 characters, and not 11."""
    assert estimate(TextSize(chars, chars // 3, chars // 3), fixed(tenths / 10)) == ceil(Fraction(chars * 10, tenths))


@pytest.mark.parametrize("chars_per_token", [0, -1, float("nan")])
def test_a_fixed_number_must_be_above_zero(chars_per_token: float) -> None:
    with pytest.raises(ValueError, match="above zero"):
        fixed(chars_per_token)


@given(RATES)
def test_an_empty_text_costs_nothing(rates: Rates) -> None:
    assert estimate(measure(""), rates) == 0


@given(st.lists(st.tuples(SIZES, st.integers(0, 3)), max_size=8), RATES)
def test_parts_cost_at_least_what_the_whole_costs(parts: list[tuple[TextSize, int]], rates: Rates) -> None:
    """What is shown row by row never promises more room than there is."""
    whole = TextSize(*(sum(size[i] for size, _ in parts) for i in range(3)))

    assert sum(estimate(size, rates, messages) for size, messages in parts) >= estimate(
        whole, rates, sum(messages for _, messages in parts)
    )


def test_each_class_has_its_own_rate() -> None:
    rates = Rates(plain=10, wide=0.5, marks=1, per_message=4)

    assert estimate(TextSize(100, 10, 20), rates, 2) == 7 + 20 + 20 + 8


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("four", 1), ("fives", 2), ("字" * 8, 2)])
def test_what_nobody_reported_is_booked_as_a_quarter_of_the_characters(text: str, tokens: int) -> None:
    """P48: rounded up."""
    assert count_unreported(text) == tokens
