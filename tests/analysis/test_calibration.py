"""How sure against how often right: nothing is said that the numbers do not carry."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.analysis.calibration import ENOUGH, Prediction, calibrate, wilson
from antiphon.conversation.decision import Outcome

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
OUTCOMES: tuple[Outcome, ...] = ("right", "wrong", "mixed", "unknown")
moments = st.integers(0, 10_000).map(lambda minutes: BEGIN + timedelta(minutes=minutes))
predictions = st.lists(st.builds(Prediction, st.integers(0, 100), st.sampled_from(OUTCOMES), moments), max_size=40)


def said(confidence: int, *outcomes: Outcome) -> list[Prediction]:
    """So sure each time, with these outcomes one after the other."""
    return [Prediction(confidence, each, BEGIN + timedelta(days=day)) for day, each in enumerate(outcomes)]


def many(outcome: Outcome, count: int) -> list[Outcome]:
    """The same outcome so many times."""
    return [outcome] * count


@given(predictions)
def test_every_known_outcome_is_counted_once(made: list[Prediction]) -> None:
    found = calibrate(made)

    known = [each for each in made if each.outcome != "unknown"]
    assert found.turned_out.count == len(known) == sum(each.turned_out.count for each in found.bins)
    assert found.turned_out.right == pytest.approx(sum(each.turned_out.right for each in found.bins))
    assert found.unknown == len(made) - len(known)
    assert len(found.curve) == len(known)


@given(predictions)
def test_the_order_they_come_in_changes_nothing_but_the_curve(made: list[Prediction]) -> None:
    forward, backward = calibrate(made), calibrate(made[::-1])

    assert (forward.verdict, forward.turned_out, forward.unknown) == (
        backward.verdict,
        backward.turned_out,
        backward.unknown,
    )
    assert forward.brier == pytest.approx(backward.brier)
    assert [point.at for point in forward.curve] == sorted(point.at for point in forward.curve)


@given(predictions)
def test_the_curve_ends_where_the_whole_stands(made: list[Prediction]) -> None:
    found = calibrate(made)

    if found.curve:
        last = found.curve[-1]
        assert (last.brier, last.confidence, last.share) == pytest.approx(
            (found.brier, found.confidence, found.turned_out.share)
        )
        assert last.count == found.turned_out.count


@given(st.integers(1, 500), st.floats(0, 1))
def test_the_range_holds_the_share_and_stays_between_nothing_and_all(count: int, part: float) -> None:
    low, high = wilson(part * count, count)

    assert 0 <= low <= part * count / count <= high <= 1
    assert high - low < 1


@given(st.integers(2, 200), st.integers(0, 200), st.integers(2, 20))
def test_more_of_the_same_narrows_the_range(count: int, right: int, times: int) -> None:
    few = wilson(min(right, count), count)
    many = wilson(min(right, count) * times, count * times)

    assert many[1] - many[0] < few[1] - few[0]


def test_the_range_is_what_the_textbook_says() -> None:
    """Wilson, 8 of 10 at 95 percent."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


@given(predictions)
def test_every_bin_holds_its_own(made: list[Prediction]) -> None:
    found = calibrate(made)

    for each in found.bins:
        if each.confidence is not None:
            assert each.first <= each.confidence <= each.last
            assert each.turned_out.low is not None
            assert each.turned_out.high is not None


def test_brier_punishes_being_sure_and_wrong() -> None:
    assert calibrate(said(100, "right")).brier == 0
    assert calibrate(said(100, "wrong")).brier == 1
    assert calibrate(said(50, "right", "wrong")).brier == pytest.approx(0.25)
    assert calibrate(said(50, "mixed")).brier == 0


@given(st.lists(st.sampled_from(OUTCOMES), max_size=ENOUGH - 1), st.integers(0, 100))
def test_under_ten_there_is_no_verdict(outcomes: list[Outcome], confidence: int) -> None:
    assert calibrate(said(confidence, *outcomes)).verdict == "too_few"


def test_what_cannot_be_told_does_not_make_up_the_number() -> None:
    assert calibrate(said(95, *many("unknown", 50), *many("wrong", 9))).verdict == "too_few"


def test_a_verdict_needs_more_than_chance() -> None:
    assert calibrate(said(95, *many("wrong", 8), *many("right", 4))).verdict == "too_sure"
    assert calibrate(said(20, *many("right", 10))).verdict == "too_careful"
    assert calibrate(said(70, *many("right", 7), *many("wrong", 3))).verdict == "fitting"
    # Six of ten at 70 percent could well be chance.
    assert calibrate(said(70, *many("right", 6), *many("wrong", 4))).verdict == "fitting"


def test_nothing_says_nothing() -> None:
    found = calibrate([])

    assert (found.verdict, found.brier, found.confidence, found.turned_out.share) == ("too_few", None, None, None)
    assert [each.turned_out.count for each in found.bins] == [0] * 10
