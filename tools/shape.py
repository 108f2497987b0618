"""How long files and functions are: medians, tails and the ten longest of each.

`python -m tools.shape` prints it. The figures are looked at, not enforced; the targets stand beside them.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

SOURCE = Path(__file__).parents[1] / "src" / "antiphon"
_LONGEST = 10


class Length(NamedTuple):
    """A thing and its number of lines."""

    name: str
    lines: int


def measure_files(folder: Path) -> Iterator[Length]:
    """Every Python file that holds more than a sign on the door."""
    for path in sorted(folder.rglob("*.py")):
        if path.name != "__init__.py":
            yield Length(path.relative_to(folder).as_posix(), len(path.read_text(encoding="utf-8").splitlines()))


def measure_functions(folder: Path) -> Iterator[Length]:
    """Every function, by the lines of its body without the docstring."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield Length(f"{path.relative_to(folder).as_posix()}:{node.lineno} {node.name}", _body_lines(node))


def describe(title: str, targets: str, lengths: list[Length]) -> str:
    """One paragraph of figures and a list of the longest."""
    lines = sorted(each.lines for each in lengths)
    tail = lines[min(len(lines) - 1, int(len(lines) * 0.95))]
    longest = sorted(lengths, key=lambda each: -each.lines)[:_LONGEST]
    return "\n".join(
        (
            f"{title}: {len(lines)}, median {median(lines):.0f}, p95 {tail}, max {lines[-1]}  ({targets})",
            *(f"  {each.lines:>4}  {each.name}" for each in longest),
            "",
        )
    )


def report(folder: Path = SOURCE) -> str:
    """The whole report."""
    files = describe("files", "target: median 80-150, p95 ≤ 500, max 800", list(measure_files(folder)))
    functions = describe("functions", "target: median ≤ 8, p95 ≤ 40", list(measure_functions(folder)))
    return f"{files}\n{functions}"


def _body_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


if __name__ == "__main__":
    sys.stdout.write(report())
