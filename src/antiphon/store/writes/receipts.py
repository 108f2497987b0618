"""What is sent is on disk before it is, and how each attempt ended after it has."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, select, tuple_, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.manifest import SentPassage, cut_request
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.telemetry import Telemetry, encode_telemetry
from antiphon.store.tables import receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.passages import write_passages

# The outcome of a request that was answered with calls; the reply goes on with their results.
CALLED_TOOLS = "called_tools"


def write_receipts(unit: Unit, conversation_id: ConversationId, written: Sequence[Receipt]) -> None:
    """What is about to be sent, on disk before it is: passages that are not there yet, and who names which."""
    if not written:
        return
    kept: dict[bytes, SentPassage] = {}
    rows = [_as_row(unit, receipt) | cut_body(receipt.body, kept) for receipt in written]
    write_passages(unit, conversation_id, kept)
    unit.connection.execute(insert(receipts), rows)


def cut_body(body: bytes, kept: dict[bytes, SentPassage]) -> dict[str, bytes]:
    """What a receipt keeps of these bytes; its passages are added to the others of the turn."""
    cut = cut_request(body)
    if cut is None:
        return {"body": body, "manifest": b""}
    kept |= cut.passages
    return {"body": b"", "manifest": cut.manifest}


def append_receipt(unit: Unit, receipt: Receipt) -> None:
    """The receipt of a run's next request, before it leaves; writing it twice does nothing.

    Raises `StaleEpoch` when a newer run owns the reply, or it was deleted: then nothing may leave.
    """
    mine = replies.c.id == receipt.reply_id
    # A deletion that begins now waits for this receipt, and takes it along.
    query = select(replies.c.epoch, replies.c.conversation_id).where(mine).with_for_update(read=True)
    row = unit.connection.execute(query).one_or_none()
    if row is None or row.epoch != receipt.epoch:
        raise StaleEpoch(receipt.reply_id, receipt.epoch)
    key = (receipt.reply_id, receipt.epoch, receipt.attempt)
    known = tuple_(receipts.c.reply_id, receipts.c.epoch, receipts.c.attempt) == key
    if unit.connection.execute(select(receipts.c.attempt).where(known)).one_or_none() is None:
        write_receipts(unit, row.conversation_id, [receipt])


def append_attempt(unit: Unit, receipt: Receipt, previous_outcome: str, previous: Telemetry | None) -> None:
    """Record that the attempt before this one failed, and what is sent now; as `append_receipt` in all else."""
    append_receipt(unit, receipt)
    _record_outcome(unit, (receipt.reply_id, receipt.epoch, receipt.attempt - 1), previous_outcome, previous)


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
    values = {"outcome": outcome, "reckoning": _encode(telemetry)} | ({"usage": usage} if usage else {})
    unit.connection.execute(update(receipts).where(visible(unit, receipts), where).values(**values))


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
        "sha256": receipt.sha256,
        "sent_at": sent_at,
        "reckoning": _encode(receipt.telemetry),
        "round": receipt.round,
        "key_id": None if receipt.paying_key is None else receipt.paying_key.id,
        "key_owner": None if receipt.paying_key is None else receipt.paying_key.owner,
    }


def _encode(telemetry: Telemetry | None) -> dict[str, object] | None:
    return None if telemetry is None else encode_telemetry(telemetry)
