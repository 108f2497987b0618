"""`antiphon eval compare`: two runs of the same cases, beside each other."""

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from antiphon.cli.evals.order import INVALID, UNGRADED
from antiphon.cli.evals.table import print_comparison
from antiphon.cli.failure import format_failure
from antiphon.cli.terminal import open_output
from antiphon.conversation.errors import Malformed
from antiphon.evals.report.compare import USUAL_DIFFERENCE, RunComparison, encode_comparison
from antiphon.evals.report.compare import compare as compare_results
from antiphon.evals.result import CaseResult
from antiphon.evals.results import read_results

_RESULTS = "results.jsonl"


def compare(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="A results.jsonl, or the folder of a run.")],
    after: Annotated[Path, typer.Argument(metavar="AFTER", help="The run to hold against it.")],
    threshold: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="From which change on a case counts as won or lost.")
    ] = USUAL_DIFFERENCE,
    format_: Annotated[
        Literal["table", "json"], typer.Option("--format", help="A table for people, JSON for programs.")
    ] = "table",
) -> None:
    """Compare two runs, case by case: who won, who lost, and whether it got worse.

    Ends with 1 when the mean over the cases that have a score in both runs is lower or a case that passed now fails,
    with 2 when a run cannot be read, with 4 when no case has a score in both, and with 0 otherwise.
    """
    try:
        comparison = compare_results(_read(before), _read(after), threshold)
    except Malformed as error:
        print(format_failure(error), file=sys.stderr)
        raise typer.Exit(INVALID) from None
    if format_ == "json":
        print(json.dumps(encode_comparison(comparison), ensure_ascii=False, indent=1))
    else:
        print_comparison(open_output(), comparison)
    raise typer.Exit(_choose_exit(comparison))


def _choose_exit(comparison: RunComparison) -> int:
    if comparison.is_worse:
        return 1
    return UNGRADED if comparison.mean_delta is None else 0


def _read(path: Path) -> list[CaseResult]:
    file = path / _RESULTS if path.is_dir() else path
    try:
        results = read_results(file)
    except OSError as error:
        raise Malformed(f"{file} cannot be read: {error.strerror}") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise Malformed(f"{file} does not hold results of a run") from error
    if not results:
        raise Malformed(f"{file} holds no result of a run")
    return results
