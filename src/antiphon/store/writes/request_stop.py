"""Somebody wants a reply, or a whole turn, to stop."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.state import OPEN
from antiphon.store.tables import replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class StopRequest(NamedTuple):
    """The replies that were still open, and the conversation they belong to."""

    conversation_id: ConversationId
    reply_ids: tuple[ReplyId, ...]


def request_stop_of_turn(unit: Unit, turn_id: TurnId) -> StopRequest:
    """Mark every open reply of the turn; the node that runs them sees it, whichever it is."""
    query = select(turns.c.conversation_id).where(turns.c.id == turn_id, visible(unit, turns))
    conversation_id = unit.connection.execute(query).scalar_one_or_none()
    if conversation_id is None:
        raise NotFound("turn", turn_id)
    return _mark(unit, conversation_id, replies.c.turn_id == turn_id)


def request_stop_of_reply(unit: Unit, reply_id: ReplyId) -> StopRequest:
    """Mark one reply; one that has ended already is left alone."""
    query = select(replies.c.conversation_id).where(replies.c.id == reply_id, visible(unit, replies))
    conversation_id = unit.connection.execute(query).scalar_one_or_none()
    if conversation_id is None:
        raise NotFound("reply", reply_id)
    return _mark(unit, conversation_id, replies.c.id == reply_id)


def _mark(unit: Unit, conversation_id: str, which: ColumnElement[bool]) -> StopRequest:
    statement = (
        update(replies).where(which, replies.c.state.in_(OPEN)).values(stop_requested=True).returning(replies.c.id)
    )
    found = unit.connection.execute(statement).scalars().all()
    return StopRequest(ConversationId(conversation_id), tuple(ReplyId(each) for each in found))
