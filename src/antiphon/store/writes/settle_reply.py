"""A reply ends, once."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import JSON, bindparam, delete, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import ReplySettled
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.size import TextSize
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.telemetry import Telemetry, encode_telemetry
from antiphon.conversation.wire import encode_error, encode_metrics
from antiphon.store.tables import Moment, chunks, open_turns, receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, take_seq_to_end


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
    size: TextSize = field(default_factory=TextSize)
    importance: float | None = None
    telemetry: Telemetry | None = None


def settle_reply(unit: Unit, ending: Ending) -> ReplySettled:
    """Write the ending and the fact.

    Raises `StaleEpoch` when the reply has ended already or a newer epoch owns it; then nothing has changed.
    """
    head = take_seq_to_end(unit, ending.conversation_id, ending.reply_id, ending.epoch, at=ending.at, new_open=-1)
    _end(unit, ending)
    if ending.epoch:
        unit.connection.execute(_DROP_CHUNKS, {"reply": ending.reply_id})
    if ending.attempt:
        _close_receipt(unit, ending)
    if head.open_replies == 0:
        unit.connection.execute(_CLOSE_TURN, {"turn": ending.turn_id})
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
        importance=ending.importance,
    )
    append_fact(unit, fact)
    return fact


_END = (
    update(replies)
    .where(
        replies.c.id == bindparam("reply"),
        replies.c.epoch == bindparam("current"),
        replies.c.workspace_id == bindparam("workspace"),
        replies.c.state.in_(OPEN),
    )
    .values(
        state=bindparam("ending"),
        text=bindparam("all_text"),
        thinking=bindparam("all_thinking"),
        finish_reason=bindparam("reason"),
        error=bindparam("problem", type_=JSON(none_as_null=True)),
        metrics=bindparam("figures", type_=JSON(none_as_null=True)),
        settled_at=bindparam("at", type_=Moment),
        chars=bindparam("size_chars"),
        wide=bindparam("size_wide"),
        marks=bindparam("size_marks"),
        importance=bindparam("reckoned"),
    )
)
_CLOSE = (
    update(receipts)
    .where(
        receipts.c.workspace_id == bindparam("workspace"),
        receipts.c.reply_id == bindparam("reply"),
        receipts.c.epoch == bindparam("current"),
        receipts.c.attempt == bindparam("tried"),
    )
    .values(
        outcome=bindparam("ending"),
        usage=bindparam("used", type_=JSON(none_as_null=True)),
        telemetry=bindparam("record", type_=JSON(none_as_null=True)),
    )
)
_DROP_CHUNKS = delete(chunks).where(chunks.c.reply_id == bindparam("reply"))
_CLOSE_TURN = delete(open_turns).where(open_turns.c.turn_id == bindparam("turn"))


def _end(unit: Unit, ending: Ending) -> None:
    values = {
        "reply": ending.reply_id,
        "current": ending.epoch,
        "workspace": unit.workspace_id,
        "ending": ending.state,
        "all_text": ending.text,
        "all_thinking": ending.thinking,
        "reason": ending.finish_reason,
        "problem": encode_error(ending.error),
        "figures": encode_metrics(ending.metrics),
        "at": ending.at,
        "size_chars": ending.size.chars,
        "size_wide": ending.size.wide,
        "size_marks": ending.size.marks,
        "reckoned": ending.importance,
    }
    if unit.connection.execute(_END, values).rowcount != 1:
        raise StaleEpoch(ending.reply_id, ending.epoch)


def _close_receipt(unit: Unit, ending: Ending) -> None:
    place = {"reply": ending.reply_id, "current": ending.epoch, "tried": ending.attempt, "workspace": unit.workspace_id}
    record = None if ending.telemetry is None else encode_telemetry(ending.telemetry)
    unit.connection.execute(_CLOSE, place | {"ending": ending.state, "used": ending.usage, "record": record})
