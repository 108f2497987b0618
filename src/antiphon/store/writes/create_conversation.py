"""A conversation comes into being."""

from datetime import datetime

from sqlalchemy import insert

from antiphon.conversation.event import ConversationCreated
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.store.reads.line_up import read_default_panel, read_panel
from antiphon.store.tables import conversations
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact


def create_conversation(
    unit: Unit, conversation_id: ConversationId, title: str, panel_id: PanelId | None, at: datetime
) -> ConversationCreated:
    """Write the conversation and its first fact; `NotFound` for a panel of somebody else."""
    panel = read_default_panel(unit) if panel_id is None else read_panel(unit, panel_id)
    unit.connection.execute(
        insert(conversations),
        {
            "id": conversation_id,
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "panel_id": panel.id,
            "title": title,
            "created_at": at,
            "updated_at": at,
            "last_seq": 1,
            "turn_count": 0,
            "open_replies": 0,
        },
    )
    fact = ConversationCreated(conversation_id, 1, title, at)
    append_fact(unit, fact)
    return fact
