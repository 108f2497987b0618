"""What a model's own reports teach. Those in reports.json were counted by a real tokenizer (tests/models/talks.py)."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.context.calibrate import ModelCalibration, decode, learn
from antiphon.context.estimate import PLAIN, Rates, estimate
from antiphon.conversation.size import TextSize

Report = list[int]

REPORTS: dict[str, list[Report]] = json.loads((Path(__file__).parent / "reports.json").read_text(encoding="utf-8"))
TALKS = [kind for kind in REPORTS if "another" not in kind]
ROWS = st.sampled_from([row for rows in REPORTS.values() for row in rows])


def teach(calibration: ModelCalibration, *rows: Report) -> ModelCalibration:
    """The calibration after these reports."""
    for *size, messages, reported in rows:
        calibration = learn(calibration, TextSize(*size), messages, reported)
    return calibration


def off(rates: Rates, row: Report) -> float:
    """By what share the estimate misses the report."""
    *size, messages, reported = row
    return abs(estimate(TextSize(*size), rates, messages) - reported) / reported


def scaled(row: Report, factor: float) -> Report:
    """The same prompt, counted by another tokenizer."""
    return [*row[:4], round(row[4] * factor)]


@pytest.mark.parametrize("kind", REPORTS)
def test_twenty_turns_teach_a_conversation_to_five_percent(kind: str) -> None:
    """D14: the prompt of turn 21 is estimated before its report comes."""
    calibration = teach(ModelCalibration(), *REPORTS[kind][:20])

    assert off(calibration.rates, REPORTS[kind][20]) <= 0.05


def test_one_calibration_serves_all_kinds_of_conversation_at_once() -> None:
    """D14: a model's calibration is shared, so English, code, Chinese and JSON must fit beside each other."""
    calibration = ModelCalibration()
    for turn in range(20):
        calibration = teach(calibration, *(REPORTS[kind][turn] for kind in TALKS))

    errors = {kind: off(calibration.rates, REPORTS[kind][20]) for kind in TALKS}
    assert max(errors.values()) <= 0.05, errors


def test_what_was_learned_holds_for_conversations_it_was_not_learned_from() -> None:
    """D14: text of the same kinds that was never seen, from the first long prompt on; the plain rule misses by 82 %."""
    calibration = teach(ModelCalibration(), *(row for kind in TALKS for row in REPORTS[kind]))

    errors = {kind: off(calibration.rates, rows[20]) for kind, rows in REPORTS.items() if "another" in kind}
    assert max(errors.values()) <= 0.08, errors
    assert max(off(PLAIN, REPORTS[kind][20]) for kind in errors) > 0.8


def test_chinese_is_not_forgotten_over_a_thousand_turns_of_english() -> None:
    """Forgetting goes in the direction of what is reported; what is not talked about is kept."""
    learned = teach(ModelCalibration(), *REPORTS["Chinese"])

    later = teach(learned, *(REPORTS["English"] * 48))

    assert off(later.rates, REPORTS["Chinese"][20]) <= 0.08


def test_before_the_first_report_the_plain_rule_holds() -> None:
    """D14."""
    assert ModelCalibration().rates == PLAIN
    assert ModelCalibration().error is None


def test_the_error_is_that_of_the_estimates_people_saw() -> None:
    """D14: shown beside the estimate; the first was made by the plain rule."""
    first, second = REPORTS["Chinese"][:2]

    after_one = teach(ModelCalibration(), first)
    after_two = teach(after_one, second)

    assert after_one.error == off(PLAIN, first)
    assert after_two.error == (off(PLAIN, first) + off(after_one.rates, second)) / 2
    assert after_two.samples == 2


def test_the_error_is_a_recent_one() -> None:
    calibration = teach(ModelCalibration(), *REPORTS["Chinese"])

    assert len(calibration.errors) == 10
    assert calibration.error is not None
    assert calibration.error <= 0.05


@pytest.mark.parametrize("share", [0, 0.1, 0.4, 3.5, 50])
def test_an_absurd_report_is_counted_and_not_learned(share: float) -> None:
    """Nothing reported, only what was not cached, or somebody else's count."""
    learned = teach(ModelCalibration(), *REPORTS["English"][:10])

    after = teach(learned, scaled(REPORTS["English"][10], share))

    assert after.rates == learned.rates
    assert after.errors == learned.errors
    assert (after.samples, after.doubted) == (10, 1)


def test_a_prompt_without_text_teaches_nothing() -> None:
    after = learn(ModelCalibration(), TextSize(), 0, 100)

    assert (after.rates, after.doubted) == (PLAIN, 1)


def test_one_wild_report_moves_the_estimate_little() -> None:
    """Within the believable, too: a picture that nobody counted may not spoil what hundreds of turns taught."""
    learned = teach(ModelCalibration(), *REPORTS["English"])

    after = teach(learned, scaled(REPORTS["English"][20], 2.5))

    assert after.samples == learned.samples + 1
    assert off(after.rates, REPORTS["English"][20]) <= 0.05


