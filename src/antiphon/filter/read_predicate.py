"""From a letter, a comparison and a value to the predicate they mean, or to why they mean none."""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Final

from lark import Token

from antiphon.filter import tree
from antiphon.filter.quoted import read_pattern, read_topic
from antiphon.filter.tree import AgeUnit, Expr, FlagColour, Op, Trait
from antiphon.filter.words import LETTER_OF
from antiphon.filter.wrong import Wrong

MAX_STARS: Final = 3
# More turns than anybody will have, and small enough for every integer column.
MAX_COUNT: Final = 1_000_000_000
_YEARS = range(1900, 3000)
_UNITS = ", ".join(AgeUnit)


def read_predicate(name: Token, op: Token | None, value: Token | None, dots: Token | None) -> Expr:
    """Any predicate but `d`; `Wrong` where a value is missing, too much or impossible."""
    letter = LETTER_OF[name]
    if dots is not None and letter != "t":
        raise Wrong(_at(dots), "only a topic has something below it; leave out the dots")
    if letter == "t":
        return _read_topic(op, value, below=dots is not None)
    if letter in _BARE:
        _refuse_value(name, op, value)
        return _BARE[letter]
    return _READERS[letter](name, op, value)


def read_moment(name: Token, op: Token | None, value: Token | None) -> Expr:
    """The predicate `d`: an age or a calendar day."""
    if value is None or value.type != "WHEN":
        example = f"{name} needs an age or a day without quotes: {name}<7d or {name}>=2026-01-31"
        raise Wrong(_end(name, op) if value is None else _at(value), example)
    if "-" in value:
        return tree.Dated(Op(op or "="), _read_day(value))
    count, unit = _read_age(value)
    if op == Op.EQ:
        raise Wrong(_at(op), "an age is compared with <, <=, > or >=")
    return tree.Aged(Op(op or "<="), count, unit)


def _read_topic(op: Token | None, value: Token | None, *, below: bool) -> Expr:
    if op is not None and (op != Op.EQ or value is None):
        raise Wrong(_at(op), "a topic is not compared; write t, t5 or t'Name'")
    if value is None:
        return tree.CurrentTopic(None, below)
    if value.type == "NUMBER":
        return tree.CurrentTopic(_read_count(value), below)
    path, dotted = read_topic(value, _at(value))
    return tree.InTopic(path, below or dotted)


def _read_stars(name: Token, op: Token | None, value: Token | None) -> Expr:
    if value is None:
        _refuse_value(name, op, value)
        return tree.Stars(Op.GE, 1)
    compare, count = Op(op or "="), _read_whole(value)
    if count > MAX_STARS:
        raise Wrong(_at(value), f"a turn has 0 to {MAX_STARS} stars")
    if (compare, count) in ((Op.GT, MAX_STARS), (Op.LT, 0)):
        raise Wrong(_at(value), f"no turn has that: stars go from 0 to {MAX_STARS}")
    return tree.Stars(compare, count)


def _read_recent(name: Token, op: Token | None, value: Token | None) -> Expr:
    if value is None:
        raise Wrong(_end(name, op), f"{name} needs a number: {name}10 shows the newest ten turns")
    _refuse_order(op)
    return tree.Recent(_read_count(value))


def _read_inside(name: Token, op: Token | None, value: Token | None) -> Expr:
    _refuse_order(op)
    if value is None:
        _refuse_value(name, op, value)
        return tree.Inside()
    return tree.Inside(_read_count(value))


def _read_importance(name: Token, op: Token | None, value: Token | None) -> Expr:
    if value is None:
        raise Wrong(_end(name, op), f"{name} needs a number from 0 to 1: {name}>=0.8")
    number = _read_number(value)
    if number > 1:
        raise Wrong(_at(value), "importance goes from 0 to 1")
    return tree.Important(Op(op or "="), number)


def _read_model(name: Token, op: Token | None, value: Token | None) -> Expr:
    return tree.CurrentModel() if value is None and op is None else tree.ByModel(_read_quoted(name, op, value))


