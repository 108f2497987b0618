"""Every leaf of a tree."""

from collections.abc import Iterator

from antiphon.filter.tree import And, Expr, Not, Or, Predicate


def leaves(expr: Expr) -> Iterator[Predicate]:
    """The predicates from left to right."""
    match expr:
        case And(terms) | Or(terms):
            for term in terms:
                yield from leaves(term)
        case Not(term):
            yield from leaves(term)
        case _:
            yield expr
