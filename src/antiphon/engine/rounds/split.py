"""Whom the map of the last turn shows split, and what a round between them has moved."""

from typing import NamedTuple

from antiphon.advisors.advisor import Advisor
from antiphon.analysis.split import count_moved, find_contested, find_split, find_voices
from antiphon.conversation.claim import Claim
from antiphon.conversation.errors import CommandRefused
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.round import RoundRun
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.engine.analyses.maps import is_stale
from antiphon.store.reads.claims import RoomMap, read_map
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.reads.turns import read_turns
from antiphon.store.unit import Unit

_DEED = "the round"


class Split(NamedTuple):
    """The map, the points on which voices stand against each other, and those of them who are asked."""

    map_id: str
    points: tuple[Claim, ...]
    asked: tuple[AdvisorId, ...]


class Movement(NamedTuple):
    """On how many points fewer two voices stand against each other, and how many points are left."""

    moved: int
    left: int


def read_split(unit: Unit, run: RoundRun) -> Split:
    """Who is split on what in the newest turn. Refuses where the map cannot tell: nobody's side is ever guessed."""
    newest = read_turns(unit, run.conversation_id, limit=1)
    known = read_map(unit, newest[-1].id) if newest else None
    if known is None:
        raise CommandRefused(
            _DEED, "the last turn has no map, so nobody can tell who is split; draw it, or let everybody answer"
        )
    if is_stale(known, newest[-1]):
        raise CommandRefused(_DEED, "answers were changed since the map was drawn; draw it again")
    if not known.sides_read:
        raise CommandRefused(
            _DEED,
            "the map of the last turn was drawn without reading sides, so nobody can tell who is split; "
            "have its model checked and draw it again, or let everybody answer",
        )
    points = find_split(known.claims)
    if not points:
        raise CommandRefused(_DEED, "the map of the last turn shows nobody split")
    asked = _choose_asked(read_panel_advisors(unit, run.conversation_id), run, points)
    if not asked:
        raise CommandRefused(_DEED, "none of those who are asked is split from the others")
    return Split(known.analysis_id, points, asked)


def _choose_asked(seated: tuple[Advisor, ...], run: RoundRun, points: tuple[Claim, ...]) -> tuple[AdvisorId, ...]:
    """Those on a side who still sit on the panel and were not left out, in the panel's order."""
    split, wanted = find_voices(points), run.advisor_ids
    return tuple(each.id for each in seated if each.id in split and (wanted is None or each.id in wanted))


def measure_movement(before: RoomMap | None, now: RoomMap | None, turn: Turn) -> Movement | None:
    """What the round of this turn has moved; nothing where one of the maps cannot tell."""
    if before is None or now is None or not now.sides_read:
        return None
    heard = {
        reply.advisor_id
        for reply in turn.replies
        if reply.chosen and reply.state is ReplyState.COMPLETE and reply.id not in now.unread
    }
    # All of them: what stood among the first before may stand further back now, and has not moved by that.
    points = find_contested(now.claims)
    return Movement(count_moved(find_contested(before.claims), points, heard), len(points))
