"""A conversation gets another title."""

from sqlalchemy import update

from antiphon.conversation.event import ConversationRenamed
from antiphon.conversation.ids import ConversationId
from antiphon.store.tables import conversations
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq


def rename_conversation(unit: Unit, conversation_id: ConversationId, title: str) -> ConversationRenamed:
    """Write the title and the fact that it changed."""
    head = take_seq(unit, conversation_id)
    unit.connection.execute(update(conversations).where(conversations.c.id == conversation_id).values(title=title))
    fact = ConversationRenamed(conversation_id, head.seq, title)
    append_fact(unit, fact)
    return fact
