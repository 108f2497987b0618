"""A reply ends, once."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import ReplySettled
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.wire import encode_error, encode_metrics
from antiphon.store.tables import chunks, open_turns, receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq


@dataclass(frozen=True, slots=True)
class Ending:
    """How a reply ended, and all it said."""

    conversation_id: ConversationId
    turn_id: TurnId
    reply_id: ReplyId
    epoch: int
    state: ReplyState
    text: str
    thinking: str
    at: datetime
    attempt: int = 0
    finish_reason: str | None = None
    error: ReplyError | None = None
    metrics: Metrics | None = None
    usage: dict[str, int] | None = None


async def settle_reply(unit: Unit, ending: Ending) -> ReplySettled:
    """Write the ending and the fact.

    Raises `StaleEpoch` when the reply has ended already or a newer epoch owns it; then nothing has changed.
    """
    head = await take_seq(unit, ending.conversation_id, at=ending.at, new_open=-1)
    await _end(unit, ending)
    if ending.epoch:
        await unit.connection.execute(delete(chunks).where(chunks.c.reply_id == ending.reply_id))
    if ending.attempt:
        await _close_receipt(unit, ending)
    if head.open_replies == 0:
        await unit.connection.execute(delete(open_turns).where(open_turns.c.turn_id == ending.turn_id))
    fact = ReplySettled(
        conversation_id=ending.conversation_id,
        seq=head.seq,
        turn_id=ending.turn_id,
        reply_id=ending.reply_id,
        epoch=ending.epoch,
        state=ending.state,
        text_length=len(ending.text),
        thinking_length=len(ending.thinking),
        finish_reason=ending.finish_reason,
        error=ending.error,
        metrics=ending.metrics,
    )
    await append_fact(unit, fact)
    return fact


async def _end(unit: Unit, ending: Ending) -> None:
    statement = (
        update(replies)
        .where(replies.c.id == ending.reply_id, replies.c.epoch == ending.epoch, replies.c.state.in_(OPEN))
        .values(
            state=ending.state,
            text=ending.text,
            thinking=ending.thinking,
            finish_reason=ending.finish_reason,
            error=encode_error(ending.error),
            metrics=encode_metrics(ending.metrics),
            settled_at=ending.at,
        )
    )
    if (await unit.connection.execute(statement)).rowcount != 1:
        raise StaleEpoch(ending.reply_id, ending.epoch)


async def _close_receipt(unit: Unit, ending: Ending) -> None:
    await unit.connection.execute(
        update(receipts)
        .where(
            receipts.c.reply_id == ending.reply_id,
            receipts.c.epoch == ending.epoch,
            receipts.c.attempt == ending.attempt,
        )
        .values(outcome=ending.state, usage=ending.usage)
    )
