"""How far a run is, on a terminal and in a pipe."""

import io

from rich.console import Console

from antiphon.cli.evals.progress import LiveProgress, PlainProgress
from antiphon.evals.case import Case
from antiphon.evals.result import CaseResult
from antiphon.evals.run import Job
from tests.evals.playing import build_stage

JOB = Job("five", Case("asks-one"), 1, build_stage({}))
RESULT = CaseResult("five", "asks-one", 1, "passed", 1.0, dollars=0.25)


def test_a_terminal_shows_what_runs_and_what_has_ended() -> None:
    output = io.StringIO()
    console = Console(file=output, force_terminal=True, width=60, height=20, color_system=None)

    with LiveProgress(console, 2) as progress:
        progress.begin(JOB)
        console.print("one")
        progress.end(JOB, RESULT)
        console.print("two")

    first, _, second = output.getvalue().partition("two")
    assert "five/asks-one#1" in first
    assert "0 of 2" in first
    assert "1 of 2: 1 passed, $0.2500" in second
    assert output.getvalue().rfind("\x1b[?25h") > output.getvalue().rfind("\x1b[?25l")


def test_a_pipe_gets_a_line_per_case_and_no_escape_codes() -> None:
    output = io.StringIO()
    progress = PlainProgress(Console(file=output), 2)

    progress.begin(JOB)
    progress.end(JOB, RESULT)
    progress.end(JOB, CaseResult("five", "\x1b[2Jother", 1, "error", None))

    assert output.getvalue() == "1/2 passed five/asks-one#1 1.00\n2/2 error five/[2Jother#1\n"
