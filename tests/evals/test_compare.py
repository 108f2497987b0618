"""Two runs beside each other: who won, by how much, and how the command ends."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from antiphon.cli.main import app
from antiphon.evals.report.compare import compare, encode_comparison
from antiphon.evals.result import CaseResult
from antiphon.evals.results import write_results
from tests.evals.report_samples import make_result

scores = st.floats(0, 1)


def run_of(**scored: float | None) -> list[CaseResult]:
    """A run with one case for each score."""
    return [make_result(name, score) for name, score in scored.items()]


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [(0.8, 0.9, "win"), (0.9, 0.8, "loss"), (0.8, 0.89, "tie"), (0.7, 0.7, "tie"), (0.5, None, "unknown")],
)
def test_a_change_counts_from_the_threshold_on(before: float, after: float | None, outcome: str) -> None:
    [pair] = compare(run_of(a=before), run_of(a=after)).pairs

    assert pair.outcome == outcome


def test_a_threshold_of_zero_leaves_ties_to_the_equal() -> None:
    comparison = compare(run_of(a=0.5, b=0.5), run_of(a=0.5, b=0.51), threshold=0.0)

    assert (comparison.count("tie"), comparison.count("win")) == (1, 1)


@pytest.mark.parametrize(
    ("before", "after", "gain"), [(0.5, 0.75, 0.5), (0.8, 0.9, 0.5), (0.5, 0.25, -0.5), (1.0, 0.4, None)]
)
def test_gain_is_the_share_of_what_was_missing(before: float, after: float, gain: float | None) -> None:
    [pair] = compare(run_of(a=before), run_of(a=after)).pairs

    assert pair.gain == gain


def test_newly_failing_cases_come_first_then_the_greatest_loss() -> None:
    before = run_of(better=0.5, slipped=1.0, low=0.7, fails=0.85, gone=1.0)
    after = [*run_of(better=0.9, slipped=0.9, low=0.2, fails=0.75), make_result("gone", None, status="error")]

    comparison = compare(before, after)

    order = [each.key for each in comparison.pairs]
    assert order == ["five/fails#1", "five/gone#1", "five/low#1", "five/slipped#1", "five/better#1"]
    assert encode_comparison(comparison)["newly_failing"] == ["five/fails#1", "five/gone#1"]


def test_means_are_over_what_both_runs_graded() -> None:
    """D40: what one of them could not grade moves nothing."""
    comparison = compare(run_of(a=0.5, b=1.0, c=0.0), run_of(a=0.7, b=None, d=1.0))

    assert (comparison.mean_before, comparison.mean_after, comparison.mean_delta) == (0.5, 0.7, 0.2)
    assert (comparison.only_before, comparison.only_after) == (("five/c#1",), ("five/d#1",))


def test_repeats_and_suites_are_matched_with_their_like() -> None:
    before = [make_result("a", 0.1, repeat=1), make_result("a", 0.9, repeat=2), make_result("a", 0.5, suite="other")]

    comparison = compare(before, list(reversed(before)))

    assert [each.delta for each in comparison.pairs] == [0.0, 0.0, 0.0]


@given(st.lists(st.tuples(scores, scores), min_size=1))
def test_turning_runs_around_turns_wins_into_losses(pairs: list[tuple[float, float]]) -> None:
    before = [make_result(str(number), score) for number, (score, _) in enumerate(pairs)]
    after = [make_result(str(number), score) for number, (_, score) in enumerate(pairs)]

    there, back = compare(before, after), compare(after, before)

    assert (there.count("win"), there.count("loss"), there.count("tie")) == (
        back.count("loss"),
        back.count("win"),
        back.count("tie"),
    )
    assert (there.mean_delta or 0) == -(back.mean_delta or 0)


def test_a_run_holds_against_itself() -> None:
    comparison = compare(run_of(a=0.3, b=1.0), run_of(a=0.3, b=1.0))

    assert (comparison.mean_delta, comparison.is_worse, comparison.count("tie")) == (0.0, False, 2)


def keep(folder: Path, **scored: float | None) -> str:
    """A run as it lies in its folder."""
    folder.mkdir()
    write_results(folder / "results.jsonl", run_of(**scored))
    return str(folder)


@pytest.mark.parametrize(("after", "code"), [(0.9, 0), (0.5, 0), (0.49, 1), (None, 4)])
def test_the_command_ends_as_the_mean_went(tmp_path: Path, after: float | None, code: int) -> None:
    old, new = keep(tmp_path / "old", a=0.5), keep(tmp_path / "new", a=after)

    assert CliRunner().invoke(app, ["eval", "compare", old, new]).exit_code == code


def test_one_that_passed_and_fails_now_is_worse_whatever_the_mean_says(tmp_path: Path) -> None:
    """A win elsewhere does not make up for what was lost."""
    old, new = keep(tmp_path / "old", a=1.0, b=0.0), keep(tmp_path / "new", a=0.0, b=1.0)

    assert CliRunner().invoke(app, ["eval", "compare", old, new]).exit_code == 1


def test_programs_read_the_comparison_as_json(tmp_path: Path) -> None:
    old, new = keep(tmp_path / "old", a=0.5, b=1.0), keep(tmp_path / "new", a=0.75, b=0.5)

    done = CliRunner().invoke(app, ["eval", "compare", old, f"{new}/results.jsonl", "--format", "json"])

    told = json.loads(done.stdout)
    assert (told["wins"], told["losses"], told["mean_delta"]) == (1, 1, -0.125)
    assert told["newly_failing"] == ["five/b#1"]


@pytest.mark.parametrize("text", ["", "not json\n", '{"case_id": 1}\n', "[1, 2]\n"])
def test_a_file_without_results_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "odd.jsonl").write_text(text, encoding="utf-8")

    done = CliRunner().invoke(app, ["eval", "compare", str(tmp_path / "odd.jsonl"), str(tmp_path)])

    assert (done.exit_code, "odd.jsonl" in done.stderr) == (2, True)


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["eval", "compare", str(tmp_path), str(tmp_path)])

    assert (done.exit_code, "cannot be read: No such file or directory" in done.stderr) == (2, True)
