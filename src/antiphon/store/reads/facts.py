"""Facts after a sequence number, with the turns they speak of."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, select

from antiphon.conversation.event import Fact, TurnAccepted
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import decode_event
from antiphon.store.reads.turns import as_slot, as_turn
from antiphon.store.tables import conversations, facts, replies, turns
from antiphon.store.unit import Unit


def read_heads(unit: Unit, conversation_ids: Sequence[ConversationId]) -> dict[ConversationId, int]:
    """The last fact number of each of these conversations that exists in the workspace."""
    query = select(conversations.c.id, conversations.c.last_seq).where(
        conversations.c.id.in_(conversation_ids), conversations.c.workspace_id == unit.workspace_id
    )
    rows = (unit.connection.execute(query)).all()
    return {ConversationId(row.id): row.last_seq for row in rows}


def read_facts(unit: Unit, conversation_id: ConversationId, after: int, *, limit: int = 500) -> tuple[Fact, ...]:
    """The facts that follow `after`, in order, without gaps."""
    query = (
        select(facts)
        .where(
            facts.c.conversation_id == conversation_id,
            facts.c.workspace_id == unit.workspace_id,
            facts.c.seq > after,
        )
        .order_by(facts.c.seq)
        .limit(limit)
    )
    rows = (unit.connection.execute(query)).all()
    accepted = _read_accepted(unit, [TurnId(row.turn_id) for row in rows if row.kind == "turn_accepted"])
    return tuple(_as_fact(row, accepted) for row in rows)


def _read_accepted(unit: Unit, turn_ids: Sequence[TurnId]) -> Mapping[TurnId, Turn]:
    """Turns as they were when accepted: every reply waiting, so that the facts that follow apply."""
    if not turn_ids:
        return {}
    slots: dict[str, list[Row[Any]]] = {}
    columns = [column for column in replies.c if column.name not in ("text", "thinking")]
    query = select(*columns).where(replies.c.turn_id.in_(turn_ids)).order_by(replies.c.turn_id, replies.c.slot)
    for row in unit.connection.execute(query):
        slots.setdefault(row.turn_id, []).append(row)
    found = unit.connection.execute(select(turns).where(turns.c.id.in_(turn_ids)))
    return {TurnId(row.id): as_turn(row, [as_slot(slot) for slot in slots.get(row.id, ())]) for row in found}


def _as_fact(row: Row[Any], accepted: Mapping[TurnId, Turn]) -> Fact:
    if row.kind == "turn_accepted":
        return TurnAccepted(ConversationId(row.conversation_id), row.seq, accepted[TurnId(row.turn_id)])
    head = {"kind": row.kind, "conversation_id": row.conversation_id, "seq": row.seq}
    fact = decode_event(head | {"turn_id": row.turn_id, "reply_id": row.reply_id} | row.body)
    assert fact.kind != "delta", "a delta is never stored as a fact"  # noqa: S101
    return fact
