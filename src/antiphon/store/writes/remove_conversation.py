"""A conversation is put away, and taken out again."""

from datetime import datetime

from sqlalchemy import select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.state import OPEN
from antiphon.store.tables import conversations, open_turns, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.change_conversation import change_conversation
from antiphon.store.writes.request_stop import StopRequest


def remove_conversation(unit: Unit, conversation_id: ConversationId, at: datetime) -> StopRequest:
    """Put the conversation away and ask what is being said there to stop; `NotFound` when it is away already.

    Nothing is lost: its turns stay as they are, and replies that are still running end where they are stopped.
    """
    change_conversation(unit, conversation_id, removed_at=at)
    return StopRequest(conversation_id, _stop_all(unit, conversation_id))


def restore_conversation(unit: Unit, conversation_id: ConversationId) -> None:
    """Bring it back to where it stood; harmless for one that was not away, `NotFound` for one that is not there."""
    changed = unit.connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id, conversations.c.workspace_id == unit.workspace_id)
        .values(removed_at=None)
    )
    if changed.rowcount != 1:
        raise NotFound("conversation", conversation_id)


def _stop_all(unit: Unit, conversation_id: ConversationId) -> tuple[ReplyId, ...]:
    """Mark every reply that has not ended; only open turns are looked at."""
    unfinished = select(open_turns.c.turn_id).where(
        open_turns.c.conversation_id == conversation_id, open_turns.c.workspace_id == unit.workspace_id
    )
    statement = (
        update(replies)
        .where(replies.c.turn_id.in_(unfinished), replies.c.state.in_(OPEN))
        .values(stop_requested=True)
        .returning(replies.c.id)
    )
    return tuple(ReplyId(each) for each in unit.connection.execute(statement).scalars())
