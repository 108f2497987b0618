"""Who pinned a turn."""

from sqlalchemy import String, cast, select

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.tables import facts
from antiphon.store.unit import Unit


def has_said_pin(unit: Unit, conversation_id: ConversationId, turn_id: TurnId) -> bool:
    """Whether somebody has pinned or unpinned this turn since it came; if not, its pin is as it came."""
    query = select(facts.c.body).where(
        facts.c.conversation_id == conversation_id,
        facts.c.workspace_id == unit.workspace_id,
        facts.c.kind == "turns_marked",
        cast(facts.c.body, String).contains(turn_id, autoescape=True),
    )
    bodies = unit.connection.execute(query).scalars()
    return any("pinned" in body["marks"] and turn_id in body["turn_ids"] for body in bodies)
