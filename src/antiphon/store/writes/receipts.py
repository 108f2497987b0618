"""What is sent is on disk before it is, and how each attempt ended after it has."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select, tuple_, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Telemetry, encode_telemetry
from antiphon.store.tables import receipts, replies
from antiphon.store.unit import Unit

# The outcome of a request that was answered with calls; the reply goes on with their results.
CALLED_TOOLS = "called_tools"


def write_receipts(unit: Unit, written: Sequence[Receipt]) -> None:
    """What is about to be sent, on disk before it is."""
    if written:
        unit.connection.execute(insert(receipts), [_as_row(unit, receipt) for receipt in written])


def append_attempt(unit: Unit, receipt: Receipt, previous_outcome: str, previous: Telemetry | None) -> None:
    """Record that the attempt before this one failed, and what is sent now.

    Raises `StaleEpoch` where the reply was deleted with its conversation: then nothing may leave.
    """
    query = select(replies.c.id).where(replies.c.id == receipt.reply_id).with_for_update(read=True)
    if unit.connection.execute(query).one_or_none() is None:
        raise StaleEpoch(receipt.reply_id, receipt.epoch)
    _record_outcome(unit, (receipt.reply_id, receipt.epoch, receipt.attempt - 1), previous_outcome, previous)
    write_receipts(unit, [receipt])


def close_attempt(
    unit: Unit, reply_id: ReplyId, epoch: int, attempt: int, usage: dict[str, int] | None, telemetry: Telemetry | None
) -> None:
    """Say on a receipt that its answer called for tools, and what it cost."""
    _record_outcome(unit, (reply_id, epoch, attempt), CALLED_TOOLS, telemetry, usage)


def _record_outcome(
    unit: Unit,
    attempt: tuple[ReplyId, int, int],
    outcome: str,
    telemetry: Telemetry | None,
    usage: dict[str, int] | None = None,
) -> None:
    """Say on a receipt how its attempt ended."""
    where = tuple_(receipts.c.reply_id, receipts.c.epoch, receipts.c.attempt) == attempt
    values = {"outcome": outcome, "telemetry": _encode(telemetry)} | ({"usage": usage} if usage else {})
    unit.connection.execute(
        update(receipts).where(receipts.c.workspace_id == unit.workspace_id, where).values(**values)
    )


def _as_row(unit: Unit, receipt: Receipt) -> dict[str, object]:
    sent_at: datetime = receipt.sent_at
    return {
        "workspace_id": unit.workspace_id,
        "reply_id": receipt.reply_id,
        "epoch": receipt.epoch,
        "attempt": receipt.attempt,
        "provider": receipt.provider,
        "model": receipt.model,
        "url": receipt.url,
        "headers": dict(receipt.headers),
        "body": receipt.body,
        "sha256": receipt.sha256,
        "sent_at": sent_at,
        "telemetry": _encode(receipt.telemetry),
        "round": receipt.round,
    }


def _encode(telemetry: Telemetry | None) -> dict[str, object] | None:
    return None if telemetry is None else encode_telemetry(telemetry)
