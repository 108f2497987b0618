"""How many tokens a payload may have, and which limit says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.budget import Budget, Habits, build_budget
from antiphon.context.estimate import PLAIN, fixed
from antiphon.conversation.model import ModelFacts
from tests.context.scenes import UNEVEN

NO_CHARS = Habits(char_limit=0)
limits = st.none() | st.integers(1, 200_000)


def build(facts: ModelFacts, habits: Habits = NO_CHARS, max_tokens: int = 1_000) -> Budget:
    return build_budget(facts, PLAIN, habits, max_tokens)


def test_the_usual_habits_are_the_documented_ones() -> None:
    """W46, D14, D15, D16, P50: URA 100, NTA 10, 150,000 characters, the usual rule for the answer."""
    assert Habits() == Habits(request_allowance=100, most_trims=10, char_limit=150_000, reply_allowance=None)


@pytest.mark.parametrize(
    ("facts", "chars", "limit", "binding"),
    [
        (ModelFacts(window=8_000, tokens_per_minute=9_000), 35_000, 8_000, "window"),
        (ModelFacts(window=9_000, tokens_per_minute=8_000), 35_000, 8_000, "tokens_per_minute"),
        (ModelFacts(window=9_000, tokens_per_minute=8_000), 24_500, 7_000, "characters"),
        (ModelFacts(window=9_000, input_limit=6_000), 35_000, 6_000, "window"),
        (ModelFacts(tokens_per_minute=8_000), 0, 8_000, "tokens_per_minute"),
        (ModelFacts(), 35, 10, "characters"),
        (ModelFacts(), 36, 11, "characters"),
    ],
)
def test_the_smallest_limit_binds_and_is_named(facts: ModelFacts, chars: int, limit: int, binding: str) -> None:
    """D15, W45, P50: characters are turned into tokens by the rule the history is weighed with."""
    budget = build(facts, Habits(char_limit=chars))

    assert (budget.limit, budget.binding) == (limit, binding)


@given(limits, limits, limits, st.integers(0, 600_000))
def test_the_limit_is_one_that_was_given(
    window: int | None, prompt: int | None, per_minute: int | None, chars: int
) -> None:
    """W45, D15."""
    budget = build(
        ModelFacts(window=window, input_limit=prompt, tokens_per_minute=per_minute), Habits(char_limit=chars)
    )

    given_limits = {"window": prompt or window, "tokens_per_minute": per_minute, "characters": -(-2 * chars // 7)}
    known = {name: value for name, value in given_limits.items() if value}
    assert budget.limit == min(known.values(), default=None)
    assert budget.limit is None or known[str(budget.binding)] == budget.limit


def test_a_limit_in_characters_follows_the_rate() -> None:
    """D15: four characters per token make fewer tokens, a model that spends more on signs makes more."""
    habits = Habits(char_limit=1_000)

    found = [build_budget(ModelFacts(), rates, habits, 10).limit for rates in (PLAIN, fixed(4.0), UNEVEN)]

    assert found == [286, 250, 288]


def test_nobody_knows_a_limit() -> None:
    """D15: an unknown window and no limit of one's own is no limit."""
    budget = build(ModelFacts())

    assert (budget.limit, budget.binding, budget.room(10**9)) == (None, None, None)


@pytest.mark.parametrize(
    ("facts", "habits", "max_tokens", "allowance"),
    [
        (ModelFacts(window=8_000), NO_CHARS, 1_000, 1_000),
        (ModelFacts(window=8_000), NO_CHARS, 2_000, 2_000),
        (ModelFacts(window=8_000), NO_CHARS, 2_001, 2_000),
        (ModelFacts(window=8_000, input_limit=8_000), NO_CHARS, 1_000, 0),
        (ModelFacts(), NO_CHARS, 1_000, 0),
        (ModelFacts(tokens_per_minute=8_000), NO_CHARS, 1_000, 0),
        (ModelFacts(window=8_000), Habits(char_limit=0, reply_allowance=0), 1_000, 0),
        (ModelFacts(window=8_000), Habits(char_limit=0, reply_allowance=7), 1_000, 7),
        (ModelFacts(window=800_000), Habits(char_limit=35_000), 1_000, 0),
        (ModelFacts(window=11_000), Habits(char_limit=35_000), 1_000, 0),
        (ModelFacts(window=10_999), Habits(char_limit=35_000), 1_000, 1),
        (ModelFacts(window=10_000), Habits(char_limit=35_000), 1_000, 1_000),
        (ModelFacts(window=8_000, tokens_per_minute=7_400), NO_CHARS, 1_000, 400),
    ],
)
def test_room_for_the_answer_is_kept_where_it_shares_the_window(
    facts: ModelFacts, habits: Habits, max_tokens: int, allowance: int
) -> None:
    """D16, W52: at most a quarter of it, less what another limit leaves free; none where the answer has its own."""
    assert build(facts, habits, max_tokens).reply_allowance == allowance


@given(st.integers(4, 200_000), limits, st.integers(0, 600_000), st.integers(1, 50_000))
def test_prompt_and_answer_fit_a_shared_window_together(
    window: int, per_minute: int | None, chars: int, max_tokens: int
) -> None:
    """D16, H17: whichever limit binds."""
    budget = build(ModelFacts(window=window, tokens_per_minute=per_minute), Habits(char_limit=chars), max_tokens)

    room = budget.room(0)
    assert room is not None
    assert room + budget.request_allowance + min(max_tokens, window // 4) <= window


def test_room_is_what_the_fixed_items_and_allowances_leave() -> None:
    """D16, W32: it may be nothing, and it may be less than nothing."""
    budget = build(ModelFacts(window=8_000), Habits(request_allowance=150, char_limit=0), 1_000)

    assert [budget.room(each) for each in (0, 6_850, 6_851)] == [6_850, 0, -1]


def test_the_plain_rule_is_recovered_with_nothing_fixed() -> None:
    """W32, W45: history + URA <= ML, for one advisor without fixed items and without an allowance for the answer."""
    budget = build(ModelFacts(window=8_000, tokens_per_minute=7_000), Habits(char_limit=0, reply_allowance=0))

    assert budget.room(0) == 7_000 - 100
