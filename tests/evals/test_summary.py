"""The figures of a run: what counts, what is only counted."""

import pytest

from antiphon.evals.report.figures import format_change, format_score, format_seconds, format_spent
from antiphon.evals.report.summary import RunSpending, fill_bins, find_percentile, summarise
from tests.evals.report_samples import make_exchange, make_result, make_run, make_verdict


def test_every_way_to_end_is_counted() -> None:
    summary = summarise(make_run())

    assert summary.counts == {"passed": 7, "failed": 3, "not_graded": 1, "error": 1, "skipped": 1}
    assert summary.total == 13


def test_only_what_was_graded_is_in_the_mean() -> None:
    """D40: a judge that failed counts neither as 0 nor as 1."""
    graded = [make_result("a", 1.0), make_result("b", 0.5)]
    others = [
        make_result("c", None),
        make_result("d", None, status="error"),
        make_result("e", None, status="skipped"),
        # A score that was reached before the wire broke is no score.
        make_result("f", 0.0, status="error"),
    ]

    assert summarise([*graded, *others]).spread == summarise(graded).spread


def test_spread_of_scores() -> None:
    spread = summarise([make_result(str(score), score) for score in (0.2, 0.4, 0.9)]).spread

    assert spread is not None
    assert (spread.count, spread.mean, spread.median, spread.lowest, spread.highest) == (3, 0.5, 0.4, 0.2, 0.9)
    assert spread.deviation == pytest.approx(0.294, abs=0.001)


def test_nothing_graded_has_no_spread() -> None:
    assert summarise([make_result(score=None)]).spread is None
    assert summarise([]).spread is None


def test_a_score_on_the_edge_is_in_the_upper_tenth() -> None:
    assert fill_bins([0.0, 0.1, 0.3, 0.7, 0.99, 1.0]) == (1, 1, 0, 1, 0, 0, 0, 1, 0, 2)


def test_an_advisor_is_scored_by_its_own_answers_alone() -> None:
    verdicts = (
        make_verdict(1.0, advisor="skeptic", weight=3),
        make_verdict(0.0, advisor="skeptic"),
        make_verdict(0.2, advisor="builder"),
        make_verdict(None, advisor="builder"),
    )
    result = make_result(score=0.6, verdicts=verdicts, exchanges=(make_exchange("skeptic"), make_exchange("builder")))

    means = {each.name: each.spread.mean for each in summarise([result]).advisors if each.spread}

    assert means == {"skeptic": 0.75, "builder": 0.2}


def test_kinds_of_assertions_are_counted_apart() -> None:
    verdicts = (make_verdict(1.0, "regex"), make_verdict(0.0, "regex"), make_verdict(None, "llm-rubric"))

    regex, rubric = summarise([make_result(verdicts=verdicts)]).types

    assert (regex.passed, regex.failed, regex.not_graded) == (1, 1, 0)
    assert (rubric.not_graded, rubric.spread) == (1, None)


def test_suites_are_counted_apart() -> None:
    five, hostile = summarise(make_run()).suites

    assert (five.name, five.counts["failed"]) == ("five", 2)
    assert (hostile.name, hostile.counts["skipped"]) == ("hostile", 1)


def test_a_percentile_is_a_time_that_was_measured() -> None:
    times = [float(second) for second in range(1, 21)]

    assert find_percentile(times, 50) == 10.0
    assert find_percentile(times, 95) == 19.0
    assert find_percentile([], 95) is None


def test_cached_and_broken_answers_are_not_timed() -> None:
    asked = (
        make_exchange(seconds=2.0),
        make_exchange(seconds=0.0, is_cached=True),
        make_exchange(seconds=60.0, error={"code": "timeout"}),
    )

    assert summarise([make_result(exchanges=asked)]).times.seconds == (2.0,)


def test_one_call_of_a_judge_is_paid_once_however_many_verdicts_it_gave() -> None:
    call = make_exchange("", "{}", dollars=0.5)
    verdicts = tuple(make_verdict(1.0, "llm-rubric", name=name, calls=(call,)) for name in ("one", "two"))

    assert summarise([make_result(verdicts=verdicts)]).judging.dollars == 0.5


def test_an_unknown_price_is_said() -> None:
    known, unknown = make_exchange(dollars=0.25), make_exchange(dollars=None)

    spent = summarise([make_result(exchanges=(known, unknown))]).answering

    assert format_spent(spent) == "at least $0.2500"
    assert format_spent(RunSpending(requests=1, unpriced=1)) == "price unknown"


@pytest.mark.parametrize(("score", "shown"), [(1.0, "1.00"), (0.999, "0.99"), (0.0, "0.00"), (None, "–")])  # noqa: RUF001
def test_only_a_whole_score_is_called_whole(score: float | None, shown: str) -> None:
    assert format_score(score) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0123, "12 ms"), (0.9999, "1.0 s"), (3.44, "3.4 s"), (125.0, "2 min 05 s"), (119.96, "2 min 00 s")],
)
def test_times_are_read_with_their_unit(seconds: float, shown: str) -> None:
    assert format_seconds(seconds) == shown


def test_a_change_of_nothing_has_no_sign() -> None:
    assert [format_change(each) for each in (-0.0001, 0.0, 0.12, -0.3)] == ["0.00", "0.00", "+0.12", "-0.30"]
