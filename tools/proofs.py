"""Which tests carry which ids.

A test carries an id in its docstring, in the `id` of one of its parameters or, in the browser client, in its title.
Module docstrings, helpers, comments and everything else carry none: there an id may be mentioned and proves nothing.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
# P1, D43 · R1 to R3 · I-10, SC-01 · XK02 · reg-07. A part of one (N24.3) stands for the whole.
_ID = r"(?:[DHMNPW]\d{1,2}|R[1-3]|(?:SC|[A-GIORSTUX])-\d{2}|X[CDKNPT]\d{2}|reg-\d{2})"
_IDS = re.compile(rf"(?<![\w+./-])(?P<first>{_ID})(?:(?: to |\.\.|-|\u2013)(?P<last>{_ID}))?(?!\w)")
# `test('title'`, `it.each(rows)('title'` and `describe('title'` at the beginning of a line.
_TITLED = re.compile(r"^\s*(?:it|test|describe)(?P<how>(?:\.\w+)*)\s*\(", re.MULTILINE)
_STRING = re.compile(r"\s*(?P<quote>['\"`])(?P<text>(?:\\.|(?!(?P=quote)).)*)(?P=quote)", re.DOTALL)
_BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Proof(NamedTuple):
    """A test, by its file and what it is called there."""

    file: str
    name: str


class Mention(NamedTuple):
    """An id and who carries it; `counts` is false where nothing is proved by that."""

    id: str
    proof: Proof
    counts: bool


def find_ids(text: str) -> Iterator[str]:
    """Every id in a text; `XP01 to XP04`, `I-20..I-28` and `D3-D10` are all that lie between."""
    for match in _IDS.finditer(text):
        yield from _spread(match["first"], match["last"])


def collect_mentions(root: Path = ROOT) -> list[Mention]:
    """Every id that a test of any kind carries, and those that stand in docstrings beside tests."""
    python = sorted((root / "tests").rglob("*.py"))
    web = sorted(
        chain(
            (root / "web" / "src").rglob("*.test.ts"),
            (root / "web" / "src").rglob("*.test.tsx"),
            (root / "web" / "journeys").rglob("*.spec.ts"),
        )
    )
    named = chain(
        ((path, _read_python) for path in python),
        ((path, _read_titles) for path in web),
    )
    return [
        Mention(each, Proof(path.relative_to(root).as_posix(), name), counts)
        for path, read in named
        for name, text, counts in read(path.read_text(encoding="utf-8"))
        for each in dict.fromkeys(find_ids(text))
    ]


def _spread(first: str, last: str | None) -> Iterator[str]:
    if last is None:
        yield first
        return
    prefix = first.rstrip("0123456789")
    start, end = first.removeprefix(prefix), last.lstrip("ABCDEFGHIMNOPRSTUWXreg-")
    width = len(start) if start.startswith("0") else 1
    for number in range(int(start), int(end) + 1):
        yield f"{prefix}{number:0{width}}"


def _read_python(source: str) -> Iterator[tuple[str, str, bool]]:
    """Name, text and whether it counts, for everything in a file that has a docstring or parameters with ids."""
    if _IDS.search(source):
        yield from _read_node(ast.parse(source))


def _read_node(node: ast.AST) -> Iterator[tuple[str, str, bool]]:
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        name = getattr(node, "name", "")
        texts = [ast.get_docstring(node) or "", *_parameter_ids(node)]
        yield name, " · ".join(texts), name.startswith("test_")
    if isinstance(node, ast.Module | ast.ClassDef):
        for each in node.body:
            yield from _read_node(each)


def _parameter_ids(node: ast.AST) -> Iterator[str]:
    for decorator in getattr(node, "decorator_list", ()):
        for each in ast.walk(decorator):
            if isinstance(each, ast.keyword) and each.arg == "id" and isinstance(each.value, ast.Constant):
                yield str(each.value.value)


def _read_titles(source: str) -> Iterator[tuple[str, str, bool]]:
    for match in _TITLED.finditer(source):
        start = match.end()
        if match["how"].endswith(".each"):
            start = _end_of_brackets(source, start - 1)
            start = source.index("(", start) + 1
        if title := _STRING.match(source, start):
            yield title["text"], title["text"], True


def _end_of_brackets(source: str, start: int) -> int:
    """The place behind the bracket that closes the one at `start`; brackets in strings do not count."""
    open_ones: list[str] = []
    place = start
    while place < len(source):
        sign = source[place]
        if string := (_STRING.match(source, place) if sign in "'\"`" else None):
            place = string.end()
            continue
        if sign in _BRACKETS:
            open_ones.append(_BRACKETS[sign])
        elif open_ones and sign == open_ones[-1]:
            open_ones.pop()
            if not open_ones:
                return place + 1
        place += 1
    return place
