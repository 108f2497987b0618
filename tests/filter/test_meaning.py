"""What filters depend on, and saved filters written out."""

import pytest
from hypothesis import given, settings

from antiphon.conversation.errors import FilterInvalid
from antiphon.filter import tree
from antiphon.filter.expand import expand
from antiphon.filter.format import format_filter
from antiphon.filter.meaning import Field, has_boundary, is_moving, uses, without_boundary
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import Expr
from tests.filter.strategies import trees

USES = {
    "*": set(),
    "c'x' !p": {Field.TEXT, Field.PIN},
    "s2 | b": {Field.STARS, Field.FLAG},
    "t'Work'": {Field.TOPIC},
    "t5": {Field.TOPIC, Field.RECENT},
    "r5": {Field.RECENT},
    "k'x'": {Field.TAG},
    "m | a'x'": {Field.MODEL, Field.ADVISOR},
    "w>0.5": {Field.IMPORTANCE},
    "d<7d | d2026-01-01": {Field.DATE},
    "e x i": {Field.ERROR, Field.TOOL, Field.IMAGE},
    "n": {Field.DIVIDER},
    "!o2": {Field.BOUNDARY},
}


@pytest.mark.parametrize("line", USES)
def test_a_filter_uses_these_facts_and_no_others(line: str) -> None:
    """W39, W40: an edit of any other fact changes nothing that is shown."""
    assert uses(parse_filter(line)) == USES[line]


def test_every_fact_is_used_by_some_filter() -> None:
    assert set().union(*USES.values()) == set(Field)


@pytest.mark.parametrize("line", ["r5", "o", "!o2", "t", "t5", "n", "d<7d", "b | m", "!a"])
def test_these_move_by_themselves(line: str) -> None:
    assert is_moving(parse_filter(line))


@pytest.mark.parametrize("line", ["", "s2 b", "t'Work'...", "d>=2026-01-01", "m'x' a'y' c'z'", "e"])
def test_these_stay(line: str) -> None:
    assert not is_moving(parse_filter(line))


def test_an_unexpanded_name_is_nothing_to_answer_about() -> None:
    with pytest.raises(ValueError, match="@mine must be expanded first"):
        uses(parse_filter("@mine"))


@pytest.mark.parametrize(
    ("line", "base"),
    [
        ("s2 o", "s2 *"),
        ("s2 !o3", "s2 *"),
        ("s2 | o", "s2 | *"),
        ("!(s2 | o)", "!s2 *"),
        ("!(s2 !(b o))", "!s2 | b *"),
        ("!!s2", "s2"),
    ],
)
def test_the_boundary_is_drawn_on_the_filter_without_it(line: str, base: str) -> None:
    assert format_filter(without_boundary(parse_filter(line))) == base


@settings(max_examples=100, deadline=None)
@given(expr=trees)
def test_the_filter_without_boundary_never_asks_for_it(expr: Expr) -> None:
    base = without_boundary(expr)

    assert not has_boundary(base)
    assert without_boundary(base) == base


def test_names_are_written_out() -> None:
    saved = {"good": "s>=2 | p", "mine": "@good a'Skeptic'"}

    found = expand(parse_filter("!@mine r5"), saved)

    assert format_filter(found) == "!((s>=2 | p) a'Skeptic') r5"


def test_what_is_written_out_is_flat() -> None:
    assert expand(parse_filter("b @x"), {"x": "g p"}) == parse_filter("b g p")


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("b @nobody", 3, "no saved filter @nobody"),
        ("b @self", 3, "@self → @self"),
        ("b | @one", 5, "@one → @two → @one"),
        ("@lost", 1, "no saved filter @nobody (@lost → @nobody)"),
        ("@broken", 1, "@broken cannot be read: a turn has 0 to 3 stars"),
        ("@commanding", 1, "without a command"),
        ("s2 @c0", 4, "more than 10 saved filters"),
        ("s2 @x6", 4, "more than 200 predicates"),
        ("@deep", 1, "nested too deeply"),
    ],
)
def test_a_name_that_leads_nowhere_is_pointed_at(line: str, column: int, words: str) -> None:
    """Circles end, and a name that doubles seven times over does not fill the memory."""
    saved = {
        "self": "b @self",
        "one": "@two",
        "two": "s | @one",
        "lost": "@nobody",
        "broken": "s9",
        "commanding": "s2 :pin",
        **{f"c{number}": f"@c{number + 1}" for number in range(20)},
        "x0": "b | g | p",
        **{f"x{number + 1}": f"@x{number} | !@x{number} | @x{number}" for number in range(6)},
        "half": "b !(" * 30 + "b | g" + ")" * 30,
        "deep": "p !(" * 30 + "g @half" + ")" * 30,
    }

    with pytest.raises(FilterInvalid) as caught:
        expand(parse_filter(line), saved, line=line)

    assert words in caught.value.reason
    assert (caught.value.column, caught.value.line) == (column, line)


def test_without_the_typed_line_the_formatted_one_is_pointed_at() -> None:
    with pytest.raises(FilterInvalid) as caught:
        expand(tree.all_of(tree.Pinned(), tree.Saved("nobody")), {})

    assert (caught.value.line, caught.value.column) == ("p @nobody", 3)
