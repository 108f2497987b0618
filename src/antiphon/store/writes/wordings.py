"""Another wording of a question stands in its place."""

from datetime import datetime
from typing import NamedTuple

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event import TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import TurnId
from antiphon.store.reads.turns import read_even_deleted
from antiphon.store.reads.wordings import read_wording_ids
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.turns import remove_turns, restore_turns


class ChosenWording(NamedTuple):
    """The wording that stood went, and another came back."""

    removed: TurnsRemoved
    restored: TurnsRestored


def choose_wording(unit: Unit, turn_id: TurnId, at: datetime) -> ChosenWording:
    """Let this wording stand from now on; the one that stood is kept as it was.

    `NotFound` unless one of the wordings stands, `CommandRefused` when it is this one or is still being answered.
    """
    rows = read_even_deleted(unit, read_wording_ids(unit, turn_id))
    conversation_id = rows[0].conversation_id
    lock_conversation(unit, conversation_id)
    rows = read_even_deleted(unit, read_wording_ids(unit, turn_id))
    standing = [TurnId(row.id) for row in rows if row.deleted_at is None]
    if not standing:
        raise NotFound("turn", turn_id)
    if turn_id in standing:
        raise CommandRefused("choose", "this wording stands already")
    removed = remove_turns(unit, conversation_id, standing, at)
    return ChosenWording(removed, restore_turns(unit, conversation_id, (turn_id,)))