def _read_advisor(name: Token, op: Token | None, value: Token | None) -> Expr:
    return tree.FocusedAdvisor() if value is None and op is None else tree.ByAdvisor(_read_quoted(name, op, value))


def _read_contains(name: Token, op: Token | None, value: Token | None) -> Expr:
    return tree.Contains(_read_quoted(name, op, value))


def _read_tag(name: Token, op: Token | None, value: Token | None) -> Expr:
    return tree.Tagged(_read_quoted(name, op, value))


def _read_quoted(name: Token, op: Token | None, value: Token | None) -> tree.Pattern:
    _refuse_order(op)
    if value is None or value.type != "STRING":
        raise Wrong(_end(name, op) if value is None else _at(value), f"{name} needs text in quotes: {name}'text'")
    return read_pattern(value, _at(value))


def _read_count(value: Token) -> int:
    count = _read_whole(value)
    if not 1 <= count <= MAX_COUNT:
        raise Wrong(_at(value), f"the number must lie between 1 and {MAX_COUNT}")
    return count


def _read_whole(value: Token) -> int:
    number = _read_number(value)
    if number != int(number):
        raise Wrong(_at(value), "a whole number is needed here")
    return int(number)


def _read_number(value: Token) -> Decimal:
    if value.type != "NUMBER":
        raise Wrong(_at(value), "a number without quotes is needed here")
    if len(value) > 12:
        raise Wrong(_at(value), "the number is too long")
    return Decimal(value)


def _read_age(value: Token) -> tuple[int, AgeUnit]:
    digits, unit = re.fullmatch(r"([0-9]+)(.*)", value, re.DOTALL).groups()  # type: ignore[union-attr] # begins with one
    if unit and unit not in set(AgeUnit):
        reason = f"'{unit[:12]}' is not a unit of time ({_UNITS}); put a space before the next predicate"
        raise Wrong(_at(value) + len(digits), reason)
    if len(digits) > 9:
        raise Wrong(_at(value), "the number is too long")
    return int(digits), AgeUnit(unit or "d")


def _read_day(value: Token) -> date:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise Wrong(_at(value), "a day is written as year-month-day, 2026-01-31; put a space behind it")
    year, month, day = map(int, value.split("-"))
    if year not in _YEARS:
        raise Wrong(_at(value), f"the year must lie between {_YEARS[0]} and {_YEARS[-1]}")
    try:
        return date(year, month, day)
    except ValueError:
        raise Wrong(_at(value), f"there is no {value} in the calendar") from None


def _refuse_order(op: Token | None) -> None:
    if op is not None and op != Op.EQ:
        raise Wrong(_at(op), "this cannot be greater or smaller; leave the comparison out")


def _refuse_value(name: Token, op: Token | None, value: Token | None) -> None:
    if op is not None and value is None:
        raise Wrong(_end(name, op), f"a value is missing behind {op}")
    superfluous = op or value
    if superfluous is not None:
        raise Wrong(_at(superfluous), f"{name} takes no value")


def _at(token: Token) -> int:
    return token.start_pos or 0


def _end(*tokens: Token | None) -> int:
    return max(token.end_pos or 0 for token in tokens if token is not None)


_BARE: dict[str, Expr] = {
    "b": tree.Flagged(FlagColour.BLUE),
    "g": tree.Flagged(FlagColour.GREY),
    "p": tree.Pinned(),
    "i": tree.Has(Trait.IMAGE),
    "x": tree.Has(Trait.TOOL),
    "e": tree.Has(Trait.ERROR),
    "n": tree.AfterDivider(),
}
_READERS: dict[str, Callable[[Token, Token | None, Token | None], Expr]] = {
    "s": _read_stars,
    "r": _read_recent,
    "o": _read_inside,
    "w": _read_importance,
    "m": _read_model,
    "a": _read_advisor,
    "c": _read_contains,
    "k": _read_tag,
}
