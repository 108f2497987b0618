"""Replies are claimed, with receipts of what is sent."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import RepliesSending
from antiphon.conversation.ids import NodeId
from antiphon.conversation.receipt import Receipt
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.recovery import read_look
from antiphon.store.reads.turn_snapshot import OpenSlots
from antiphon.store.reads.turns import read_turn
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.receipts import append_attempt
from tests.store.deeds import NODE, ask, begin, claim_replies, receipt_of, receipts_for_all, settle, start


async def test_start_takes_every_open_reply_to_its_first_epoch(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=2)

    fact = await start(store, turn)

    read = await store.read(LOCAL, read_turn, turn.id)
    assert [(each.reply_id, each.epoch) for each in fact.replies] == [(reply.id, 1) for reply in turn.replies]
    assert [reply.state for reply in read.replies] == [ReplyState.SENDING] * 2


async def test_restart_leaves_ended_replies_alone(store: Store) -> None:
    """I-06, I-08: after a crash only what was cut off is sent again."""
    turn = await ask(store, await begin(store), advisors=3)
    await start(store, turn)
    await settle(store, turn, 1, "Yes.")

    fact = await start(store, turn)

    read = await store.read(LOCAL, read_turn, turn.id)
    assert [each.reply_id for each in fact.replies] == [turn.replies[0].id, turn.replies[2].id]
    assert [(reply.epoch, reply.text) for reply in read.replies] == [(2, ""), (1, "Yes."), (2, "")]


async def test_slower_node_is_refused_and_changes_nothing(store: Store) -> None:
    """I-08: two nodes prepared the same epoch; one sends."""
    turn = await ask(store, await begin(store), advisors=2)
    await start(store, turn)
    before = await store.read(LOCAL, read_view, turn.conversation_id)

    def prepare_late(unit: Unit, slots: OpenSlots) -> list[Receipt]:
        return [receipt_of(slot.reply_id, slot.epoch) for slot in slots.open_slots]

    with pytest.raises(StaleEpoch):
        await store.write(LOCAL, claim_replies, turn.id, NodeId("n_late"), prepare_late)

    assert await store.read(LOCAL, read_view, turn.conversation_id) == before
    assert len(await store.read(LOCAL, read_receipts, turn.replies[0].id)) == 1
    assert (await store.read(LOCAL, read_look, NodeId("n_late"), 0)).own == []


async def test_nodes_starting_at_once_never_share_an_epoch(store: Store) -> None:
    """I-08, I-14."""
    turn = await ask(store, await begin(store), advisors=2)

    starts = (start(store, turn, node=NodeId(f"n_{number}")) for number in range(4))
    outcomes = await asyncio.gather(*starts, return_exceptions=True)

    epochs = [each.replies[0].epoch for each in outcomes if isinstance(each, RepliesSending)]
    receipts = await store.read(LOCAL, read_receipts, turn.replies[0].id)
    assert all(isinstance(each, RepliesSending | StaleEpoch) for each in outcomes)
    assert sorted(epochs) == list(range(1, len(epochs) + 1))
    assert [receipt.epoch for receipt in receipts] == sorted(epochs)


async def test_nothing_to_send_takes_no_number(store: Store) -> None:
    """I-07."""
    turn = await ask(store, await begin(store), advisors=1)

    started = await store.write(LOCAL, claim_replies, turn.id, NODE, lambda *_: [])

    assert started.fact is None
    assert (await store.read(LOCAL, read_view, turn.conversation_id)).seq == 2
    assert (await store.read(LOCAL, read_look, NODE, 0)).own == [turn.id]


async def test_failure_while_preparing_claims_nothing(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=1)

    def fail(unit: Unit, slots: OpenSlots) -> list[Receipt]:
        raise ValueError("no payload")

    with pytest.raises(ValueError, match="no payload"):
        await store.write(LOCAL, claim_replies, turn.id, NodeId("n_two"), fail)

    assert (await store.read(LOCAL, read_turn, turn.id)).replies[0].epoch == 0


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=200))
async def test_receipt_keeps_the_bytes_that_were_sent(store: Store, body: bytes) -> None:
    """Any bytes at all."""
    turn = await ask(store, await begin(store), advisors=1)
    sent = receipt_of(turn.replies[0].id, body=body)

    await start(store, turn, prepare=lambda *_: [sent])

    assert await store.read(LOCAL, read_receipts, turn.replies[0].id) == (sent,)


async def test_every_attempt_has_its_receipt(store: Store) -> None:
    """I-08, I-35: attempts and epochs in the order they were made, each with its outcome."""
    turn = await ask(store, await begin(store), advisors=1)
    reply_id = turn.replies[0].id
    await start(store, turn)
    second = receipt_of(reply_id, attempt=2, body=b"again")
    await store.write(LOCAL, append_attempt, second, "rate_limited", None)
    await start(store, turn, prepare=receipts_for_all)

    receipts = await store.read(LOCAL, read_receipts, reply_id)

    assert [(each.epoch, each.attempt, each.outcome) for each in receipts] == [
        (1, 1, "rate_limited"),
        (1, 2, None),
        (2, 1, None),
    ]
    assert receipts[1] == second
