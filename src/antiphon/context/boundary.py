"""Which of the visible turns fit.

Every rule takes the turns newest first and looks at no more of them than it needs, so a long history costs what fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from antiphon.context.choice import Dropping
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.past import PastTurn

# A sticky history is cut to this share of the room at once, so that the next cut is many turns away.
STICKY_SHARE = 0.75


class Weighed(NamedTuple):
    """A turn as one advisor would be sent it, and what that costs."""

    turn: PastTurn
    tokens: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """The turns inside, oldest first, and their tokens. `kept_from` is where a sticky history now begins."""

    inside: tuple[Weighed, ...]
    tokens: int
    kept_from: int | None = None


def draw_boundary(
    newest_first: Iterable[Weighed], room: int | None, dropping: Dropping, advisor_id: AdvisorId, kept_from: int | None
) -> Boundary:
    """The turns that fit the room by this rule; `kept_from` matters to the sticky one only."""
    if room is None:
        return _boundary(list(newest_first))
    match dropping:
        case "oldest":
            return _boundary(_take(newest_first, room)[0])
        case "importance":
            return _boundary(_take_important(list(newest_first), room, advisor_id))
        case "sticky":
            return _draw_sticky(newest_first, room, kept_from)


def choose_drop(inside: Sequence[Weighed], dropping: Dropping, advisor_id: AdvisorId) -> Weighed | None:
    """The one turn to drop next when a provider says it is still too much; none when none would make it less."""
    return next(iter(list_drops(inside, dropping, advisor_id)), None)


def list_drops(inside: Sequence[Weighed], dropping: Dropping, advisor_id: AdvisorId) -> list[Weighed]:
    """The turns in the order in which they are dropped, without those that would make it no less."""
    heavy = [each for each in inside if each.tokens]
    return heavy if dropping != "importance" else sorted(heavy, key=lambda each: _worth(each, advisor_id))


def _take(newest_first: Iterable[Weighed], room: float) -> tuple[list[Weighed], bool]:
    """As many as fit, and whether that was all; the first that does not fit ends the walk."""
    taken: list[Weighed] = []
    for each in newest_first:
        room -= each.tokens
        if room < 0:
            return taken, False
        taken.append(each)
    return taken, True


def _take_important(newest_first: list[Weighed], room: int, advisor_id: AdvisorId) -> list[Weighed]:
    """Drop the least important until the rest fits: pinned last, ties oldest first."""
    kept = sorted(newest_first, key=lambda each: _worth(each, advisor_id))
    total = sum(each.tokens for each in kept)
    dropped = 0
    while dropped < len(kept) and total > room:
        total -= kept[dropped].tokens
        dropped += 1
    return sorted(kept[dropped:], key=lambda each: -each.turn.position)


def _worth(each: Weighed, advisor_id: AdvisorId) -> tuple[bool, float, int]:
    turn = each.turn
    reply = turn.replies.get(advisor_id)
    importance = max(turn.importance, reply.importance if reply else 0.0)
    return turn.is_pinned_for(advisor_id), importance, turn.position


def _draw_sticky(newest_first: Iterable[Weighed], room: int, kept_from: int | None) -> Boundary:
    """Begin where it began before; only when that is too much, cut, and begin there from now on.

    A beginning behind everything that is left means nothing any more, and it is drawn anew.
    """
    walked: list[Weighed] = []
    left = room
    for each in newest_first:
        if kept_from is not None and each.turn.position < kept_from:
            if walked:
                break
            kept_from = None
        left -= each.tokens
        walked.append(each)
        if left < 0:
            kept = _take(walked, room * STICKY_SHARE)[0]
            return _boundary(kept, kept[-1].turn.position if kept else walked[0].turn.position + 1)
    return _boundary(walked, kept_from)


def _boundary(newest_first: list[Weighed], kept_from: int | None = None) -> Boundary:
    return Boundary(tuple(reversed(newest_first)), sum(each.tokens for each in newest_first), kept_from)
