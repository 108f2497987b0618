"""A reply ends once."""

import asyncio
from dataclasses import replace

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import StaleEpoch
from antiphon.conversation.event import ReplySettled
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.receipts import read_receipts
from antiphon.store.reads.turns import read_reply, read_turn
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store
from antiphon.store.writes.request_stop import request_stop_of_reply, request_stop_of_turn
from antiphon.store.writes.settle_reply import settle_reply
from tests.store.deeds import ask, begin, ending_of, piece, save, settle, start


async def test_ending_replaces_the_pieces_by_the_whole(store: Store) -> None:
    """I-10, M3."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await save(store, piece(turn, 0, "Y"), piece(turn, 0, "es", offset=1))

    fact = await settle(store, turn, 0, "Yes.")

    reply = await store.read(LOCAL, read_reply, turn.replies[0].id)
    assert (reply.state, reply.text) == (ReplyState.COMPLETE, "Yes.")
    assert (fact.text_length, fact.thinking_length) == (4, 0)


@pytest.mark.parametrize("state", sorted(TERMINAL))
async def test_second_ending_is_refused_whatever_the_first_was(store: Store, state: ReplyState) -> None:
    """I-04, I-13, W14, reg-09: terminal is final."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await settle(store, turn, 0, "first", state=state)
    before = await store.read(LOCAL, read_view, turn.conversation_id)

    with pytest.raises(StaleEpoch):
        await settle(store, turn, 0, "second")

    assert await store.read(LOCAL, read_view, turn.conversation_id) == before


@pytest.mark.parametrize("epoch", [0, 1, 3])
async def test_ending_of_another_epoch_is_refused(store: Store, epoch: int) -> None:
    """I-14, I-07: a late node changes nothing and takes no number."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await start(store, turn)
    before = await store.read(LOCAL, read_view, turn.conversation_id)

    with pytest.raises(StaleEpoch):
        await settle(store, turn, 0, "late", epoch=epoch)

    assert await store.read(LOCAL, read_view, turn.conversation_id) == before
    assert (await settle(store, turn, 0, "in time", epoch=2)).seq == before.seq + 1


async def test_of_two_endings_at_once_one_counts(store: Store) -> None:
    """I-13."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)

    endings = (settle(store, turn, 0, text) for text in ("one", "two", "three", "four"))
    outcomes = await asyncio.gather(*endings, return_exceptions=True)

    settled = [each for each in outcomes if isinstance(each, ReplySettled)]
    facts = await store.read(LOCAL, read_facts, turn.conversation_id, 0)
    assert len(settled) == 1
    assert facts[-1] == settled[0]
    assert [fact.seq for fact in facts] == [1, 2, 3, 4]
    assert not (await store.read(LOCAL, read_conversation, turn.conversation_id)).in_flight


async def test_one_ending_leaves_the_other_replies_alone(store: Store) -> None:
    """I-06."""
    turn = await ask(store, await begin(store), advisors=3)
    await start(store, turn)
    await save(store, piece(turn, 1, "Yes"))
    before = await store.read(LOCAL, read_turn, turn.id)

    await settle(store, turn, 0, state=ReplyState.ERROR)

    after = await store.read(LOCAL, read_turn, turn.id)
    assert after.replies[1:] == before.replies[1:]
    assert [reply.completed for reply in after.replies] == [True, False, False]


async def test_all_five_ending_at_once_close_the_turn(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=5)
    await start(store, turn)

    facts = await asyncio.gather(*(settle(store, turn, slot, f"answer {slot}") for slot in range(5)))

    read = await store.read(LOCAL, read_turn, turn.id)
    assert sorted(fact.seq for fact in facts) == [4, 5, 6, 7, 8]
    assert [reply.text for reply in read.replies] == [f"answer {slot}" for slot in range(5)]
    assert read.all_completed


async def test_ending_is_written_on_the_receipt(store: Store) -> None:
    """I-35."""
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)

    await store.write(LOCAL, settle_reply, replace(ending_of(turn, 0, "Yes."), usage={"output_tokens": 2}))

    (receipt,) = await store.read(LOCAL, read_receipts, turn.replies[0].id)
    assert (receipt.outcome, receipt.usage) == ("complete", {"output_tokens": 2})


async def test_stop_asks_only_what_is_open(store: Store) -> None:
    turn = await ask(store, await begin(store), advisors=3)
    await start(store, turn)
    await settle(store, turn, 1, "Yes.")

    whole = await store.write(LOCAL, request_stop_of_turn, turn.id)
    ended = await store.write(LOCAL, request_stop_of_reply, turn.replies[1].id)

    assert set(whole.reply_ids) == {turn.replies[0].id, turn.replies[2].id}
    assert whole.conversation_id == turn.conversation_id
    assert ended.reply_ids == ()
