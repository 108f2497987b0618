"""`antiphon eval validate`."""

import re
import sys
from pathlib import Path

from antiphon.app.evals import read_workspace
from antiphon.cli.configuration import read_all_settings
from antiphon.cli.evals.options import PathsArgument
from antiphon.cli.evals.order import INVALID, PASSED, list_files
from antiphon.cli.failure import format_failure
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.conversation.errors import EvalFileInvalid, Malformed
from antiphon.evals.case import Suite
from antiphon.evals.suites.load import load_suite
from antiphon.settings import Settings

_LINE = re.compile(r" \(line (\d+)\)$")


def validate(paths: PathsArgument = None) -> None:
    """Read suites and say what is wrong with them, each problem with its place. Nothing is sent.

    Exit code 0 when all can be used, 2 when one cannot.
    """
    run_to_exit(_validate(read_all_settings().settings, paths))


async def _validate(settings: Settings, paths: PathsArgument) -> int:
    workspace = await read_workspace(settings)
    code = PASSED
    try:
        files = list_files(tuple(paths or ()))
    except Malformed as error:
        print(format_failure(error), file=sys.stderr)
        return INVALID
    for path in files:
        try:
            _print_suite(load_suite(path, workspace.advisors, workspace.panels, workspace.checks))
        except EvalFileInvalid as error:
            code = INVALID
            for problem in error.problems:
                print(make_printable(format_problem(path, problem)), file=sys.stderr)
    return code


def format_problem(path: Path, problem: str) -> str:
    """The line goes to the front, where editors and CI servers look for it: `suite.yaml:12: …`."""
    found = _LINE.search(problem)
    return f"{path}:{found[1]}: {problem[: found.start()]}" if found else f"{path}: {problem}"


def _print_suite(suite: Suite) -> None:
    print(make_printable(f"{suite.path}: {count(len(suite.cases), 'case')}, nothing wrong"))
    for warning in suite.warnings:
        print(make_printable(format_problem(suite.path, warning)), file=sys.stderr)
