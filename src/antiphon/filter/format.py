"""Write a tree as a line: the one `parse_filter` reads back as the same tree."""

from antiphon.filter import tree
from antiphon.filter.quoted import quote, quote_topic
from antiphon.filter.tree import Expr, FlagColour, Op, Trait
from antiphon.filter.words import spell

_FLAGS = {FlagColour.BLUE: "b", FlagColour.GREY: "g"}
_TRAITS = {Trait.IMAGE: "i", Trait.TOOL: "x", Trait.ERROR: "e"}


def format_filter(expr: Expr, *, words: bool = False) -> str:
    """The filter in letters, or in full words; with no more parentheses than it needs."""
    match expr:
        case tree.Or(terms):
            return " | ".join(format_filter(term, words=words) for term in terms)
        case tree.And(terms):
            return " ".join(_enclose(term, tree.Or, words) for term in terms)
        case tree.Not(term):
            return "!" + _enclose(term, (tree.Or, tree.And), words)
        case tree.All():
            return "*"
        case tree.Saved(name):
            return f"@{name}"
        case _:
            letter, value = _letter_and_value(expr)
            return spell(letter, words=words) + value


def _enclose(term: Expr, kinds: type[Expr] | tuple[type[Expr], ...], words: bool) -> str:
    text = format_filter(term, words=words)
    return f"({text})" if isinstance(term, kinds) else text


def _letter_and_value(expr: Expr) -> tuple[str, str]:  # noqa: C901 - one line per predicate reads best in one place
    match expr:
        case tree.CurrentTopic(newest, below):
            return "t", ("" if newest is None else str(newest)) + _dots(below)
        case tree.InTopic(path, below):
            return "t", quote_topic(path) + _dots(below)
        case tree.Stars(Op.GE, 1):
            return "s", ""
        case tree.Stars(op, count):
            return "s", _compare(op, str(count))
        case tree.Recent(count):
            return "r", str(count)
        case tree.Flagged(colour):
            return _FLAGS[colour], ""
        case tree.CurrentModel():
            return "m", ""
        case tree.ByModel(name):
            return "m", quote(name)
        case tree.FocusedAdvisor():
            return "a", ""
        case tree.ByAdvisor(name):
            return "a", quote(name)
        case tree.Aged(op, count, unit):
            return "d", f"{op}{count}{unit}"
        case tree.Dated(op, day):
            return "d", _compare(op, day.isoformat())
        case tree.Contains(text):
            return "c", quote(text)
        case tree.Pinned():
            return "p", ""
        case tree.Important(op, value):
            return "w", _compare(op, f"{value:f}")
        case tree.Has(trait):
            return _TRAITS[trait], ""
        case tree.Tagged(tag):
            return "k", quote(tag)
        case tree.Inside(extra):
            return "o", str(extra or "")
        case tree.AfterDivider():
            return "n", ""
        case tree.All() | tree.Saved() | tree.And() | tree.Or() | tree.Not():
            raise AssertionError("written by format_filter itself")


def _compare(op: Op, value: str) -> str:
    return value if op is Op.EQ else op + value


def _dots(below: bool) -> str:
    return "..." if below else ""
