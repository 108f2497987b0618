"""What a filter means, in plain Python: whether it shows a turn. The store says the same in SQL and is held to this."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from operator import eq, ge, gt, le, lt
from typing import Any, assert_never

from antiphon.conversation.ids import AdvisorId
from antiphon.filter import tree
from antiphon.filter.fold import fold_text
from antiphon.filter.here import Here
from antiphon.filter.meaning import without_boundary
from antiphon.filter.moments import moment_of
from antiphon.filter.tree import Expr, FlagColour, Op, Pattern, TopicPath, Trait

__all__ = ["Here", "Viewed", "ViewedReply", "matches", "rank_turns", "select_turns"]

_COMPARE: dict[Op, Callable[[Any, Any], bool]] = {Op.EQ: eq, Op.LT: lt, Op.LE: le, Op.GT: gt, Op.GE: ge}


@dataclass(frozen=True, slots=True)
class ViewedReply:
    """The chosen answer of one advisor."""

    advisor_id: AdvisorId
    name: str
    model: str
    text: str = ""
    has_error: bool = False
    used_tool: bool = False


@dataclass(frozen=True, slots=True)
class Viewed:
    """The facts of one turn that a filter may ask for.

    `importance` is the greatest of the human message's and its chosen replies'. `rank` counts from the newest turn of
    the conversation, `topic_rank` and `tree_rank` from the newest in the current topic without and with what lies
    below it, `outside_rank` from the newest turn that is shown without the boundary and lies outside of it.
    `rank_turns` fills these in. Without any divider every turn is `after_divider`.
    """

    position: int
    at: datetime
    text: str
    stars: int = 0
    flag: FlagColour | None = None
    pinned: bool = False
    importance: float | None = None
    topic: str | None = None
    tags: tuple[str, ...] = ()
    replies: tuple[ViewedReply, ...] = ()
    has_image: bool = False
    after_divider: bool = True
    inside: bool = False
    rank: int | None = None
    topic_rank: int | None = None
    tree_rank: int | None = None
    outside_rank: int | None = None


def select_turns(expr: Expr, turns: Iterable[Viewed], here: Here) -> list[Viewed]:
    """The turns the filter shows, oldest first, out of all turns of the conversation."""
    return [turn for turn in rank_turns(expr, turns, here) if matches(expr, turn, here)]


def rank_turns(expr: Expr, turns: Iterable[Viewed], here: Here) -> list[Viewed]:
    """All turns of the conversation, oldest first, with their ranks under this filter."""
    ordered = sorted(turns, key=lambda turn: turn.position)
    ranks = zip(
        ordered,
        _count_back(ordered, lambda turn: True),
        _count_back(ordered, lambda turn: turn.topic == here.topic),
        _count_back(ordered, lambda turn: _is_below(turn.topic, here.topic)),
        strict=True,
    )
    ranked = [replace(turn, rank=rank, topic_rank=topic, tree_rank=below) for turn, rank, topic, below in ranks]
    base = without_boundary(expr)
    outside = _count_back(ranked, lambda turn: not turn.inside and matches(base, turn, here))
    return [replace(turn, outside_rank=rank) for turn, rank in zip(ranked, outside, strict=True)]


def matches(expr: Expr, turn: Viewed, here: Here) -> bool:  # noqa: C901 - one line per predicate
    """True when the filter, expanded, shows this turn."""
    match expr:
        case tree.And(terms):
            return all(matches(term, turn, here) for term in terms)
        case tree.Or(terms):
            return any(matches(term, turn, here) for term in terms)
        case tree.Not(term):
            return not matches(term, turn, here)
        case tree.All():
            return True
        case tree.CurrentTopic(newest, below):
            return _is_current(turn, here, newest, below)
        case tree.InTopic(path, below):
            return turn.topic is not None and _is_named(turn.topic, path, below)
        case tree.Stars(op, count):
            return _COMPARE[op](turn.stars, count)
        case tree.Recent(count):
            return _is_among(turn.rank, count)
        case tree.Flagged(colour):
            return turn.flag == colour
        case tree.CurrentModel():
            return here.model is not None and any(_same(reply.model, here.model) for reply in turn.replies)
        case tree.ByModel(name):
            return any(fits_whole(name, reply.model) for reply in turn.replies)
        case tree.FocusedAdvisor():
            return any(reply.advisor_id == here.advisor_id for reply in turn.replies)
        case tree.ByAdvisor(name):
            return any(fits_whole(name, reply.name) or fits_whole(name, reply.advisor_id) for reply in turn.replies)
        case tree.Aged():
            op, moment = moment_of(expr, here)
            return _COMPARE[op](turn.at, moment)
        case tree.Dated(op, day):
            return _COMPARE[op](turn.at.astimezone(here.zone).date(), day)
        case tree.Contains(text):
            return fits_within(text, turn.text) or any(fits_within(text, reply.text) for reply in turn.replies)
        case tree.Pinned():
            return turn.pinned
        case tree.Important(op, value):
            return turn.importance is not None and _COMPARE[op](turn.importance, float(value))
        case tree.Has(trait):
            return _has(turn, trait)
        case tree.Tagged(tag):
            return any(fits_whole(tag, each) for each in turn.tags)
        case tree.Inside(extra):
            return turn.inside or _is_among(turn.outside_rank, extra)
        case tree.AfterDivider():
            return turn.after_divider
        case tree.Saved(name):
            raise ValueError(f"@{name} must be expanded first")
        case _:
            assert_never(expr)


def _count_back(turns: list[Viewed], counts: Callable[[Viewed], bool]) -> list[int | None]:
    """A rank for each turn: 1 for the newest that counts, nothing for those that do not."""
    number = 0
    ranks: list[int | None] = []
    for turn in reversed(turns):
        does_count = counts(turn)
        number += does_count
        ranks.append(number if does_count else None)
    return ranks[::-1]


def _is_among(rank: int | None, count: int) -> bool:
    return rank is not None and rank <= count


def _is_current(turn: Viewed, here: Here, newest: int | None, below: bool) -> bool:
    if newest is not None:
        return _is_among(turn.tree_rank if below else turn.topic_rank, newest)
    return _is_below(turn.topic, here.topic) if below else turn.topic == here.topic


def _is_below(topic: str | None, root: str | None) -> bool:
    """Everything lies below the place where no topic is."""
    if root is None:
        return True
    return topic is not None and (topic == root or topic.startswith(root + "/"))


def _is_named(topic: str, path: TopicPath, below: bool) -> bool:
    names = topic.split("/")[1:]
    ancestors = [names[: depth + 1] for depth in range(len(names))] if below else [names]
    return any(_fits_path(path, each) for each in ancestors)


def _fits_path(path: TopicPath, names: list[str]) -> bool:
    if not path.rooted:
        return fits_whole(path.segments[0], names[-1])
    return len(names) == len(path.segments) and all(map(fits_whole, path.segments, names))


def _has(turn: Viewed, trait: Trait) -> bool:
    match trait:
        case Trait.IMAGE:
            return turn.has_image
        case Trait.TOOL:
            return any(reply.used_tool for reply in turn.replies)
        case Trait.ERROR:
            return any(reply.has_error for reply in turn.replies)


def _same(left: str, right: str) -> bool:
    return fold_text(left) == fold_text(right)


def fits_whole(pattern: Pattern, text: str) -> bool:
    """True when the whole text is the pattern."""
    pieces, folded = [fold_text(piece) for piece in pattern.pieces], fold_text(text)
    if len(pieces) == 1:
        return folded == pieces[0]
    first, *middle, last = pieces
    if not (folded.startswith(first) and folded.endswith(last)):
        return False
    return _in_order(middle, folded, len(first), len(folded) - len(last))


def fits_within(pattern: Pattern, text: str) -> bool:
    """True when the pattern stands somewhere in the text."""
    folded = fold_text(text)
    return _in_order([fold_text(piece) for piece in pattern.pieces], folded, 0, len(folded))


def _in_order(pieces: list[str], text: str, start: int, end: int) -> bool:
    """Taking each piece at its first place leaves the most room for the next, so there is no going back."""
    for piece in pieces:
        found = text.find(piece, start, end) if start <= end else -1
        if found < 0:
            return False
        start = found + len(piece)
    return start <= end
