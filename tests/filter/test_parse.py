"""The text parser: everything a person may type, and everything they may mistype."""

import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.conversation.errors import FilterInvalid
from antiphon.filter import tree
from antiphon.filter.parse import Line, parse_filter, parse_line
from antiphon.filter.tree import AgeUnit, FlagColour, Op, Pattern, TopicPath, Trait
from antiphon.filter.words import VOCABULARY

ONE = Pattern(("Work",))
READ = {
    "": tree.All(),
    "  ": tree.All(),
    "*": tree.All(),
    "t": tree.CurrentTopic(),
    "t5": tree.CurrentTopic(5),
    "t...": tree.CurrentTopic(None, below=True),
    "t3...": tree.CurrentTopic(3, below=True),
    "t'Work'": tree.InTopic(TopicPath((ONE,), rooted=False)),
    "t'/Work'": tree.InTopic(TopicPath((ONE,), rooted=True)),
    "t'Work > Hi*'": tree.InTopic(TopicPath((ONE, Pattern(("Hi", ""))), rooted=True)),
    "t'Work...'": tree.InTopic(TopicPath((ONE,), rooted=False), below=True),
    "t'Work'...": tree.InTopic(TopicPath((ONE,), rooted=False), below=True),
    "s": tree.Stars(Op.GE, 1),
    "s2": tree.Stars(Op.EQ, 2),
    "s=2": tree.Stars(Op.EQ, 2),
    "s >= 2": tree.Stars(Op.GE, 2),
    "r10": tree.Recent(10),
    "b": tree.Flagged(FlagColour.BLUE),
    "g": tree.Flagged(FlagColour.GREY),
    "m": tree.CurrentModel(),
    "m'gpt-*'": tree.ByModel(Pattern(("gpt-", ""))),
    "a": tree.FocusedAdvisor(),
    'a"Skeptic"': tree.ByAdvisor(Pattern(("Skeptic",))),
    "d<7d": tree.Aged(Op.LT, 7, AgeUnit.DAY),
    "d<7": tree.Aged(Op.LT, 7, AgeUnit.DAY),
    "d<=24h": tree.Aged(Op.LE, 24, AgeUnit.HOUR),
    "d<6mo": tree.Aged(Op.LT, 6, AgeUnit.MONTH),
    "d<30min": tree.Aged(Op.LT, 30, AgeUnit.MINUTE),
    "d>2w": tree.Aged(Op.GT, 2, AgeUnit.WEEK),
    "d>=1y": tree.Aged(Op.GE, 1, AgeUnit.YEAR),
    "d>=2026-01-01": tree.Dated(Op.GE, date(2026, 1, 1)),
    "d2026-01-01": tree.Dated(Op.EQ, date(2026, 1, 1)),
    "c'a*b'": tree.Contains(Pattern(("a", "b"))),
    r"c'2\*3 it\'s \\'": tree.Contains(Pattern((r"2*3 it's \ ".strip(),))),
    "p": tree.Pinned(),
    "w>=0.8": tree.Important(Op.GE, Decimal("0.8")),
    "i": tree.Has(Trait.IMAGE),
    "x": tree.Has(Trait.TOOL),
    "e": tree.Has(Trait.ERROR),
    "k'tag'": tree.Tagged(Pattern(("tag",))),
    "o": tree.Inside(),
    "o3": tree.Inside(3),
    "n": tree.AfterDivider(),
    "@my-filter_2": tree.Saved("my-filter_2"),
}

WRONG = {
    "s9": (2, "0 to 3 stars"),
    "s>3": (3, "stars go from 0 to 3"),
    "s2.5": (2, "whole number"),
    "s'2'": (2, "without quotes"),
    "s=": (3, "value is missing"),
    "b3": (2, "takes no value"),
    "r": (2, "needs a number"),
    "r0": (2, "between 1 and"),
    "r<3": (2, "leave the comparison out"),
    "w": (2, "needs a number"),
    "w2": (2, "0 to 1"),
    "c": (2, "text in quotes"),
    "c3": (2, "text in quotes"),
    "c''": (2, "nothing between the quotes"),
    "c'open": (2, "never closed"),
    "s2 c'open\\'": (5, "never closed"),
    "d": (2, "an age or a day"),
    "d'2026-01-01'": (2, "without quotes"),
    "d=7d": (2, "compared with"),
    "d<6m": (4, "not a unit"),
    "d<7ds2": (4, "not a unit"),
    "d2026-02-30": (2, "no 2026-02-30"),
    "d2026-1-1": (2, "year-month-day"),
    "d25-01-01": (2, "year-month-day"),
    "d0001-01-01": (2, "year must lie"),
    "t>3": (2, "not compared"),
    "t'a//b'": (2, "every part"),
    "b...": (2, "only a topic"),
    "s2 z": (4, "means nothing"),
    "S2": (1, "small letters"),
    "2": (1, "must follow a predicate"),
    "'x'": (1, "must follow a predicate"),
    "c\u201cx\u201d": (2, "straight quotes"),
    "@": (1, "name of a saved filter"),
    "s2)": (3, "never opened"),
    "(s2": (4, "parenthesis is missing"),
    "()": (2, "predicate is expected"),
    "s2 | ": (5, "ends too early"),
    "| s2": (1, "nothing to join"),
    "s2 & | b": (6, "nothing to join"),
    "s!=2": (3, "comparison must follow"),
    "b\ns2": (2, "one line"),
    "c'\x00'": (3, "one line"),
    "c'\ud800'": (3, "one line"),
    "(s2 :pin)": (5, "parenthesis is missing"),
}


