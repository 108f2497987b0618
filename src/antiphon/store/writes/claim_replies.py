"""Replies are claimed under a new epoch, with the receipts of what is about to be sent."""

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, or_, update

from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import RepliesSending, Sending
from antiphon.conversation.ids import NodeId, TurnId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.state import OPEN, ReplyState
from antiphon.store.reads.recovery import is_alive
from antiphon.store.reads.turn_snapshot import OpenSlots, read_open_slots
from antiphon.store.tables import chunks, open_turns, replies
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import append_fact, lock_conversation, take_seq
from antiphon.store.writes.receipts import write_receipts


def read_to_claim(unit: Unit, turn_id: TurnId) -> OpenSlots:
    """The open replies of a turn, as they stand while they are claimed."""
    slots = read_open_slots(unit, turn_id)
    if any(slot.epoch for slot in slots.open_slots):
        # Somebody may still be writing for the last run: what it got done must be seen.
        lock_conversation(unit, slots.conversation_id)
        slots = read_open_slots(unit, turn_id)
    return slots


def claim_replies(
    unit: Unit, slots: OpenSlots, node_id: NodeId, first_receipts: Sequence[Receipt]
) -> RepliesSending | None:
    """Claim the replies of these receipts in the transaction that read them; the fact, or none when none is sent.

    Each reply moves to the epoch on its receipt, which voids what an earlier epoch wrote. A receipt without an attempt
    claims a reply that has nothing to send yet. Raises `StaleEpoch` when another node was quicker, when the turn is
    another's, or when this node was declared gone; then nothing has changed.
    """
    _own_turn(unit, slots, node_id)
    if not first_receipts:
        return None
    head = take_seq(unit, slots.conversation_id, even_removed=True)
    _claim(unit, first_receipts)
    write_receipts(unit, slots.conversation_id, [receipt for receipt in first_receipts if receipt.attempt])
    if any(receipt.epoch > 1 for receipt in first_receipts):
        reply_ids = [receipt.reply_id for receipt in first_receipts]
        unit.connection.execute(delete(chunks).where(chunks.c.reply_id.in_(reply_ids)))
    sending = tuple(Sending(receipt.reply_id, receipt.epoch) for receipt in first_receipts)
    fact = RepliesSending(slots.conversation_id, head.seq, slots.turn_id, sending)
    append_fact(unit, fact)
    return fact


_CLAIM = (
    update(replies)
    .where(
        replies.c.id.in_(bindparam("ids", expanding=True)),
        replies.c.epoch == bindparam("before"),
        replies.c.state.in_(OPEN),
    )
    .values(epoch=bindparam("claimed"), state=ReplyState.SENDING)
)


# Who answers for a turn is the fence: it is taken from nobody but those who were declared gone, so a turn that two
# nodes take up is claimed once. And nobody takes anything who was declared gone.
_OWN = (
    update(open_turns)
    .where(
        open_turns.c.turn_id == bindparam("turn"),
        or_(open_turns.c.node_id.is_(None), open_turns.c.node_id == bindparam("node")),
        is_alive(bindparam("node")),
    )
    .values(node_id=bindparam("node"), handed_over_at=None)
)


def _claim(unit: Unit, claimed: Sequence[Receipt]) -> None:
    """One statement for all replies of an epoch: normally one for the turn."""
    for epoch in sorted({receipt.epoch for receipt in claimed}):
        ids = [receipt.reply_id for receipt in claimed if receipt.epoch == epoch]
        if unit.connection.execute(_CLAIM, {"ids": ids, "before": epoch - 1, "claimed": epoch}).rowcount != len(ids):
            raise StaleEpoch(ids[0], epoch)


def _own_turn(unit: Unit, slots: OpenSlots, node_id: NodeId) -> None:
    owned = unit.connection.execute(_OWN, {"turn": slots.turn_id, "node": node_id}).rowcount
    if not owned and slots.open_slots:
        raise StaleEpoch(slots.open_slots[0].reply_id, slots.open_slots[0].next_epoch)
