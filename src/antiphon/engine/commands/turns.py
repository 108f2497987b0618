"""Stop a turn or a reply, say something about turns, delete them, bring them back, draw a line."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.event import DividerDrawn, Marks, TurnsMarked, TurnsRemoved, TurnsRestored
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.engine.engine import Engine
from antiphon.store.writes.request_stop import StopRequest, request_stop_of_reply, request_stop_of_turn
from antiphon.store.writes.turns import draw_divider as write_divider
from antiphon.store.writes.turns import mark_turns as write_marks
from antiphon.store.writes.turns import remove_turns as write_removal
from antiphon.store.writes.turns import restore_turns as write_return
from antiphon.store.writes.wordings import ChosenWording
from antiphon.store.writes.wordings import choose_wording as write_wording

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


async def choose_wording(engine: Engine, principal: Principal, turn_id: TurnId) -> ChosenWording:
    """Let another wording of a question stand, with the answers it got."""
    chosen = await engine.store.write(principal, write_wording, turn_id, datetime.now(UTC))
    for fact in chosen:
        engine.live.publish(fact)
    return chosen


async def draw_divider(engine: Engine, principal: Principal, conversation_id: ConversationId) -> DividerDrawn:
    """Draw a visible line behind the newest turn. Filters can ask for what follows it."""
    fact = await engine.store.write(principal, write_divider, conversation_id, datetime.now(UTC))
    engine.live.publish(fact)
    return fact


async def stop_turn(engine: Engine, principal: Principal, turn_id: TurnId) -> StopRequest:
    """Ask every open reply of the turn to stop. Harmless when all have ended."""
    return _spread(engine, await engine.store.write(principal, request_stop_of_turn, turn_id))


async def stop_reply(engine: Engine, principal: Principal, reply_id: ReplyId) -> StopRequest:
    """Ask one reply to stop. Harmless when it has ended."""
    return _spread(engine, await engine.store.write(principal, request_stop_of_reply, reply_id))


def _spread(engine: Engine, request: StopRequest) -> StopRequest:
    """The request is on disk; telling the other nodes only makes it quicker."""
    if request.reply_ids:
        engine.live.ask_stop(request.reply_ids)
    return request
