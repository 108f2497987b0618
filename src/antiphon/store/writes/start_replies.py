"""Replies are claimed under a new epoch, with the receipts of what is about to be sent."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, tuple_, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import RepliesSending, Sending
from antiphon.conversation.ids import NodeId, ReplyId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.conversation.telemetry import Telemetry, encode_telemetry
from antiphon.store.reads.scene import TurnScene, read_scene
from antiphon.store.tables import chunks, open_turns, receipts, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, lock_conversation, take_seq

# The outcome of a request that was answered with calls; the reply goes on with their results.
CALLED_TOOLS = "called_tools"


class Started(NamedTuple):
    """What the turn looked like, and the fact that its replies are being sent; no fact when none is."""

    scene: TurnScene
    fact: RepliesSending | None


def start_replies(
    unit: Unit,
    turn_id: TurnId,
    node_id: NodeId,
    prepare: Callable[[Unit, TurnScene], Sequence[Receipt]],
) -> Started:
    """Read the turn, let `prepare` build what is sent, and claim those replies: one snapshot, one transaction.

    Each reply moves to the epoch on its receipt, which voids what an earlier epoch wrote. A receipt without an attempt
    claims a reply that has nothing to send yet. Raises `StaleEpoch` when another node was quicker; then nothing has
    changed.
    """
    scene = read_scene(unit, turn_id)
    if any(slot.epoch for slot in scene.open_slots):
        # Somebody may still be writing for the last run: what it got done must be seen.
        lock_conversation(unit, scene.conversation_id)
        scene = read_scene(unit, turn_id)
    first_receipts = prepare(unit, scene)
    _own_turn(unit, turn_id, node_id)
    if not first_receipts:
        return Started(scene, None)
    head = take_seq(unit, scene.conversation_id, even_removed=True)
    _claim(unit, first_receipts)
    write_receipts(unit, [receipt for receipt in first_receipts if receipt.attempt])
    if any(receipt.epoch > 1 for receipt in first_receipts):
        reply_ids = [receipt.reply_id for receipt in first_receipts]
        unit.connection.execute(delete(chunks).where(chunks.c.reply_id.in_(reply_ids)))
    sending = tuple(Sending(receipt.reply_id, receipt.epoch) for receipt in first_receipts)
    fact = RepliesSending(scene.conversation_id, head.seq, turn_id, sending)
    append_fact(unit, fact)
    return Started(scene, fact)


_CLAIM = (
    update(replies)
    .where(
        replies.c.id.in_(bindparam("ids", expanding=True)),
        replies.c.epoch == bindparam("before"),
        replies.c.state.in_(OPEN),
    )
    .values(epoch=bindparam("before") + 1, state=ReplyState.SENDING)
)
_OWN = (
    update(open_turns)
    .where(open_turns.c.turn_id == bindparam("turn"))
    .values(node_id=bindparam("node"), handed_over_at=None)
)


def _claim(unit: Unit, claimed: Sequence[Receipt]) -> None:
    """One statement for all replies of an epoch: normally one for the turn."""
    for epoch in sorted({receipt.epoch for receipt in claimed}):
        ids = [receipt.reply_id for receipt in claimed if receipt.epoch == epoch]
        if unit.connection.execute(_CLAIM, {"ids": ids, "before": epoch - 1}).rowcount != len(ids):
            raise StaleEpoch(ids[0], epoch)


def _own_turn(unit: Unit, turn_id: TurnId, node_id: NodeId) -> None:
    unit.connection.execute(_OWN, {"turn": turn_id, "node": node_id})


def write_receipts(unit: Unit, written: Sequence[Receipt]) -> None:
    """What is about to be sent, on disk before it is."""
    if written:
        unit.connection.execute(insert(receipts), [_as_row(unit, receipt) for receipt in written])


def append_attempt(unit: Unit, receipt: Receipt, previous_outcome: str, previous: Telemetry | None) -> None:
    """Record that the attempt before this one failed, and what is sent now."""
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
