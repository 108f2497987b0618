"""A formatted tree is read back as the same tree."""

import pytest
from hypothesis import given, settings

from antiphon.filter.format import format_filter
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import And, Expr, Not, Or
from tests.filter.strategies import lines


@pytest.mark.parametrize("words", [False, True], ids=["letters", "words"])
@settings(max_examples=150, deadline=None)
@given(expr=lines)
def test_what_is_written_is_read_back(words: bool, expr: Expr) -> None:
    """The two forms are two spellings of one tree."""
    line = format_filter(expr, words=words)

    assert parse_filter(line) == expr


@settings(max_examples=100, deadline=None)
@given(expr=lines)
def test_no_parentheses_but_the_necessary_ones(expr: Expr) -> None:
    """Only an Or inside an And, and a joined term under a Not, need them."""

    def needed(each: Expr) -> int:
        match each:
            case And(terms):
                return sum(needed(term) + isinstance(term, Or) for term in terms)
            case Or(terms):
                return sum(map(needed, terms))
            case Not(term):
                return needed(term) + isinstance(term, And | Or)
            case _:
                return 0

    assert outside_quotes(format_filter(expr)).count("(") == needed(expr)


def outside_quotes(line: str) -> str:
    """The line without its quoted texts."""
    kept, quoted, characters = "", False, iter(line)
    for character in characters:
        if quoted and character == "\\":
            next(characters)
        elif character == "'":
            quoted = not quoted
        elif not quoted:
            kept += character
    return kept


@pytest.mark.parametrize(
    ("typed", "letters", "words"),
    [
        ("", "*", "*"),
        ("s2r3", "s2 r3", "star2 recent3"),
        ("(s2) & ((r3))", "s2 r3", "star2 recent3"),
        ("s2 (b g)", "s2 b g", "star2 blue grey"),
        ("(s2 b) | g + p", "s2 b | g | p", "star2 blue | grey | pinned"),
        ("s2(r3|b)", "s2 (r3 | b)", "star2 (recent3 | blue)"),
        ("!(s2 r3)", "!(s2 r3)", "!(star2 recent3)"),
        ("d7", "d<=7d", "date<=7d"),
        ("stars>=1", "s", "star"),
        ("t'A > B...'", "t'/A/B'...", "topic'/A/B'..."),
        ('c"it\'s"', r"c'it\'s'", r"contains'it\'s'"),
    ],
)
def test_the_canonical_line_is_this(typed: str, letters: str, words: str) -> None:
    expr = parse_filter(typed)

    assert (format_filter(expr), format_filter(expr, words=True)) == (letters, words)
