"""A conversation is named by a model."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from antiphon.conversation.event import ConversationRenamed, TurnsMarked
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.store.tables import conversations, turns
from antiphon.store.unit import Unit
from antiphon.store.writes.mark_turns import mark_turns
from antiphon.store.writes.rename_conversation import rename_conversation


def name_conversation(
    unit: Unit, conversation_id: ConversationId, title: str, *, even_over_person: bool = False
) -> ConversationRenamed | None:
    """Give it this title, unless the person has named it meanwhile or put it away: their word counts more."""
    query = select(conversations.c.titled_by).where(
        conversations.c.id == conversation_id,
        conversations.c.workspace_id == unit.workspace_id,
        conversations.c.removed_at.is_(None),
    )
    titled_by = unit.connection.execute(query.with_for_update()).scalar_one_or_none()
    if titled_by is None or (titled_by == "person" and not even_over_person):
        return None
    return rename_conversation(unit, conversation_id, title, titled_by="model")


def tag_turn(
    unit: Unit, conversation_id: ConversationId, turn_id: TurnId, tags: Sequence[str], at: datetime
) -> TurnsMarked | None:
    """Put these tags on a turn; nothing happens to one that is gone."""
    query = select(turns.c.id).where(
        turns.c.id == turn_id, turns.c.workspace_id == unit.workspace_id, turns.c.deleted_at.is_(None)
    )
    if not tags or unit.connection.execute(query).one_or_none() is None:
        return None
    return mark_turns(unit, conversation_id, (turn_id,), {"add_tags": list(tags)}, at)
