"""Receipts of one reply."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, bindparam, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId
from antiphon.conversation.receipt import PayingKey, Receipt
from antiphon.conversation.telemetry import Telemetry, decode_telemetry
from antiphon.store.reads.heartbeat_receipts import read_unasked_receipts
from antiphon.store.reads.sent_passages import join_body, join_newest, read_sent_passages
from antiphon.store.tables import receipts, replies, turns
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then


def read_receipts(unit: Unit, reply_id: ReplyId) -> tuple[Receipt, ...]:
    """Every request made for this reply, in the order it was made, or `NotFound`.

    For the copy of an answer nothing was sent: then it is what was sent for the answer itself. `ReceiptDamaged` where
    what is kept is no longer what was sent.
    """
    known = (
        select(func.coalesce(replies.c.copied_from, replies.c.id))
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(replies.c.id == reply_id, visible(unit, replies), turns.c.deleted_at.is_(None))
    )
    asked = unit.connection.execute(known).scalar_one_or_none()
    if asked is None:
        raise NotFound("reply", reply_id)
    reply_id = ReplyId(asked)
    query = (
        select(receipts, replies.c.conversation_id)
        .join(replies, replies.c.id == receipts.c.reply_id)
        .where(receipts.c.reply_id == reply_id, visible(unit, receipts))
        .order_by(receipts.c.epoch, receipts.c.attempt)
    )
    rows = unit.connection.execute(query).all()
    if not rows:
        return read_unasked_receipts(unit, reply_id)
    found = read_sent_passages(unit, rows[0].conversation_id, [row.manifest for row in rows])
    return tuple(_as_receipt(row, join_body(row, found)) for row in rows)


def _as_receipt(row: Row[Any], body: bytes) -> Receipt:
    return Receipt(
        reply_id=ReplyId(row.reply_id),
        epoch=row.epoch,
        attempt=row.attempt,
        provider=row.provider,
        model=row.model,
        url=row.url,
        headers=row.headers,
        body=body,
        sha256=row.sha256,
        sent_at=row.sent_at,
        outcome=row.outcome,
        round=row.round,
        usage=row.usage,
        telemetry=_decode(row.reckoning, row.telemetry),
        paying_key=None if row.key_id is None else PayingKey(row.key_id, row.key_owner),
    )


def _decode(reckoning: dict[str, Any] | None, telemetry: dict[str, Any] | None) -> Telemetry | None:
    """Earlier versions kept it as it is, later ones packed."""
    record = telemetry if reckoning is None else reckoning
    return None if record is None else decode_telemetry(record)


def read_first_telemetry(unit: Unit, reply_id: ReplyId) -> Telemetry | None:
    """What was reckoned for the very first attempt of a reply, if there was one."""
    query = (
        select(receipts.c.reckoning, receipts.c.telemetry)
        .where(receipts.c.reply_id == reply_id, visible(unit, receipts))
        .order_by(receipts.c.epoch, receipts.c.attempt)
        .limit(1)
    )
    row = unit.connection.execute(query).one_or_none()
    return None if row is None else _decode(*row)


def read_last_telemetries(unit: Unit, reply_ids: Sequence[ReplyId]) -> dict[ReplyId, Telemetry]:
    """What was known about the last attempt of each of these replies, where anything was sent."""
    query = (
        select(receipts.c.reply_id, receipts.c.reckoning, receipts.c.telemetry)
        .where(receipts.c.reply_id.in_(reply_ids), visible(unit, receipts))
        .order_by(receipts.c.epoch, receipts.c.attempt)
    )
    known = {ReplyId(reply_id): _decode(*record) for reply_id, *record in unit.connection.execute(query)}
    return {reply_id: telemetry for reply_id, telemetry in known.items() if telemetry is not None}


_NEWEST_BODY = (
    select(*(receipts.c[name] for name in ("body", "manifest")))
    .join(replies, replies.c.id == receipts.c.reply_id)
    .join(turns, turns.c.id == replies.c.turn_id)
    .where(
        replies.c.conversation_id == bindparam("conversation"),
        replies.c.advisor_id == bindparam("advisor"),
        visible_then(replies, bindparam("conversation")),
        turns.c.conversation_id == bindparam("conversation"),
        turns.c.position == bindparam("position"),
    )
    .order_by(receipts.c.sent_at.desc(), receipts.c.epoch.desc(), receipts.c.attempt.desc())
    .limit(1)
)
_LAST_POSITION = select(func.max(turns.c.position)).where(
    turns.c.conversation_id == bindparam("conversation"),
    visible_then(turns, bindparam("conversation")),
    turns.c.deleted_at.is_(None),
)


def read_newest_bodies(
    unit: Unit, conversation_id: ConversationId, advisor_ids: Sequence[AdvisorId]
) -> dict[AdvisorId, bytes]:
    """What each of these advisors was sent in the newest turn, if it was asked there."""
    here = name_reader(unit) | {"conversation": conversation_id}
    position = unit.connection.execute(_LAST_POSITION, here).scalar_one()
    rows: dict[AdvisorId, Row[Any]] = {}
    for advisor_id in advisor_ids if position else ():
        place = here | {"advisor": advisor_id, "position": position}
        row = unit.connection.execute(_NEWEST_BODY, place).one_or_none()
        if row is not None:
            rows[advisor_id] = row
    bodies = join_newest(unit, conversation_id, tuple(rows.values()))
    return {advisor_id: body for advisor_id, body in zip(rows, bodies, strict=True) if body is not None}
