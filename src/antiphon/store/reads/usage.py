"""What the requests made for replies took, as far as providers said so."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select

from antiphon.conversation.ids import ReplyId
from antiphon.store.tables import receipts
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class ReplyUsage(NamedTuple):
    """Tokens of all requests for one reply together, and the fingerprint of the last.

    Not `reported` where a provider did not say it of one of them.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    sha256: str | None = None
    reported: bool = False


def read_usage(unit: Unit, reply_ids: Sequence[ReplyId]) -> dict[ReplyId, ReplyUsage]:
    """The usage of each of these replies that was sent at all."""
    query = (
        select(receipts.c.reply_id, receipts.c.usage, receipts.c.sha256)
        .where(receipts.c.reply_id.in_(reply_ids), visible(unit, receipts))
        .order_by(receipts.c.reply_id, receipts.c.epoch, receipts.c.attempt)
    )
    found: dict[ReplyId, ReplyUsage] = {}
    for row in unit.connection.execute(query):
        before = found.get(ReplyId(row.reply_id), ReplyUsage(reported=True))
        used = row.usage or {}
        found[ReplyId(row.reply_id)] = ReplyUsage(
            before.input_tokens + (used.get("input_tokens") or 0),
            before.output_tokens + (used.get("output_tokens") or 0),
            before.cached_tokens + (used.get("cached_tokens") or 0),
            before.reasoning_tokens + (used.get("reasoning_tokens") or 0),
            row.sha256,
            before.reported and used.get("output_tokens") is not None,
        )
    return found
