"""Put what they stand for in the place of saved names."""

from collections.abc import Mapping
from typing import Final

from antiphon.conversation.errors import FilterInvalid
from antiphon.filter.format import format_filter
from antiphon.filter.nesting import MAX_DEPTH, MAX_TERMS
from antiphon.filter.parse import parse_filter
from antiphon.filter.tree import And, Expr, Not, Or, Predicate, Saved, all_of, any_of
from antiphon.filter.walk import leaves
from antiphon.filter.wrong import Wrong

MAX_CHAIN: Final = 10
# A typed level holds an Or, an And and a Not at most; a name may add levels only up to what a line may have.
_MAX_LEVELS: Final = 3 * MAX_DEPTH
_TOO_DEEP: Final = "with its saved filters the line is nested too deeply"


def expand(expr: Expr, saved: Mapping[str, str], *, line: str | None = None) -> Expr:
    """The tree without names. `line` is what it was read from, to point at; the formatted tree if there is none.

    `FilterInvalid` at the name in that line when it, or a name it leads to, is unknown, cannot be read, comes back to
    itself, or makes the filter larger than a typed one may be: what is returned can be formatted and read again.
    """
    try:
        return _check_depth(expr, _Expansion(saved).expand(expr, (), 0))
    except Wrong as wrong:
        if line is not None:
            raise FilterInvalid(line, wrong.position + 1, wrong.reason) from None
    formatted = format_filter(expr)
    return expand(parse_filter(formatted), saved, line=formatted)


class _Expansion:
    """One walk through the names, which counts what it has put in place."""

    def __init__(self, saved: Mapping[str, str]) -> None:
        self._saved = saved
        self._terms = 0

    def expand(self, expr: Expr, chain: tuple[str, ...], level: int) -> Expr:
        """The tree without names, reached by way of these names at this depth."""
        if level > _MAX_LEVELS:
            raise Wrong(0, _TOO_DEEP)
        match expr:
            case Saved():
                return self._follow(expr, chain, level)
            case Not(term):
                return Not(self.expand(term, chain, level + 1))
            case And(terms):
                return all_of(*[self.expand(term, chain, level + 1) for term in terms])
            case Or(terms):
                return any_of(*[self.expand(term, chain, level + 1) for term in terms])
            case _:
                return self._count(expr)

    def _follow(self, name: Saved, chain: tuple[str, ...], level: int) -> Expr:
        position = name.column - 1
        if name.name in chain:
            raise Wrong(position, f"@{name.name} leads back to itself: {_arrows((*chain, name.name))}")
        if len(chain) == MAX_CHAIN:
            raise Wrong(position, f"more than {MAX_CHAIN} saved filters lead to each other: {_arrows(chain)}")
        if name.name not in self._saved:
            way = f" ({_arrows((*chain, name.name))})" if chain else ""
            raise Wrong(position, f"there is no saved filter @{name.name}{way}")
        try:
            return self.expand(_read(name, self._saved[name.name]), (*chain, name.name), level + 1)
        except Wrong as wrong:
            # What is wrong further down is pointed at from here, the only place on the line a person looks at.
            raise Wrong(position, wrong.reason) from None

    def _count(self, leaf: Predicate) -> Expr:
        self._terms += 1
        if self._terms > MAX_TERMS:
            raise Wrong(0, f"with its saved filters the line has more than {MAX_TERMS} predicates")
        return leaf


def _check_depth(expr: Expr, found: Expr) -> Expr:
    first = next((leaf for leaf in leaves(expr) if isinstance(leaf, Saved)), None)
    if first is not None:
        try:
            parse_filter(format_filter(found))
        except FilterInvalid:
            raise Wrong(first.column - 1, _TOO_DEEP) from None
    return found


def _read(name: Saved, line: str) -> Expr:
    try:
        return parse_filter(line)
    except FilterInvalid as error:
        raise Wrong(name.column - 1, f"@{name.name} cannot be read: {error.reason}") from None


def _arrows(names: tuple[str, ...]) -> str:
    return " → ".join(f"@{name}" for name in names)
