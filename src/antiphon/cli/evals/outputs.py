"""Where results and reports go: looked at before anything is asked, written when all is over."""

import os
from collections.abc import Sequence
from pathlib import Path

from antiphon.conversation.errors import Malformed
from antiphon.evals.report.html import write_report
from antiphon.evals.report.junit import write_junit
from antiphon.evals.result import CaseResult
from antiphon.evals.results import write_results


def check_outputs(folder: Path | None, *files: Path | None) -> None:
    """`Malformed` if one of these cannot be written; nothing is made yet."""
    for path in filter(None, (folder, *files)):
        try:
            problem = _find_problem(path) if path is folder else _find_file_problem(path)
        except OSError as error:
            problem = error.strerror or "it cannot be opened"
        if problem:
            raise Malformed(f"nothing can be written to {path}: {problem}")


def _find_file_problem(path: Path) -> str:
    if path.is_dir():
        return "it is a folder; name a file in it"
    if path.exists():
        return "" if os.access(path, os.W_OK) else "it is not yours to change"
    return _find_problem(path.absolute().parent)


def _find_problem(folder: Path) -> str:
    """What is wrong with the folder, or with the nearest one above it that is there."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not there.is_dir():
        return f"{there} is not a folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"{there} is not yours to change"


def write_outputs(results: Sequence[CaseResult], out: Path | None, junit: Path | None, html: Path | None) -> None:
    """The results and the reports that were asked for; folders are made as needed."""
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        write_results(out / "results.jsonl", results)
    for path, text in ((junit, write_junit), (html, write_report)):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(results), encoding="utf-8")
