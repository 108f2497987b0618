"""What a filter depends on, and whether what it shows stays put.

These questions are asked of an expanded tree: what a saved filter depends on is not known from its name.
"""

from enum import StrEnum
from typing import assert_never

from antiphon.conversation.errors import CommandRefused
from antiphon.filter import tree
from antiphon.filter.command import Command, Delete, name_of
from antiphon.filter.tree import Expr, Predicate, Trait
from antiphon.filter.walk import leaves


class Field(StrEnum):
    """A fact of a turn. A change to one that the filter does not use cannot change what is shown."""

    TEXT = "text"
    STARS = "stars"
    FLAG = "flag"
    PIN = "pin"
    TOPIC = "topic"
    TAG = "tag"
    MODEL = "model"
    ADVISOR = "advisor"
    IMPORTANCE = "importance"
    DATE = "date"
    ERROR = "error"
    TOOL = "tool"
    IMAGE = "image"
    DIVIDER = "divider"
    RECENT = "recent"
    BOUNDARY = "boundary"


_TRAITS = {Trait.IMAGE: Field.IMAGE, Trait.TOOL: Field.TOOL, Trait.ERROR: Field.ERROR}


def uses(expr: Expr) -> frozenset[Field]:
    """The facts of a turn that decide whether it is shown."""
    return frozenset(field for leaf in leaves(expr) for field in _fields(leaf))


def is_moving(expr: Expr) -> bool:
    """True when the same line may show other turns later although nobody changed one of those shown.

    Turns arrive (`r`, `tN`), the boundary is redrawn (`o`), somebody looks elsewhere (bare `t`, `m`, `a`), a divider
    is drawn (`n`) or time passes (an age).
    """
    return any(_is_unsteady(leaf) or isinstance(leaf, tree.AfterDivider | tree.Aged) for leaf in leaves(expr))


def check_command(expr: Expr, command: Command) -> None:
    """Refuse with `CommandRefused` to delete what an unsteady filter shows.

    Between reading and deleting, `r`, `o` and a bare `t`, `m` or `a` can come to mean other turns without a trace on
    the screen. Ages and dividers may be used: "older than 30 days" means what it says at any moment, and a divider
    is drawn by hand.
    """
    if isinstance(command, Delete) and any(_is_unsteady(leaf) for leaf in leaves(expr)):
        reason = "what r, o and a bare t, m or a show can change by itself; name the turns by something that stays"
        raise CommandRefused(name_of(command), reason)


def has_boundary(expr: Expr) -> bool:
    """True when the filter asks what lies inside the boundary."""
    return any(isinstance(leaf, tree.Inside) for leaf in leaves(expr))


def without_boundary(expr: Expr) -> Expr:
    """The filter the boundary is drawn on: no `o` restricts it, negated or not.

    It shows at least what the whole filter shows.
    """
    return _lift(expr, positive=True)


def _lift(expr: Expr, *, positive: bool) -> Expr:
    """The tree with every negation on a leaf, and every boundary leaf, negated or not, shown."""
    match expr:
        case tree.Not(term):
            return _lift(term, positive=not positive)
        case tree.And(terms) | tree.Or(terms):
            lifted = [_lift(term, positive=positive) for term in terms]
            return tree.all_of(*lifted) if isinstance(expr, tree.And) == positive else tree.any_of(*lifted)
        case tree.Inside():
            return tree.All()
        case _:
            return expr if positive else tree.Not(expr)


def _is_unsteady(leaf: Predicate) -> bool:
    unsteady = tree.Recent | tree.Inside | tree.CurrentTopic | tree.CurrentModel | tree.FocusedAdvisor
    return isinstance(leaf, unsteady)


def _fields(leaf: Predicate) -> tuple[Field, ...]:  # noqa: C901 - one line per predicate
    match leaf:
        case tree.All():
            return ()
        case tree.CurrentTopic(newest):
            return (Field.TOPIC,) if newest is None else (Field.TOPIC, Field.RECENT)
        case tree.InTopic():
            return (Field.TOPIC,)
        case tree.Stars():
            return (Field.STARS,)
        case tree.Recent():
            return (Field.RECENT,)
        case tree.Flagged():
            return (Field.FLAG,)
        case tree.CurrentModel() | tree.ByModel():
            return (Field.MODEL,)
        case tree.FocusedAdvisor() | tree.ByAdvisor():
            return (Field.ADVISOR,)
        case tree.Aged() | tree.Dated():
            return (Field.DATE,)
        case tree.Contains():
            return (Field.TEXT,)
        case tree.Pinned():
            return (Field.PIN,)
        case tree.Important():
            return (Field.IMPORTANCE,)
        case tree.Has(trait):
            return (_TRAITS[trait],)
        case tree.Tagged():
            return (Field.TAG,)
        case tree.Inside():
            return (Field.BOUNDARY,)
        case tree.AfterDivider():
            return (Field.DIVIDER,)
        case tree.Saved(name):
            raise ValueError(f"@{name} must be expanded first")
        case _:
            assert_never(leaf)
