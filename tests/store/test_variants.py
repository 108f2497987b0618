"""An advisor is asked about a turn again; one of its answers is chosen; its words are changed."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import select

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import CommandRefused, NotFound, TurnInFlight
from antiphon.conversation.event import ReplyAdded
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import NodeId, ReplyId
from antiphon.conversation.size import TextSize, measure
from antiphon.conversation.state import TERMINAL, ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.recovery import OpenTurn, read_look
from antiphon.store.reads.turns import read_reply, read_turn
from antiphon.store.reads.view import read_view
from antiphon.store.tables import replies
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.nodes import leave, take_orphans
from antiphon.store.writes.variants import NewVariant, add_variant, choose_reply, edit_reply, set_importance
from tests.store.deeds import (
    NODE,
    NOON,
    accept,
    answer,
    answer_again,
    ask,
    begin,
    draft,
    enlist,
    settle,
    start,
    variant_of,
    vary,
)


async def answered(store: Store, *answers: str) -> Turn:
    """A turn everybody has answered."""
    return await answer(store, await begin(store), "Shall I?", *answers)


async def chosen_of(store: Store, turn: Turn) -> list[tuple[str, int, bool]]:
    """Text, variant and whether it is chosen, in the order of the slots."""
    read = await store.read(LOCAL, read_turn, turn.id)
    return [(reply.text, reply.variant, reply.chosen) for reply in read.replies]


async def test_retry_stands_in_place_at_once(store: Store) -> None:
    """D26: whoever failed is asked again in the same turn; the others are left alone."""
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=2)
    await start(store, turn)
    await settle(store, turn, 0, "", state=ReplyState.ERROR)
    await settle(store, turn, 1, "two")

    added = await vary(store, turn.replies[0], chosen=True)

    assert await chosen_of(store, turn) == [("", 0, False), ("two", 0, True), ("", 1, True)]
    assert (added.reply.state, added.reply.chosen) == (ReplyState.WAITING, True)
    assert (await store.read(LOCAL, read_conversation, conversation_id)).in_flight


async def test_replay_stands_beside_until_it_is_chosen(store: Store) -> None:
    turn = await answered(store, "one", "two")

    second = await answer_again(store, turn, 0, "another one")

    assert await chosen_of(store, turn) == [("one", 0, True), ("two", 0, True), ("another one", 1, False)]
    fact = await store.write(LOCAL, choose_reply, second.id)
    assert await chosen_of(store, turn) == [("one", 0, False), ("two", 0, True), ("another one", 1, True)]
    assert (fact.turn_id, fact.reply_id) == (turn.id, second.id)


async def test_first_answer_can_be_chosen_again(store: Store) -> None:
    turn = await answered(store, "one")
    second = await answer_again(store, turn, 0, "two", chosen=True)
    assert second.chosen

    await store.write(LOCAL, choose_reply, turn.replies[0].id)

    assert await chosen_of(store, turn) == [("one", 0, True), ("two", 1, False)]


async def test_variants_are_counted_per_advisor_and_slots_per_turn(store: Store) -> None:
    """I-04: every answer has a place of its own."""
    turn = await answered(store, "one", "two")

    for slot, text in ((0, "three"), (1, "four"), (0, "five")):
        await answer_again(store, turn, slot, text)

    read = await store.read(LOCAL, read_turn, turn.id)
    assert [(reply.text, reply.variant) for reply in read.replies] == [
        ("one", 0),
        ("two", 0),
        ("three", 1),
        ("four", 1),
        ("five", 2),
    ]
    assert [reply.advisor_id for reply in read.replies[2:]] == [turn.replies[n].advisor_id for n in (0, 1, 0)]


async def test_variant_of_a_variant_is_the_next_one(store: Store) -> None:
    turn = await answered(store, "one")
    second = await answer_again(store, turn, 0, "two")

    added = await vary(store, second)

    assert (added.reply.variant, added.reply.advisor_id) == (2, second.advisor_id)


async def test_variant_takes_what_is_not_named_from_the_answer_it_varies(store: Store) -> None:
    turn = await answered(store, "one")
    new = replace(variant_of(turn.replies[0], changes={"filter": "pinned"}), model="scripted:two")

    added = await store.write(LOCAL, add_variant, new)

    reply = added.reply
    assert (reply.model, reply.name, reply.advisor_version) == ("scripted:two", turn.replies[0].name, 1)
    assert reply.changes == {"filter": "pinned", "model": "scripted:two"}


async def test_missing_version_of_an_advisor_is_refused(store: Store) -> None:
    turn = await answered(store, "one")
    before = await store.read(LOCAL, read_view, turn.conversation_id)

    with pytest.raises(NotFound):
        await store.write(LOCAL, add_variant, replace(variant_of(turn.replies[0]), advisor_version=99))

    assert await store.read(LOCAL, read_view, turn.conversation_id) == before


async def test_conversation_that_is_being_answered_is_not_asked_again(store: Store) -> None:
    """XC04: neither while a turn is open nor while a variant is."""
    turn = await answered(store, "one")
    open_turn = await ask(store, turn.conversation_id, "next", advisors=1)
    before = await store.read(LOCAL, read_view, turn.conversation_id)

    with pytest.raises(TurnInFlight):
        await vary(store, turn.replies[0])
    assert await store.read(LOCAL, read_view, turn.conversation_id) == before
    await settle(store, open_turn, 0, epoch=0, state=ReplyState.STOPPED)
    await vary(store, turn.replies[0])

    with pytest.raises(TurnInFlight):
        await vary(store, open_turn.replies[0])
    with pytest.raises(TurnInFlight):
        await accept(store, draft(turn.conversation_id))


async def test_of_those_asking_again_at_once_one_is_heard(store: Store) -> None:
    """I-08, XC04."""
    turn = await answered(store, "one", "two")

    deeds = (vary(store, turn.replies[number % 2]) for number in range(6))
    outcomes = await asyncio.gather(*deeds, return_exceptions=True)

    assert sum(isinstance(each, ReplyAdded) for each in outcomes) == 1
    assert sum(isinstance(each, TurnInFlight) for each in outcomes) == 5
    assert len((await store.read(LOCAL, read_turn, turn.id)).replies) == 3


async def test_somebody_answers_for_each_asking(store: Store) -> None:
    """I-05: recovery finds a turn that is asked again like any other."""
    turn = await ask(store, await begin(store), advisors=2)
    await start(store, turn)
    for slot in range(2):
        await settle(store, turn, slot, "yes")
    before = (await store.read(LOCAL, read_look, NODE, 0)).own

    await enlist(store, NodeId("n_two"))
    await store.write(LOCAL, add_variant, variant_of(turn.replies[0], node=NodeId("n_two")))
    asked_again = (await store.read(LOCAL, read_look, NodeId("n_two"), 0)).own
    await store.write(LOCAL, leave, NodeId("n_two"))

    assert (before, asked_again) == ([], [turn.id])
    assert await store.write(LOCAL, take_orphans, NODE, 0, 10) == [OpenTurn(turn.id, LOCAL.workspace_id, LOCAL.id)]


async def test_turn_asked_again_is_open_until_that_has_ended(store: Store) -> None:
    turn = await answered(store, "one")

    await answer_again(store, turn, 0, "two")
    await store.write(LOCAL, add_variant, variant_of(turn.replies[0]))

    assert not (await store.read(LOCAL, read_turn, turn.id)).all_completed


async def test_asking_again_leaves_ended_replies_alone(store: Store) -> None:
    """I-06, I-08: starting the turn sends the variant and nobody else."""
    turn = await answered(store, "one", "two")
    added = await vary(store, turn.replies[1])

    fact = await start(store, turn)

    assert [(each.reply_id, each.epoch) for each in fact.replies] == [(added.reply.id, 1)]
    read = await store.read(LOCAL, read_turn, turn.id)
    assert [reply.text for reply in read.replies[:2]] == ["one", "two"]


@pytest.mark.parametrize("state", sorted(TERMINAL - {ReplyState.COMPLETE}))
async def test_only_a_complete_answer_can_be_chosen(store: Store, state: ReplyState) -> None:
    """I-15."""
    turn = await answered(store, "one")
    failed = await answer_again(store, turn, 0, "half", state=state)
    before = await store.read(LOCAL, read_view, turn.conversation_id)

    with pytest.raises(CommandRefused):
        await store.write(LOCAL, choose_reply, failed.id)

    assert await store.read(LOCAL, read_view, turn.conversation_id) == before


async def test_open_answer_can_neither_be_chosen_nor_edited(store: Store) -> None:
    turn = await answered(store, "one")
    added = await vary(store, turn.replies[0])

    with pytest.raises(CommandRefused):
        await store.write(LOCAL, choose_reply, added.reply.id)
    with pytest.raises(CommandRefused):
        await store.write(LOCAL, edit_reply, added.reply.id, "other", measure("other"), 0.5)
    with pytest.raises(CommandRefused):
        await store.write(LOCAL, set_importance, added.reply.id, 0.5)


def size_of(unit: Unit, reply_id: ReplyId) -> TextSize:
    query = select(replies.c.chars, replies.c.wide, replies.c.marks).where(replies.c.id == reply_id)
    return TextSize(*unit.connection.execute(query).one())


async def test_edit_keeps_the_advisors_own_words(store: Store) -> None:
    """D27: the size is that of what is sent from now on."""
    turn = await answered(store, "the first words")
    reply_id = turn.replies[0].id
    words = "東京, in short. 👩‍👩‍👧"

    fact = await store.write(LOCAL, edit_reply, reply_id, words, measure(words), 0.5)

    reply = await store.read(LOCAL, read_reply, reply_id)
    assert (reply.text, reply.edited, reply.importance) == ("the first words", words, 0.5)
    assert (fact.turn_id, fact.reply_id, fact.text) == (turn.id, reply_id, words)
    assert await store.read(LOCAL, size_of, reply_id) == measure(words)


async def test_edit_can_be_taken_back(store: Store) -> None:
    """D27."""
    turn = await answered(store, "the first words")
    reply_id = turn.replies[0].id
    before = await store.read(LOCAL, read_reply, reply_id)
    await store.write(LOCAL, edit_reply, reply_id, "other", measure("other"), 0.5)

    await store.write(LOCAL, edit_reply, reply_id, None, measure("the first words"), 0.25)

    assert await store.read(LOCAL, read_reply, reply_id) == before
    assert await store.read(LOCAL, size_of, reply_id) == measure("the first words")


async def test_worth_stands_beside_what_was_reckoned(store: Store) -> None:
    """D34: an edit changes what was reckoned, and leaves the person's word alone."""
    turn = await answered(store, "the first words")
    reply_id = turn.replies[0].id

    fact = await store.write(LOCAL, set_importance, reply_id, 0.95)
    await store.write(LOCAL, edit_reply, reply_id, "other", measure("other"), 0.5)

    reply = await store.read(LOCAL, read_reply, reply_id)
    assert (fact.turn_id, fact.reply_id, fact.worth) == (turn.id, reply_id, 0.95)
    assert (reply.importance, reply.worth) == (0.5, 0.95)
    await store.write(LOCAL, set_importance, reply_id, None)
    assert (await store.read(LOCAL, read_reply, reply_id)).worth is None


