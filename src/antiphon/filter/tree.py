"""A filter as a tree of frozen values: what `parse_filter` returns and everything else reads.

`And` and `Or` are flat: neither holds its own kind directly, so every meaning has fewer shapes and the formatted line
needs no parentheses but the necessary ones.
"""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias


class Op(StrEnum):
    """How a number or a moment is compared."""

    EQ = "="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


class AgeUnit(StrEnum):
    """Units of an age. A month is 30 days and a year is 365."""

    MINUTE = "min"
    HOUR = "h"
    DAY = "d"
    WEEK = "w"
    MONTH = "mo"
    YEAR = "y"


class FlagColour(StrEnum):
    """The two flags a turn may carry."""

    BLUE = "blue"
    GREY = "grey"


class Trait(StrEnum):
    """Something a turn has or has not."""

    IMAGE = "image"
    TOOL = "tool"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Pieces of text with any run of characters between them: `a*b` is `("a", "b")`, `a*` is `("a", "")`.

    Only the first and the last piece may be empty.
    """

    pieces: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.pieces or self.pieces == ("",) or not all(self.pieces[1:-1]):
            raise ValueError("a pattern needs text or a wildcard, and no two wildcards in a row")


@dataclass(frozen=True, slots=True)
class TopicPath:
    """The names from the root, or, when not rooted, the one name of a topic wherever it stands."""

    segments: tuple[Pattern, ...]
    rooted: bool

    def __post_init__(self) -> None:
        if not self.segments or (len(self.segments) > 1 and not self.rooted):
            raise ValueError("a topic needs a name, and a path begins at the root")


@dataclass(frozen=True, slots=True)
class All:
    """Every turn."""


@dataclass(frozen=True, slots=True)
class And:
    """What all of the terms show."""

    terms: tuple["Expr", ...]

    def __post_init__(self) -> None:
        if len(self.terms) < 2 or any(isinstance(term, And) for term in self.terms):
            raise ValueError("And joins at least two terms that are not And themselves")


@dataclass(frozen=True, slots=True)
class Or:
    """What any of the terms shows."""

    terms: tuple["Expr", ...]

    def __post_init__(self) -> None:
        if len(self.terms) < 2 or any(isinstance(term, Or) for term in self.terms):
            raise ValueError("Or joins at least two terms that are not Or themselves")


@dataclass(frozen=True, slots=True)
class Not:
    """What the term does not show."""

    term: "Expr"


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved filter by its name. `column` is where it was read and makes no difference between two of them."""

    name: str
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class CurrentTopic:
    """The topic one is in; only its newest turns when a number is given, and what lies below it when asked."""

    newest: int | None = None
    below: bool = False


@dataclass(frozen=True, slots=True)
class InTopic:
    """A topic by name or path, and what lies below it when asked."""

    path: TopicPath
    below: bool = False


@dataclass(frozen=True, slots=True)
class Stars:
    """Compares the stars a person gave."""

    op: Op
    count: int


@dataclass(frozen=True, slots=True)
class Recent:
    """The newest turns of the whole conversation."""

    count: int


@dataclass(frozen=True, slots=True)
class Flagged:
    """Turns with this flag."""

    colour: FlagColour


@dataclass(frozen=True, slots=True)
class CurrentModel:
    """A reply by the model that is chosen now."""


@dataclass(frozen=True, slots=True)
class ByModel:
    """A reply by a model of this name."""

    name: Pattern


@dataclass(frozen=True, slots=True)
class FocusedAdvisor:
    """A reply by the advisor that has the focus."""


@dataclass(frozen=True, slots=True)
class ByAdvisor:
    """A reply by an advisor with this name or id."""

    name: Pattern


@dataclass(frozen=True, slots=True)
class Aged:
    """Compares how long ago the turn was."""

    op: Op
    count: int
    unit: AgeUnit


@dataclass(frozen=True, slots=True)
class Dated:
    """Compares the local calendar day of the turn."""

    op: Op
    day: date


@dataclass(frozen=True, slots=True)
class Contains:
    """Words of the human message or of a reply."""

    text: Pattern


@dataclass(frozen=True, slots=True)
class Pinned:
    """Pinned turns."""


@dataclass(frozen=True, slots=True)
class Important:
    """Compares the importance, 0 to 1, reckoned or as the person said; a turn without one is never shown by it."""

    op: Op
    value: Decimal


@dataclass(frozen=True, slots=True)
class Has:
    """Turns with an image, a used tool or an error."""

    trait: Trait


@dataclass(frozen=True, slots=True)
class Tagged:
    """Turns with this tag."""

    tag: Pattern


@dataclass(frozen=True, slots=True)
class Inside:
    """Turns inside the boundary, and the newest `extra` outside of it."""

    extra: int = 0


@dataclass(frozen=True, slots=True)
class AfterDivider:
    """Turns behind the newest divider; every turn when there is none."""


Predicate: TypeAlias = (
    All
    | Saved
    | CurrentTopic
    | InTopic
    | Stars
    | Recent
    | Flagged
    | CurrentModel
    | ByModel
    | FocusedAdvisor
    | ByAdvisor
    | Aged
    | Dated
    | Contains
    | Pinned
    | Important
    | Has
    | Tagged
    | Inside
    | AfterDivider
)
Expr: TypeAlias = Predicate | And | Or | Not


def all_of(*terms: Expr) -> Expr:
    """The terms joined by And, flattened; `All` for none, the term itself for one."""
    flat = tuple(inner for term in terms for inner in (term.terms if isinstance(term, And) else (term,)))
    if len(flat) < 2:
        return flat[0] if flat else All()
    return And(flat)


def any_of(*terms: Expr) -> Expr:
    """The terms joined by Or, flattened; the term itself for one. Nobody asks for the Or of nothing."""
    flat = tuple(inner for term in terms for inner in (term.terms if isinstance(term, Or) else (term,)))
    return Or(flat) if len(flat) > 1 else flat[0]
