"""Change the row of one conversation."""

from typing import Any

from sqlalchemy import update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.store.tables import conversations
from antiphon.store.unit import Unit


def change_conversation(unit: Unit, conversation_id: ConversationId, **values: Any) -> None:
    """Set these columns; `NotFound` for a conversation that is not there or was put away."""
    changed = unit.connection.execute(
        update(conversations)
        .where(
            conversations.c.id == conversation_id,
            conversations.c.workspace_id == unit.workspace_id,
            conversations.c.removed_at.is_(None),
        )
        .values(**values)
    )
    if changed.rowcount != 1:
        raise NotFound("conversation", conversation_id)
