"""A conversation as a client shows it."""

from sqlalchemy import select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.view import ConversationView
from antiphon.store.reads.turns import read_turns
from antiphon.store.tables import conversations
from antiphon.store.unit import Unit


def read_view(unit: Unit, conversation_id: ConversationId, *, limit: int = 50) -> ConversationView:
    """The newest turns and the fact number they are true at, or `NotFound`."""
    query = select(conversations).where(
        conversations.c.id == conversation_id, conversations.c.workspace_id == unit.workspace_id
    )
    row = (unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("conversation", conversation_id)
    turns = read_turns(unit, conversation_id, limit=limit)
    return ConversationView(
        id=conversation_id,
        seq=row.last_seq,
        title=row.title,
        turns=turns,
        has_older=row.turn_count > len(turns),
    )
