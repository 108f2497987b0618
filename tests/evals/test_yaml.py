"""Plain values out of YAML, within limits (R-07)."""

from typing import Any

import pytest
import yaml

from antiphon.conversation.errors import EvalFileInvalid
from antiphon.evals.suites import plain_yaml
from antiphon.evals.suites.plain_yaml import MOST_BYTES, MOST_DEPTH, MOST_NODES, read_yaml


def read(text: str) -> Any:
    return read_yaml(text.encode()).value


def refuse(text: str | bytes) -> str:
    """The one sentence a text is refused with."""
    with pytest.raises(EvalFileInvalid) as caught:
        read_yaml(text if isinstance(text, bytes) else text.encode(), "suite.yaml")
    (problem,) = caught.value.problems
    assert caught.value.name == "suite.yaml"
    return problem


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", "yes"),
        ("off", "off"),
        ("12:30", "12:30"),
        ("2026-01-01", "2026-01-01"),
        ("1_000", "1_000"),
        ("true", True),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-0x1f", "-0x1f"),
        ("0x1f", 31),
        ("0o17", 15),
        ("010", 10),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("'12'", "12"),
        ("!!str 12", "12"),
        ("! 12", "12"),
        ("!!float 1", 1),
        ('"a\\tb"', "a\tb"),
    ],
)
def test_plain_words_mean_what_yaml_1_2_says(written: str, value: object) -> None:
    assert read(f"a: {written}") == {"a": value}


def test_lines_of_everything_are_known() -> None:
    document = read_yaml(b"a:\n  - b\n  - c:\n      d\n")

    assert document.lines[("a", 1, "c")] == 3
    assert document.lines[("a", 0)] == 2


def test_line_ends_are_line_feeds() -> None:
    """reg-15."""
    assert read("a: |\r\n  one\r\n  two\r\n") == {"a": "one\ntwo\n"}


def test_a_mapping_takes_in_another() -> None:
    assert read("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}") == {"a": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}}
    assert read("a: [&x {b: 1}, &y {b: 2, c: 2}]\nd: {<<: [*x, *y]}")["d"] == {"b": 1, "c": 2}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: 1\nb: 2\na: 3", "line 3, column 1: a stands here twice"),
        ("a: !!python/object/apply:os.system [ls]", "line 1, column 4: the tag tag:yaml.org,2002:python/object/apply"),
        ("a: !mine x", "line 1, column 4: the tag !mine is not taken"),
        ("a: !!int x", "line 1, column 4: x is not a value of the kind int"),
        ("a: !!binary aGk=", "the tag tag:yaml.org,2002:binary is not taken"),
        ("1: a", "line 1, column 1: a key must be text; put quotes around 1"),
        ("[a]: b", "a key must be text"),
        ("a: .nan", "line 1, column 4: .nan is not a number"),
        ("a: -.INF", "is not a number"),
        ("a: 1e999", "1e999 is too large a number"),
        (f"a: {2**63}", "line 1, column 4: 9223372036854775808 is too large a number"),
        (f"a: {-(2**63) - 1}", "line 1, column 4: -9223372036854775809 is too large a number"),
        ("a: 0xffffffffffffffff", "is too large a number"),
        ("a: " + "9" * 10_000, "a number of 10,000 digits is more than can be read"),
        ("a: 0x" + "f" * 10_000, "a number of 10,002 digits"),
        ("a: &a [*a]", "line 1, column 8: *a holds itself"),
        ("a: *b", "line 1, column 4: *b stands for nothing that came before"),
        ("a: {<<: 3}", "<< takes in keys with values"),
        ("a\n--- \nb", "line 2, column 1: a second document begins here"),
        ("a: [1, 2", "is not YAML"),
        ("\tindented: with a tab", "is not YAML"),
        ("a: b\x07c", "line 1, column 5: holds a character that cannot be seen"),
        ('a: "\\0"', "line 1, column 4: stands for a character that cannot be stored"),
        ('"\\e": 1', "a key must be made of characters that can be seen"),
        (b"a: 1\nb: \xff", "line 2: is not text in UTF-8"),
        (b"\xff\xfea\x00", "line 1: is not text in UTF-8"),
        ("- " * (MOST_DEPTH + 1) + "a", f"is nested deeper than {MOST_DEPTH} levels"),
        ("[" * 500_000, f"is nested deeper than {MOST_DEPTH} levels"),
        ("- a\n" * (MOST_NODES + 1), f"line {MOST_NODES}, column 3: the file holds more than 50,000 values"),
        (b"#" * (MOST_BYTES + 1), "the file: is larger than 1,024 KiB"),
        ("a: " + "x" * 300 + ": b", "is not YAML"),
    ],
)
def test_what_is_not_plain_is_refused_with_its_place(text: str | bytes, sentence: str) -> None:
    """R-07."""
    assert sentence in refuse(text)


def test_an_alias_counts_as_often_as_it_is_used() -> None:
    """R-07: the bomb of nine levels goes off at its first thousand values."""
    levels = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]

    assert "aliases stand for more than 1,000 values" in refuse("\n".join(levels))


def test_aliases_do_not_deepen_a_nest_unseen() -> None:
    """R-07."""
    chain = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [[[*a{n - 1}]]]" for n in range(1, 9)]

    assert f"nested deeper than {MOST_DEPTH}" in refuse("\n".join(chain))


@pytest.mark.parametrize(
    ("nest", "is_read"), [(MOST_DEPTH - 1, True), (MOST_DEPTH, False)], ids=["as deep as may be", "one deeper"]
)
def test_the_limit_of_depth_is_where_it_says(nest: int, *, is_read: bool) -> None:
    """R-07."""
    text = "[" * nest + "1" + "]" * nest

    if is_read:
        assert read(text)
    else:
        assert "nested deeper" in refuse(text)


def test_without_the_parser_in_c_the_same_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: &x [1, two, ~]\nb: *x\n"
    quick = read(text)
    monkeypatch.setattr(plain_yaml, "_LOADER", yaml.SafeLoader)

    assert read(text) == quick
    assert "stands here twice" in refuse("a: 1\na: 2")
