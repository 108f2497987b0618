"""The figures of a run on a terminal and in a pipe."""

import io

import pytest
from rich.console import Console

from antiphon.cli.evals.table import print_comparison, print_summary
from antiphon.evals.report.compare import compare
from antiphon.evals.result import CaseResult
from tests.evals.report_samples import HOSTILE, make_result, make_run, make_verdict


def told(results: list[CaseResult], *, width: int = 80, is_terminal: bool = True) -> str:
    """What a person sees."""
    file = io.StringIO()
    console = Console(file=file, width=width, force_terminal=is_terminal, no_color=True, highlight=False, markup=False)
    print_summary(console, results)
    return file.getvalue()


@pytest.mark.parametrize("width", [80, 60])
def test_the_table_fits_the_terminal(width: int) -> None:
    lines = Console(width=width).render_str(told(make_run(), width=width)).plain.splitlines()

    plain = [line.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "") for line in lines]
    assert max(map(len, plain)) <= width
    words = " ".join(" ".join(plain).split())
    for result in make_run():
        assert result.case_id in words
    assert "7 of 13 cases passed" in words


def test_a_failed_case_says_why() -> None:
    verdict = make_verdict(0.0, reason="the answer does not hold “evidence”")

    page = told([make_result("asks", 0.0, verdicts=(verdict,))], is_terminal=False)

    assert "five/asks#1\tfailed\t0.00\tcontains (skeptic): the answer does not hold “evidence”" in page.splitlines()


def test_of_many_reasons_the_first_are_told() -> None:
    verdicts = tuple(make_verdict(0.0, name=f"thing {number}") for number in range(1, 8))

    page = told([make_result("asks", 0.0, verdicts=verdicts)], is_terminal=False)

    assert "\tthing 1 (skeptic); thing 2 (skeptic); thing 3 (skeptic); and 4 more\n" in page


def test_what_was_not_graded_is_told_beside_the_mean() -> None:
    """D40: it is shown, and moves no mean."""
    page = told([make_result("a", 0.9), make_result("b", None)], is_terminal=False)

    assert "1 not graded: nobody could judge the answer, in no mean" in page
    assert "mean 0.90, median 0.90, 0.90 to 0.90, deviation 0.00" in page


def test_an_assertion_nobody_judged_is_told_although_the_case_passed() -> None:
    """D40: a pass that rests on half of what was asked says so."""
    verdicts = (make_verdict(1.0), make_verdict(None, "llm-rubric"))

    page = told([make_result("a", 1.0, verdicts=verdicts)], is_terminal=False)

    assert "1 of 1 case passed\n1 assertion not graded in cases that have a score\n" in page


def test_of_many_cases_those_that_passed_are_only_counted() -> None:
    many = [*(make_result(f"good-{number}") for number in range(60)), make_result("bad", 0.1)]

    page = told(many)

    assert "60 cases that passed not listed" in page
    assert "bad" in page
    assert "good-7" not in page


def test_a_terminal_is_never_given_control_characters_of_a_model() -> None:
    verdict = make_verdict(0.0, reason=HOSTILE)

    page = told([make_result(HOSTILE, 0.0, suite=HOSTILE, verdicts=(verdict,))], is_terminal=False)

    assert not any(sign in page for sign in "\x00\x1b\u202e\u202c")


def test_a_comparison_names_first_what_now_fails() -> None:
    file = io.StringIO()
    console = Console(file=file, width=60, force_terminal=False)

    print_comparison(
        console,
        compare(
            [make_result("a", 0.5), make_result("b", 1.0)],
            [make_result("a", 0.75), make_result("b", 0.45), make_result("c", 1.0)],
        ),
    )

    assert file.getvalue().splitlines() == [
        "case\tbefore\tafter\tchange\tgain\toutcome",
        "five/b#1\t1.00\t0.45\t-0.55\t\tnow fails",
        "five/a#1\t0.50\t0.75\t+0.25\t+0.50\twin",
        "1 win, 1 loss, 0 ties",
        "mean 0.75 before, 0.60 after, change -0.15, normalised gain -0.60",
        "only after: five/c#1",
    ]
