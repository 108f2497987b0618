"""A conversation as a client shows it."""

from sqlalchemy import bindparam, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.view import ConversationView
from antiphon.store.reads.turns import has_turns_before, read_turns
from antiphon.store.tables import conversations, dividers
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_DIVIDERS = (
    select(dividers.c.position)
    .where(dividers.c.conversation_id == bindparam("conversation"))
    .order_by(dividers.c.position)
)


def read_view(unit: Unit, conversation_id: ConversationId, *, limit: int = 50) -> ConversationView:
    """The newest turns and the fact number they are true at, or `NotFound`."""
    query = select(conversations).where(
        conversations.c.id == conversation_id,
        visible(unit, conversations),
        conversations.c.removed_at.is_(None),
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
        has_older=bool(turns) and has_turns_before(unit, conversation_id, turns[0].position),
        dividers=tuple(unit.connection.execute(_DIVIDERS, {"conversation": conversation_id}).scalars()),
        kept_until=row.kept_until,
    )
