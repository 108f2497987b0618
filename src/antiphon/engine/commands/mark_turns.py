"""Say something about turns, delete them, bring them back, draw a line."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.event import DividerDrawn, Marks, TurnsMarked, TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.engine.engine import Engine
from antiphon.store.writes.draw_divider import draw_divider as write_divider
from antiphon.store.writes.mark_turns import mark_turns as write_marks
from antiphon.store.writes.remove_turns import remove_turns as write_removal
from antiphon.store.writes.remove_turns import restore_turns as write_return

TurnIds = tuple[TurnId, ...]


async def mark_turns(
    engine: Engine, principal: Principal, conversation_id: ConversationId, turn_ids: TurnIds, marks: Marks
) -> TurnsMarked:
    """Set these marks on all of these turns, or on none."""
    fact = await engine.store.write(principal, write_marks, conversation_id, turn_ids, marks, datetime.now(UTC))
    engine.live.publish(fact)
    return fact


async def remove_turns(
    engine: Engine, principal: Principal, conversation_id: ConversationId, turn_ids: TurnIds
) -> TurnsRemoved:
    """Delete these turns; `restore_turns` brings them back."""
    fact = await engine.store.write(principal, write_removal, conversation_id, turn_ids, datetime.now(UTC))
    engine.live.publish(fact)
    return fact


async def restore_turns(
    engine: Engine, principal: Principal, conversation_id: ConversationId, turn_ids: TurnIds
) -> TurnsRestored:
    """Bring deleted turns back to where they stood."""
    fact = await engine.store.write(principal, write_return, conversation_id, turn_ids)
    engine.live.publish(fact)
    return fact


async def draw_divider(engine: Engine, principal: Principal, conversation_id: ConversationId) -> DividerDrawn:
    """Draw a visible line behind the newest turn. Filters can ask for what follows it."""
    fact = await engine.store.write(principal, write_divider, conversation_id, datetime.now(UTC))
    engine.live.publish(fact)
    return fact
