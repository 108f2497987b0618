"""Receipts of one reply."""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, ReplyId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Telemetry, decode_telemetry
from antiphon.store.reads.heartbeat_receipts import read_unasked_receipts
from antiphon.store.tables import receipts, replies, turns
from antiphon.store.unit import Unit


def read_receipts(unit: Unit, reply_id: ReplyId) -> tuple[Receipt, ...]:
    """Every request made for this reply, in the order it was made, or `NotFound`.

    For the copy of an answer nothing was sent: then it is what was sent for the answer itself.
    """
    known = (
        select(func.coalesce(replies.c.copied_from, replies.c.id))
        .join(turns, turns.c.id == replies.c.turn_id)
        .where(replies.c.id == reply_id, replies.c.workspace_id == unit.workspace_id, turns.c.deleted_at.is_(None))
    )
    asked = unit.connection.execute(known).scalar_one_or_none()
    if asked is None:
        raise NotFound("reply", reply_id)
    reply_id = ReplyId(asked)
    query = (
        select(receipts)
        .where(receipts.c.reply_id == reply_id, receipts.c.workspace_id == unit.workspace_id)
        .order_by(receipts.c.epoch, receipts.c.attempt)
    )
    sent = tuple(
        Receipt(
            reply_id=ReplyId(row.reply_id),
            epoch=row.epoch,
            attempt=row.attempt,
            provider=row.provider,
            model=row.model,
            url=row.url,
            headers=row.headers,
            body=row.body,
            sha256=row.sha256,
            sent_at=row.sent_at,
            outcome=row.outcome,
            round=row.round,
            usage=row.usage,
            telemetry=None if row.telemetry is None else decode_telemetry(row.telemetry),
        )
        for row in unit.connection.execute(query)
    )
    return sent or read_unasked_receipts(unit, reply_id)


def read_first_telemetry(unit: Unit, reply_id: ReplyId) -> Telemetry | None:
    """What was reckoned for the very first attempt of a reply, if there was one."""
    query = (
        select(receipts.c.telemetry)
        .where(receipts.c.reply_id == reply_id, receipts.c.workspace_id == unit.workspace_id)
        .order_by(receipts.c.epoch, receipts.c.attempt)
        .limit(1)
    )
    body = unit.connection.execute(query).scalar_one_or_none()
    return None if body is None else decode_telemetry(body)


def read_last_telemetries(unit: Unit, reply_ids: Sequence[ReplyId]) -> dict[ReplyId, Telemetry]:
    """What was known about the last attempt of each of these replies, where anything was sent."""
    query = (
        select(receipts.c.reply_id, receipts.c.telemetry)
        .where(receipts.c.reply_id.in_(reply_ids), receipts.c.workspace_id == unit.workspace_id)
        .order_by(receipts.c.epoch, receipts.c.attempt)
    )
    rows = unit.connection.execute(query)
    return {ReplyId(row.reply_id): decode_telemetry(row.telemetry) for row in rows if row.telemetry is not None}


_NEWEST_BODY = (
    select(receipts.c.body)
    .join(replies, replies.c.id == receipts.c.reply_id)
    .join(turns, turns.c.id == replies.c.turn_id)
    .where(
        replies.c.conversation_id == bindparam("conversation"),
        replies.c.advisor_id == bindparam("advisor"),
        replies.c.workspace_id == bindparam("workspace"),
        turns.c.conversation_id == bindparam("conversation"),
        turns.c.position == bindparam("position"),
    )
    .order_by(receipts.c.sent_at.desc(), receipts.c.epoch.desc(), receipts.c.attempt.desc())
    .limit(1)
)
_LAST_POSITION = select(func.max(turns.c.position)).where(
    turns.c.conversation_id == bindparam("conversation"),
    turns.c.workspace_id == bindparam("workspace"),
    turns.c.deleted_at.is_(None),
)


def read_newest_bodies(
    unit: Unit, conversation_id: ConversationId, advisor_ids: Sequence[AdvisorId]
) -> dict[AdvisorId, bytes]:
    """What each of these advisors was sent in the newest turn, if it was asked there."""
    here = {"conversation": conversation_id, "workspace": unit.workspace_id}
    position = unit.connection.execute(_LAST_POSITION, here).scalar_one()
    found: dict[AdvisorId, bytes] = {}
    for advisor_id in advisor_ids if position else ():
        place = here | {"advisor": advisor_id, "position": position}
        body = unit.connection.execute(_NEWEST_BODY, place).scalar_one_or_none()
        if body is not None:
            found[advisor_id] = bytes(body)
    return found