@pytest.mark.parametrize("chosen_at_once", [False, True], ids=["beside", "in place"])
async def test_facts_read_back_as_they_were_written(store: Store, chosen_at_once: bool) -> None:
    """I-11: what happened later to a variant does not change what was told of its beginning."""
    turn = await answered(store, "one")
    changes = {"off": ["state"], "n": 1.5, "none": None}
    added = await vary(store, turn.replies[0], chosen=chosen_at_once, changes=changes)
    grown = await store.read(LOCAL, read_turn, turn.id)
    sending = await start(store, grown)
    settled = await settle(store, grown, 1, "two")
    chosen = await store.write(LOCAL, choose_reply, turn.replies[0].id)
    edited = await store.write(LOCAL, edit_reply, added.reply.id, "three", measure("three"), 0.5)
    undone = await store.write(LOCAL, edit_reply, added.reply.id, None, measure("two"), 0.5)
    weighed = await store.write(LOCAL, set_importance, added.reply.id, 0.9)

    read = await store.read(LOCAL, read_facts, turn.conversation_id, added.seq - 1)

    written = (added, sending, settled, chosen, edited, undone, weighed)
    assert [encode_event(fact) for fact in read] == [encode_event(fact) for fact in written]


async def test_missing_reply_is_refused(store: Store) -> None:
    nowhere = ReplyId("r_nowhere")

    with pytest.raises(NotFound):
        await store.write(LOCAL, add_variant, NewVariant(ReplyId("r_new"), nowhere, NODE, NOON, {}))
    with pytest.raises(NotFound):
        await store.write(LOCAL, choose_reply, nowhere)
    with pytest.raises(NotFound):
        await store.write(LOCAL, edit_reply, nowhere, None, TextSize(), 0.5)
