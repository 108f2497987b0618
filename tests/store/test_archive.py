"""Conversations are put away, and come back as they were."""

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import ReplyState
from antiphon.store.reads.conversations import read_conversation, read_conversations
from antiphon.store.reads.facts import read_facts, read_heads
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.reads.turns import read_turn
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store
from antiphon.store.writes.conversations import remove_conversation, rename_conversation, restore_conversation
from antiphon.store.writes.topics import set_topic
from antiphon.store.writes.turns import draw_divider
from tests.store.deeds import NOON, OTHER, accept, answer, ask, begin, draft, mark, settle, start, vary


async def put_away(store: Store, conversation_id: ConversationId) -> tuple[str, ...]:
    return (await store.write(LOCAL, remove_conversation, conversation_id, NOON)).reply_ids


async def test_nothing_finds_it_and_nothing_changes_it(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "Shall I?", "Yes.")
    facts = await store.read(LOCAL, read_facts, conversation_id, 0)

    assert await put_away(store, conversation_id) == ()

    assert await store.read(LOCAL, read_conversations) == []
    assert await store.read(LOCAL, read_heads, [conversation_id]) == {}
    for question in (read_conversation, read_view, read_panel_advisors):
        with pytest.raises(NotFound):
            await store.read(LOCAL, question, conversation_id)
    for deed in (
        accept(store, draft(conversation_id)),
        vary(store, turn.replies[0]),
        mark(store, conversation_id, turn, stars=3),
        store.write(LOCAL, rename_conversation, conversation_id, "Other"),
        store.write(LOCAL, draw_divider, conversation_id, NOON),
        store.write(LOCAL, set_topic, conversation_id, "/plans", NOON),
        store.write(LOCAL, remove_conversation, conversation_id, NOON),
    ):
        with pytest.raises(NotFound):
            await deed
    assert await store.read(LOCAL, read_facts, conversation_id, 0) == facts


async def test_it_comes_back_as_it_was(store: Store) -> None:
    conversation_id = await begin(store)
    await answer(store, conversation_id, "Shall I?", "Yes.")
    before = await store.read(LOCAL, read_view, conversation_id)
    listed = await store.read(LOCAL, read_conversations)

    await put_away(store, conversation_id)
    away = await store.read(LOCAL, read_conversations, removed=True)
    await store.write(LOCAL, restore_conversation, conversation_id)
    await store.write(LOCAL, restore_conversation, conversation_id)

    assert away == listed == await store.read(LOCAL, read_conversations)
    assert await store.read(LOCAL, read_conversations, removed=True) == []
    assert await store.read(LOCAL, read_view, conversation_id) == before


async def test_what_was_being_said_is_stopped_and_ends(store: Store) -> None:
    """A reply that runs there may still settle, on whichever node it runs; nothing stays open."""
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=2)
    await start(store, turn)

    stopping = await put_away(store, conversation_id)
    await settle(store, turn, 0, "so far", state=ReplyState.STOPPED)
    await settle(store, turn, 1, state=ReplyState.STOPPED)
    await store.write(LOCAL, restore_conversation, conversation_id)

    assert set(stopping) == {reply.id for reply in turn.replies}
    stored = await store.read(LOCAL, read_turn, turn.id)
    assert [(reply.state, reply.text) for reply in stored.replies] == [("stopped", "so far"), ("stopped", "")]
    assert not (await store.read(LOCAL, read_conversation, conversation_id)).in_flight


async def test_turn_that_was_accepted_and_not_started_can_be_started_to_its_end(store: Store) -> None:
    """After a crash in between, another node finds the turn and closes it."""
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=1)

    await put_away(store, conversation_id)
    await start(store, turn)
    await settle(store, turn, 0, state=ReplyState.STOPPED)

    assert (await store.read(LOCAL, read_turn, turn.id)).all_completed


async def test_others_can_do_neither(store: Store) -> None:
    """I-50."""
    conversation_id = await begin(store)

    with pytest.raises(NotFound):
        await store.write(OTHER, remove_conversation, conversation_id, NOON)
    await put_away(store, conversation_id)
    with pytest.raises(NotFound):
        await store.write(OTHER, restore_conversation, conversation_id)

    assert await store.read(OTHER, read_conversations, removed=True) == []
    assert len(await store.read(LOCAL, read_conversations, removed=True)) == 1
