"""A reply ends, once."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Insert, bindparam, delete, exists, insert, select, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import ReplySettled
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.size import TextSize
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.telemetry import Telemetry, encode_telemetry
from antiphon.conversation.wire import encode_error, encode_metrics
from antiphon.conversation.work import NewWork
from antiphon.store.tables import Moment, chunks, facts, open_turns, receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import TAKE_NEXT, append_fact, encode_body, take_seq_to_end
from antiphon.store.writes.work import owe_after_turn


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
    # Whether parts of it may have been saved while it grew.
    saved: bool = True


def settle_reply(unit: Unit, ending: Ending, owed: Sequence[NewWork] = ()) -> ReplySettled:
    """Write the ending and the fact, and with the last reply of a turn what is `owed` after it.

    Raises `StaleEpoch` when the reply has ended already or a newer epoch owns it; then nothing has changed.
    """
    fact = _describe(ending)
    seq = _settle_at_once(unit, ending, fact) if unit.dialect == "postgresql" else _settle(unit, ending, fact)
    if owed:
        owe_after_turn(unit, ending.turn_id, owed)
    return replace(fact, seq=seq)


def _describe(ending: Ending) -> ReplySettled:
    """The fact, before its number is known."""
    return ReplySettled(
        conversation_id=ending.conversation_id,
        seq=0,
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


def _settle(unit: Unit, ending: Ending, fact: ReplySettled) -> int:
    """Step by step: where statements cost nothing but themselves."""
    head = take_seq_to_end(unit, ending.conversation_id, ending.reply_id, ending.epoch, at=ending.at, new_open=-1)
    if unit.connection.execute(_END, _name_values(unit, ending)).rowcount != 1:
        raise StaleEpoch(ending.reply_id, ending.epoch)
    if ending.epoch and ending.saved:
        unit.connection.execute(_DROP_CHUNKS, {"reply": ending.reply_id})
    if ending.attempt:
        unit.connection.execute(_CLOSE, _name_receipt(unit, ending))
    if head.open_replies == 0:
        unit.connection.execute(_CLOSE_TURN, {"turn": ending.turn_id})
    append_fact(unit, replace(fact, seq=head.seq))
    return head.seq


def _settle_at_once(unit: Unit, ending: Ending, fact: ReplySettled) -> int:
    """All of it in one statement: one way to the server and back. The conversation is locked first, as everywhere."""
    values = _name_values(unit, ending) | _name_receipt(unit, ending) | {"turn": ending.turn_id}
    values |= {"conversation": ending.conversation_id, "fact_kind": fact.kind, "fact_body": encode_body(fact)}
    seq = unit.connection.execute(_AT_ONCE, values).scalar_one_or_none()
    if seq is None:
        raise StaleEpoch(ending.reply_id, ending.epoch)
    return int(seq)


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
        reckoning=bindparam("record", type_=receipts.c.reckoning.type),
    )
)
_DROP_CHUNKS = delete(chunks).where(chunks.c.reply_id == bindparam("reply"))
_CLOSE_TURN = delete(open_turns).where(open_turns.c.turn_id == bindparam("turn"))


def _build_at_once() -> Insert:
    head = TAKE_NEXT.cte("head")
    ended = _END.where(exists(select(head.c.last_seq))).returning(replies.c.id).cte("ended")
    told = select(
        bindparam("workspace", type_=facts.c.workspace_id.type),
        bindparam("conversation", type_=facts.c.conversation_id.type),
        head.c.last_seq,
        bindparam("fact_kind", type_=facts.c.kind.type),
        bindparam("turn", type_=facts.c.turn_id.type),
        bindparam("reply", type_=facts.c.reply_id.type),
        bindparam("fact_body", type_=facts.c.body.type),
    ).where(exists(select(ended.c.id)))
    columns = ("workspace_id", "conversation_id", "seq", "kind", "turn_id", "reply_id", "body")
    return (
        insert(facts)
        .from_select(columns, told)
        .add_cte(_CLOSE.cte("closed"), _DROP_CHUNKS.cte("dropped"))
        .add_cte(_CLOSE_TURN.where(select(head.c.open_replies).scalar_subquery() == 0).cte("done"))
        .returning(facts.c.seq)
    )


_AT_ONCE = _build_at_once()


def _name_values(unit: Unit, ending: Ending) -> dict[str, Any]:
    return {
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


def _name_receipt(unit: Unit, ending: Ending) -> dict[str, Any]:
    return {
        "reply": ending.reply_id,
        "current": ending.epoch,
        "tried": ending.attempt,
        "workspace": unit.workspace_id,
        "ending": ending.state,
        "used": ending.usage,
        "record": None if ending.telemetry is None else encode_telemetry(ending.telemetry),
    }
