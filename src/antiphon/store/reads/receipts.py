"""Receipts of one reply."""

from sqlalchemy import select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.receipt import Receipt
from antiphon.store.tables import receipts, replies
from antiphon.store.unit import Unit


def read_receipts(unit: Unit, reply_id: ReplyId) -> tuple[Receipt, ...]:
    """Every request made for this reply, in the order it was made, or `NotFound`."""
    known = select(replies.c.id).where(replies.c.id == reply_id, replies.c.workspace_id == unit.workspace_id)
    if (unit.connection.execute(known)).one_or_none() is None:
        raise NotFound("reply", reply_id)
    query = (
        select(receipts)
        .where(receipts.c.reply_id == reply_id, receipts.c.workspace_id == unit.workspace_id)
        .order_by(receipts.c.epoch, receipts.c.attempt)
    )
    return tuple(
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
            usage=row.usage,
        )
        for row in unit.connection.execute(query)
    )
