"""Turns are deleted, and brought back."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select, update

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event import TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.store.dialect import in_parts
from antiphon.store.reads.turns import read_turns_by_id
from antiphon.store.tables import conversations, open_turns, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq

_ANSWERED = (*OPEN, ReplyState.COMPLETE)


def remove_turns(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId], at: datetime) -> TurnsRemoved:
    """Take these turns out of the conversation. Their rows stay, so that they can be brought back.

    `NotFound` when one is not there; `CommandRefused` while one is being answered.
    """
    head = take_seq(unit, conversation_id, at=at)
    _check_settled(unit, conversation_id, turn_ids)
    gone = _set_deleted(unit, conversation_id, turn_ids, at, was_deleted=False)
    _count_removed(unit, conversation_id, len(gone))
    fact = TurnsRemoved(conversation_id, head.seq, tuple(turn_ids))
    append_fact(unit, fact)
    return fact


def restore_turns(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId]) -> TurnsRestored:
    """Bring deleted turns back to where they stood; `NotFound` for one that was not deleted."""
    head = take_seq(unit, conversation_id)
    back = _set_deleted(unit, conversation_id, turn_ids, None, was_deleted=True)
    _count_removed(unit, conversation_id, -len(back))
    found = [turn for some in in_parts(turn_ids) for turn in read_turns_by_id(unit, some)]
    found.sort(key=lambda turn: turn.position)
    fact = TurnsRestored(conversation_id, head.seq, tuple(found))
    append_fact(unit, fact)
    return fact


def check_failed(unit: Unit, conversation_id: ConversationId, turn_id: TurnId) -> None:
    """`CommandRefused` unless this turn of the conversation ended without a single answer."""
    known = select(turns.c.id).where(
        turns.c.id == turn_id,
        turns.c.conversation_id == conversation_id,
        turns.c.workspace_id == unit.workspace_id,
        turns.c.deleted_at.is_(None),
    )
    if unit.connection.execute(known).one_or_none() is None:
        raise NotFound("turn", turn_id)
    answered = select(func.count()).where(replies.c.turn_id == turn_id, replies.c.state.in_(_ANSWERED))
    if unit.connection.execute(answered).scalar_one():
        raise CommandRefused("re-ask", "somebody answered that turn; retry the replies that failed instead")


def _check_settled(unit: Unit, conversation_id: ConversationId, turn_ids: Sequence[TurnId]) -> None:
    still_open = select(open_turns.c.turn_id).where(
        open_turns.c.conversation_id == conversation_id, open_turns.c.workspace_id == unit.workspace_id
    )
    if not set(turn_ids).isdisjoint(unit.connection.execute(still_open).scalars()):
        raise CommandRefused("delete", "a turn is still being answered; stop it or wait")


def _set_deleted(
    unit: Unit,
    conversation_id: ConversationId,
    turn_ids: Sequence[TurnId],
    at: datetime | None,
    *,
    was_deleted: bool,
) -> set[str]:
    state = turns.c.deleted_at.is_not(None) if was_deleted else turns.c.deleted_at.is_(None)
    found: set[str] = set()
    for some in in_parts(turn_ids):
        statement = (
            update(turns)
            .where(
                turns.c.id.in_(some),
                turns.c.conversation_id == conversation_id,
                turns.c.workspace_id == unit.workspace_id,
                state,
            )
            .values(deleted_at=at)
            .returning(turns.c.id)
        )
        found.update(unit.connection.execute(statement).scalars())
    if missing := set(turn_ids) - found:
        raise NotFound("turn", min(missing))
    return found


def _count_removed(unit: Unit, conversation_id: ConversationId, count: int) -> None:
    unit.connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id)
        .values(removed_turns=conversations.c.removed_turns + count)
    )