def test_a_window_that_cuts_prompts_is_not_taken_for_a_tokenizer() -> None:
    """A local server cuts silently: the prompt grows, the count does not, and the ratio falls a little every turn."""
    window = REPORTS["English"][12][4]
    seen = [[*row[:4], min(row[4], window - row[4] % 50)] for row in REPORTS["English"]]

    calibration = teach(ModelCalibration(), *seen, *(seen[-6:] * 10))

    assert off(calibration.rates, REPORTS["English"][20]) <= 0.08
    assert calibration.doubted > 30


def test_counts_without_what_was_cached_are_not_learned_however_often_they_come() -> None:
    rows = REPORTS["English"]
    uncached = [[*after[:4], after[4] - before[4]] for before, after in pairwise(rows[4:])]

    calibration = teach(ModelCalibration(), *rows[:4], *(uncached * 10))

    assert calibration.samples == 4
    assert off(calibration.rates, rows[20]) <= 0.1


@pytest.mark.parametrize("factor", [0.45, 3.3])
def test_another_model_behind_the_same_name_is_learned_once_its_reports_agree(factor: float) -> None:
    """Off by the same factor for prompts of different sizes: then the estimate is wrong and the reports are right."""
    learned = teach(ModelCalibration(), *REPORTS["English"])
    changed = [scaled(row, factor) for row in REPORTS["English"]]

    after = teach(learned, *changed)

    assert 0 < after.doubted < 12
    assert off(after.rates, changed[20]) <= 0.05


def test_a_tokenizer_that_changes_a_little_is_followed() -> None:
    changed = [scaled(row, 1.3) for row in REPORTS["English"]]

    after = teach(ModelCalibration(), *(REPORTS["English"] * 5), *changed, *changed)

    assert off(after.rates, changed[20]) <= 0.05


@given(st.lists(st.tuples(ROWS, st.floats(0.01, 20)), max_size=40))
def test_rates_stay_sane_whatever_is_reported(reports: list[tuple[Report, float]]) -> None:
    calibration = teach(ModelCalibration(), *(scaled(row, factor) for row, factor in reports))

    rates = calibration.rates
    assert all(0.2 <= rate <= most * 1.000001 for rate, most in zip(rates[:3], (50, 20, 20), strict=True))
    assert 0 <= rates.per_message <= 30
    assert calibration.samples + calibration.doubted == len(reports)


@given(st.lists(st.tuples(ROWS, st.sampled_from((0.1, 0.9, 1, 1, 1.2, 4))), max_size=30))
def test_what_is_kept_comes_back_and_learns_on_as_before(reports: list[tuple[Report, float]]) -> None:
    """D14: kept as JSON; the same reports teach the same, with or without a restart in between."""
    rows = [scaled(row, factor) for row, factor in reports]

    restarted = ModelCalibration()
    for row in rows:
        restarted = teach(decode(json.loads(json.dumps(restarted.encode()))), row)

    assert restarted == teach(ModelCalibration(), *rows)


WHOLE = teach(ModelCalibration(), *REPORTS["English"], scaled(REPORTS["English"][20], 5)).encode()
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.sampled_from(sorted(WHOLE)), JSON_VALUES)
def test_garbage_starts_fresh_or_does_no_harm(field: str, value: object) -> None:
    damaged = decode({**WHOLE, field: value})

    after = teach(damaged, *REPORTS["English"][:3])

    assert after.rates.plain > 0
    assert after.error is None or after.error >= 0


@given(st.lists(st.floats(-1e9, 1e9), min_size=10, max_size=10), st.lists(st.floats(-1e9, 1e9), min_size=4, max_size=4))
def test_numbers_of_the_right_shape_do_no_harm(upper: list[float], lean: list[float]) -> None:
    """Damaged in a way that cannot be told from knowledge: still every later report can be learned."""
    order = iter(upper)
    cells = {(i, j): next(order) for i in range(4) for j in range(i, 4)}
    matrix = [[cells[min(i, j), max(i, j)] for j in range(4)] for i in range(4)]

    after = teach(decode({**WHOLE, "lean": lean, "information": matrix}), *REPORTS["mixed"])

    assert 0.2 <= after.rates.wide <= 20


@given(st.lists(st.floats(1e-9, 1e9), min_size=4, max_size=4))
def test_certainties_of_any_size_do_no_harm(certainties: list[float]) -> None:
    matrix = [[certainties[i] if i == j else 0.0 for j in range(4)] for i in range(4)]

    after = teach(decode({**WHOLE, "information": matrix}), *REPORTS["mixed"])

    assert 0.2 <= after.rates.wide <= 20


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "x",
        {},
        {**WHOLE, "rule": 0},
        {**WHOLE, "lean": [1, 2, 3]},
        {**WHOLE, "lean": [1, 2, 3, 1e300]},
        {**WHOLE, "lean": [1, 2, 3, 10**400]},
        {**WHOLE, "lean": [1, 2, 3, float("nan")]},
        {**WHOLE, "information": [[0.0] * 4] * 4},
        {**WHOLE, "information": [[1.0, 2.0, 0, 0], [2.0, 1.0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]},
        {key: value for key, value in WHOLE.items() if key != "largest"},
    ],
)
def test_what_is_no_calibration_starts_fresh(body: object) -> None:
    assert decode(body) == ModelCalibration()
