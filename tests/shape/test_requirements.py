"""Every id in a test means something, and everything that is said to be proved has a test."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.proofs import Mention, Proof, collect_mentions, find_ids
from tools.requirements import PAGE, Kind, Requirement, compare, find_problems, gather_proofs, read_kinds, render, tell

from tests.shape.house import ROOT, SOURCE

# Every test there is gets read, which takes a while on a busy machine.
pytestmark = pytest.mark.timeout(300)

PROOF = Proof("tests/test_it.py", "test_it")


@pytest.fixture(scope="module")
def mentions() -> list[Mention]:
    return collect_mentions()


def test_ids_and_proofs_agree_with_what_is_written_down(mentions: list[Mention]) -> None:
    assert [*find_problems(read_kinds(), mentions)] == []


def test_the_page_of_ids_is_current(mentions: list[Mention]) -> None:
    assert PAGE.read_text(encoding="utf-8") == render(read_kinds(), gather_proofs(mentions)), (
        "run: python -m tools.requirements"
    )


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("P1, W53: holds.", ["P1", "W53"]),
        ("XP01 to XP03, I-20..I-22", ["XP01", "XP02", "XP03", "I-20", "I-21", "I-22"]),
        ("D3-D5 and D-03", ["D3", "D4", "D5", "D-03"]),
        ("N24.3", ["N24"]),
        ("(reg-07) and SC-01", ["reg-07", "SC-01"]),
        ("M1 3l4 4", ["M1"]),
        ("#A1B2C3 U+2019 gpt-P40x v1.P2 p95 H264 e-42", []),
    ],
)
def test_ids_are_told_from_what_looks_like_one(text: str, ids: list[str]) -> None:
    assert [*find_ids(text)] == ids


def test_only_tests_prove(tmp_path: Path) -> None:
    """Titles and docstrings of tests count; comments, drawings, helpers and modules do not."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "journeys").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(
        '"""P1."""\n\n# P2\n@mark([param(1, id="P3")])\ndef test_it() -> None:\n    """P4."""\n\n'
        'def help() -> None:\n    """P5."""\n',
        encoding="utf-8",
    )
    (tmp_path / "web" / "src" / "it.test.ts").write_text(
        "// W1\nconst icon = 'M1 3l4 4';\ndescribe('all (W2)', () => {\n"
        "  it.each([['(W3'], [f('W4')]])('%s (W5)', () => {});\n"
        "  test(\n    'more W6', () => {});\n});\n",
        encoding="utf-8",
    )

    found = collect_mentions(tmp_path)

    assert {each.id for each in found if each.counts} == {"P3", "P4", "W2", "W5", "W6"}
    assert {each.id for each in found if not each.counts} == {"P1", "P5"}


@pytest.mark.parametrize(
    ("state", "rest", "proofs", "problem"),
    [
        ("proved", "", 0, "no test carries it"),
        ("part", "half", 0, "no test carries it"),
        ("part", "", 1, "say what is missing"),
        ("proved", "half", 1, "nothing where all is proved"),
        ("open", "", 1, "carries it"),
        ("replaced", "", 0, "say what is missing"),
    ],
)
def test_what_does_not_fit_is_named(state: str, rest: str, proofs: int, problem: str) -> None:
    kinds = [Kind("Kind", "About.", (Requirement("P1", "It holds.", state, rest),))]

    problems = [*find_problems(kinds, [Mention("P1", PROOF, counts=True)] * proofs)]

    assert len(problems) == 1
    assert problem in problems[0]


def test_an_id_nobody_wrote_down_is_named() -> None:
    assert [*find_problems([], [Mention("P99", PROOF, counts=False)])] == [
        "tests/test_it.py test_it: nothing says what P99 means"
    ]


def test_what_became_less_is_told() -> None:
    kinds = [Kind("Kind", "About.", (Requirement("P1", "It holds.", "proved", ""),))]
    before = tell(kinds, {"P1": [PROOF, PROOF]})

    assert [*compare(before, tell(kinds, {"P1": [PROOF]}))][1:] == ["P1: 2 -> 1 tests"]
    assert [*compare(before, tell([], {}))][1:] == ["P1: proved -> gone", "P1: 2 -> 0 tests"]


# `/* … */` and `// …` of the browser client; a path such as `M1 4h16` in a string is no id.
_WEB_COMMENT = re.compile(r"/\*.*?\*/|(?<![:'\"`])//[^\n]*", re.DOTALL)


def read_comments(path: Path) -> Iterator[str]:
    """What a file says to its readers: comments, and in Python docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from _WEB_COMMENT.findall(text)
        return
    yield from (
        each.string for each in tokenize.generate_tokens(io.StringIO(text).readline) if each.type == tokenize.COMMENT
    )
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def test_ids_of_requirements_stand_in_tests_alone() -> None:
    """Code says why in words; which sentence of the requirements that proves is the tests' to say."""
    sources = [*SOURCE.rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts*"), *(ROOT / "web" / "src").rglob("*.css")]
    said = [path for path in sources if ".test." not in path.name]

    found = {
        str(path.relative_to(ROOT)): ids
        for path in said
        if (ids := [each for text in read_comments(path) for each in find_ids(text)])
    }
    assert len(said) > 500
    assert found == {}
