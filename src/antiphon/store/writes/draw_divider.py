"""A visible line under what was said (D50)."""

from datetime import datetime

from antiphon.conversation.event import DividerDrawn
from antiphon.conversation.ids import ConversationId
from antiphon.store.dialect import insert_into
from antiphon.store.tables import dividers
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq


def draw_divider(unit: Unit, conversation_id: ConversationId, at: datetime) -> DividerDrawn:
    """Draw it behind the newest turn; a second one in the same place is the same."""
    head = take_seq(unit, conversation_id)
    row = {
        "workspace_id": unit.workspace_id,
        "conversation_id": conversation_id,
        "position": head.turn_count,
        "created_at": at,
    }
    unit.connection.execute(insert_into(dividers, unit.dialect).on_conflict_do_nothing(), row)
    fact = DividerDrawn(conversation_id, head.seq, head.turn_count)
    append_fact(unit, fact)
    return fact