@pytest.mark.parametrize("line", READ)
def test_it_is_read_as_this(line: str) -> None:
    """reg-21: through the text parser, not through trees made by hand."""
    assert parse_filter(line) == READ[line]


@pytest.mark.parametrize("line", WRONG)
def test_a_mistake_is_named_at_its_column(line: str) -> None:
    """reg-21: an error, never silence, and in our own words."""
    column, words = WRONG[line]

    with pytest.raises(FilterInvalid) as caught:
        parse_filter(line)

    assert caught.value.column == column
    assert words in caught.value.reason
    assert caught.value.line == line


@pytest.mark.parametrize("word", [(word.letter, name) for word in VOCABULARY for name in word.words])
def test_every_letter_has_its_words(word: tuple[str, str]) -> None:
    letter, name = word
    value = {"r": "5", "w": ">=0.5", "d": "<7d", "c": "'x'", "k": "'x'"}.get(letter, "")

    assert parse_filter(name + value) == parse_filter(letter + value)


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("s2r3", "s2 & r3"),
        ("s2!b", "s2 & !b"),
        ("s2(r3|b)", "s2 & (r3 + b)"),
        ("b | g p", "b | (g & p)"),
        ("!b g", "(!b) & g"),
        ("starr3", "star r3"),
        ("news", "new s"),
        ("s2d<7d", "s2 d<7d"),
        ("s2w>=0.8", "s2 w>=0.8"),
        ("t 'Work'", "t'Work'"),
    ],
)
def test_the_two_lines_mean_the_same(line: str, same: str) -> None:
    """A known word wins over letters; otherwise letters side by side are joined by And, which binds before Or."""
    assert parse_filter(line) == parse_filter(same)


def test_a_month_is_never_taken_apart() -> None:
    """reg-21: `d<6mo` once became an age of 6, the model and the boundary."""
    assert parse_filter("d<6mo") != parse_filter("d<6 m o")


def test_the_saved_name_knows_its_column() -> None:
    expr = parse_filter("s2 | @mine")

    assert isinstance(expr, tree.Or)
    assert isinstance(expr.terms[1], tree.Saved)
    assert expr.terms[1].column == 6


def test_a_filter_alone_may_not_have_a_command() -> None:
    with pytest.raises(FilterInvalid, match="without a command") as caught:
        parse_filter("s2 :pin")

    assert caught.value.column == 4


def read_or_refuse(line: str) -> Line | FilterInvalid:
    """Either of the two; anything else that is raised is a failure."""
    try:
        return parse_line(line)
    except FilterInvalid as error:
        return error


@settings(max_examples=300, deadline=None)
@given(line=st.text(max_size=60) | st.text("tsrbgmadcpwixekon0123456789<>=!()|+&@*:.'\"\\ -", max_size=60))
def test_any_text_is_a_line_or_a_named_mistake(line: str) -> None:
    """The column may stand one behind the end, and the caret under it."""
    answer = read_or_refuse(line)

    if isinstance(answer, FilterInvalid):
        assert 1 <= answer.column <= len(line) + 1
        assert answer.reason
        assert answer.caret.endswith(" " * (answer.column - 1) + "^")


@pytest.mark.parametrize(
    "line",
    [
        "b" * 10_000,
        "(" * 10_000,
        "!" * 10_000,
        "!(" * 5_000,
        "c'" + "a" * 10_000,
        "c'" + "\\" * 10_000,
        "d<" + "1" * 10_000,
        "s" + "9" * 10_000,
        "@" + "a-" * 5_000,
        " " * 10_000 + "?",
        ":pin " + "x " * 5_000,
        "t'" + "/" * 9_998 + "'",
    ],
    ids=lambda line: line[:6],
)
@pytest.mark.measured
def test_a_long_line_is_read_or_refused_quickly(line: str) -> None:
    """D-03: neither a deep nor a long line costs more than its length."""
    parse_line("s2")
    started = time.process_time()

    read_or_refuse(line)

    assert time.process_time() - started < 1


def test_the_largest_line_is_read() -> None:
    deepest, longest = "(" * 50 + "b" + ")" * 50, " | ".join(["c'a*b'"] * 200)

    assert parse_filter(deepest) == tree.Flagged(FlagColour.BLUE)
    assert len(parse_filter(longest).terms) == 200  # type: ignore[union-attr] # an Or
    for line, reason in ((f"({deepest})", "50 levels"), (f"{longest} | b", "200 predicates")):
        with pytest.raises(FilterInvalid, match=reason):
            parse_filter(line)
