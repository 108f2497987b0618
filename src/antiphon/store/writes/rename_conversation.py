"""A conversation gets another title."""

from typing import Literal

from sqlalchemy import update

from antiphon.conversation.event import ConversationRenamed
from antiphon.conversation.ids import ConversationId
from antiphon.store.tables import conversations
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq


def rename_conversation(
    unit: Unit, conversation_id: ConversationId, title: str, titled_by: Literal["person", "model"] = "person"
) -> ConversationRenamed:
    """Write the title, whose it is, and the fact that it changed. Without a title it is called by its first words."""
    head = take_seq(unit, conversation_id)
    unit.connection.execute(
        update(conversations)
        .where(conversations.c.id == conversation_id)
        .values(title=title, titled_by=titled_by if title else "words")
    )
    fact = ConversationRenamed(conversation_id, head.seq, title)
    append_fact(unit, fact)
    return fact
