"""From verdicts to one word about a case."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.evals.case import Aggregation, Case
from antiphon.evals.result import Verdict, VerdictStatus
from antiphon.evals.scoring import conclude


def verdict(score: float | None, **more: Any) -> Verdict:
    """A verdict with this score."""
    status: VerdictStatus = "not_graded" if score is None else "passed" if score == 1 else "failed"
    return Verdict("v", "contains", status, score, **more)


def test_the_score_is_the_mean_by_weight() -> None:
    assert conclude(Case("c"), [verdict(1, weight=3), verdict(0)]) == ("failed", 0.75)
    assert conclude(Case("c", threshold=0.75), [verdict(1, weight=3), verdict(0)]) == ("passed", 0.75)


def test_what_was_not_graded_counts_in_no_mean() -> None:
    """D40."""
    assert conclude(Case("c"), [verdict(1), verdict(None, weight=9)]) == ("passed", 1.0)
    assert conclude(Case("c"), [verdict(0), verdict(None, weight=9)]) == ("failed", 0.0)


def test_where_nothing_was_graded_nothing_is_said() -> None:
    """D40."""
    assert conclude(Case("c"), [verdict(None), verdict(None)]) == ("not_graded", None)
    assert conclude(Case("c"), []) == ("not_graded", None)


def test_one_required_verdict_fails_the_case() -> None:
    assert conclude(Case("c", threshold=0.5), [verdict(1, weight=9), verdict(0.7, required=0.8)]) == ("failed", 0.97)


def test_a_required_verdict_that_nobody_gave_leaves_it_open() -> None:
    """D40: never passed on the strength of the rest, and never failed by a judge's silence."""
    assert conclude(Case("c"), [verdict(1), verdict(None, required=0.8)]) == ("not_graded", None)
    assert conclude(Case("c"), [verdict(0), verdict(None, required=0.8)]) == ("failed", 0.0)


def test_what_was_broken_off_has_failed_with_its_score() -> None:
    assert conclude(Case("c"), [verdict(1)], is_broken_off=True) == ("failed", 1.0)
    assert conclude(Case("c"), [verdict(None)], is_broken_off=True) == ("failed", 0.0)


@pytest.mark.parametrize(("aggregation", "score"), [("mean", 0.75), ("min", 0.5), ("max", 1.0)])
def test_turns_are_put_together_as_the_case_says(aggregation: Aggregation, score: float) -> None:
    verdicts = [verdict(1, turn=1), verdict(1, turn=1), verdict(1, turn=2), verdict(0, turn=2)]

    assert conclude(Case("c", aggregation=aggregation), verdicts)[1] == score


def test_nobody_fails_by_a_billionth() -> None:
    assert conclude(Case("c", threshold=0.7), [verdict(0.7, weight=0.1)] * 3)[0] == "passed"


@given(st.lists(st.none() | st.floats(0, 1), max_size=8))
def test_silence_never_changes_a_score(scores: list[float | None]) -> None:
    graded = [verdict(score) for score in scores if score is not None]

    assert conclude(Case("c"), [verdict(score) for score in scores]) == conclude(Case("c"), graded)


def test_a_judge_that_broke_down_leaves_the_case_open() -> None:
    """D40: whatever else holds; a case that has failed has failed, and what weighs nothing is only shown."""
    broken = verdict(None, is_broken=True)

    assert conclude(Case("c"), [verdict(1), broken]) == ("not_graded", None)
    assert conclude(Case("c"), [verdict(0), broken]) == ("failed", 0.0)
    assert conclude(Case("c"), [verdict(1), verdict(None, is_broken=True, weight=0)]) == ("passed", 1.0)
