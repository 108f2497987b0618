"""Facts after a sequence number, with the turns they speak of."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Row, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.event import Delta, Fact, ReplyAdded, TurnAccepted, TurnsRestored
from antiphon.conversation.event_wire import decode_event
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Reply
from antiphon.conversation.turn import Turn
from antiphon.store.reads.turns import as_slot, as_turn, decorate, read_even_deleted, read_turns_by_id
from antiphon.store.tables import conversations, facts, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def read_heads(unit: Unit, conversation_ids: Sequence[ConversationId]) -> dict[ConversationId, int]:
    """The last fact number of each of these conversations that exists in the workspace and is not archived."""
    query = select(conversations.c.id, conversations.c.last_seq).where(
        conversations.c.id.in_(conversation_ids),
        visible(unit, conversations),
        conversations.c.removed_at.is_(None),
    )
    rows = (unit.connection.execute(query)).all()
    return {ConversationId(row.id): row.last_seq for row in rows}


def read_facts(unit: Unit, conversation_id: ConversationId, after: int, *, limit: int = 500) -> tuple[Fact, ...]:
    """The facts that follow `after`, in order, without gaps."""
    query = (
        select(facts)
        .where(
            facts.c.conversation_id == conversation_id,
            visible(unit, facts),
            facts.c.seq > after,
        )
        .order_by(facts.c.seq)
        .limit(limit)
    )
    rows = (unit.connection.execute(query)).all()
    told = FactSubjects(
        accepted=_read_accepted(unit, [TurnId(row.turn_id) for row in rows if row.kind == "turn_accepted"]),
        added=_read_added(unit, [ReplyId(row.reply_id) for row in rows if row.kind == "reply_added"]),
        restored=_read_restored(unit, rows),
    )
    return tuple(_as_fact(row, told) for row in rows)


def read_added(unit: Unit, reply_id: ReplyId) -> ReplyAdded:
    """The fact that this reply was added beside another; `NotFound` for one that was asked for at once."""
    query = (
        select(facts)
        .join(replies, replies.c.conversation_id == facts.c.conversation_id)
        .where(
            replies.c.id == reply_id,
            visible(unit, facts),
            facts.c.kind == "reply_added",
            facts.c.reply_id == reply_id,
        )
    )
    row = unit.connection.execute(query).one_or_none()
    fact = None if row is None else _as_fact(row, FactSubjects({}, _read_added(unit, [reply_id]), {}))
    if not isinstance(fact, ReplyAdded):
        raise NotFound("reply", reply_id)
    return fact


class FactSubjects(NamedTuple):
    """The rows that facts point to."""

    accepted: Mapping[TurnId, Turn]
    added: Mapping[ReplyId, Reply]
    restored: Mapping[TurnId, Turn]


def _read_accepted(unit: Unit, turn_ids: Sequence[TurnId]) -> Mapping[TurnId, Turn]:
    """Turns as they were when accepted: every first reply waiting, so that the facts that follow apply."""
    if not turn_ids:
        return {}
    slots: dict[str, list[Row[Any]]] = {}
    query = _SLOTS.where(replies.c.turn_id.in_(turn_ids), replies.c.variant == 0)
    for row in unit.connection.execute(query.order_by(replies.c.turn_id, replies.c.slot)):
        slots.setdefault(row.turn_id, []).append(row)
    found = [
        as_turn(row, [as_slot(slot) for slot in slots.get(row.id, ())]) for row in read_even_deleted(unit, turn_ids)
    ]
    return {turn.id: turn for turn in decorate(unit, found)}


def _read_added(unit: Unit, reply_ids: Sequence[ReplyId]) -> Mapping[ReplyId, Reply]:
    if not reply_ids:
        return {}
    rows = unit.connection.execute(_SLOTS.where(replies.c.id.in_(reply_ids)))
    return {ReplyId(row.id): as_slot(row) for row in rows}


def _read_restored(unit: Unit, rows: Sequence[Row[Any]]) -> Mapping[TurnId, Turn]:
    wanted = [TurnId(each) for row in rows if row.kind == "turns_restored" for each in row.body["turn_ids"]]
    return {turn.id: turn for turn in read_turns_by_id(unit, wanted)} if wanted else {}


_SLOTS = select(*(column for column in replies.c if column.name not in ("text", "thinking", "edited_text")))


def _as_fact(row: Row[Any], told: FactSubjects) -> Fact:
    conversation_id = ConversationId(row.conversation_id)
    if row.kind == "turn_accepted":
        return TurnAccepted(conversation_id, row.seq, told.accepted[TurnId(row.turn_id)])
    if row.kind == "reply_added":
        reply = replace(told.added[ReplyId(row.reply_id)], chosen=row.body["chosen"])
        return ReplyAdded(conversation_id, row.seq, TurnId(row.turn_id), reply)
    if row.kind == "turns_restored":
        back = (told.restored.get(TurnId(each)) for each in row.body["turn_ids"])
        return TurnsRestored(conversation_id, row.seq, tuple(turn for turn in back if turn is not None))
    head = {"kind": row.kind, "conversation_id": row.conversation_id, "seq": row.seq}
    fact = decode_event(head | {"turn_id": row.turn_id, "reply_id": row.reply_id} | row.body)
    assert not isinstance(fact, Delta), "a delta is never stored as a fact"  # noqa: S101
    return fact
