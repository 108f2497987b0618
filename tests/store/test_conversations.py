"""The list of conversations."""

from datetime import timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.store.reads.conversations import PageMark, read_conversation, read_conversations
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store
from antiphon.store.writes.conversations import create_conversation, rename_conversation
from tests.store.deeds import NOON, answer, begin


async def read_all(store: Store, limit: int) -> list[ConversationId]:
    """Every page, one after another; a list that does not end within ten pages never will."""
    found: list[ConversationId] = []
    after = None
    for _ in range(10):
        page = await store.read(LOCAL, read_conversations, limit=limit, after=after)
        if not page:
            return found
        found += [line.id for line in page]
        after = PageMark(page[-1].updated_at, page[-1].id)
    raise AssertionError(found)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 50])
async def test_pages_show_everything_once_though_times_are_equal(store: Store, limit: int) -> None:
    same = [await begin(store) for _ in range(6)]
    newer = await begin(store, at=NOON + timedelta(milliseconds=1))

    found = await read_all(store, limit)

    assert found == [newer, *sorted(same, reverse=True)]


async def test_talking_moves_a_conversation_to_the_top(store: Store) -> None:
    quiet = await begin(store, at=NOON - timedelta(hours=1))
    busy = await begin(store, at=NOON - timedelta(hours=2))

    await answer(store, busy, "Shall I?", "Yes.")

    assert await read_all(store, 50) == [busy, quiet]


async def test_new_title_is_shown_everywhere(store: Store) -> None:
    conversation_id = await begin(store)

    fact = await store.write(LOCAL, rename_conversation, conversation_id, "Better plans")

    line = await store.read(LOCAL, read_conversation, conversation_id)
    view = await store.read(LOCAL, read_view, conversation_id)
    assert (line.title, line.seq) == (view.title, view.seq) == ("Better plans", fact.seq)


async def test_panel_must_exist(store: Store) -> None:
    with pytest.raises(NotFound):
        await store.write(LOCAL, create_conversation, ConversationId("c_1"), "", PanelId("nobody"), NOON)

    assert await store.read(LOCAL, read_conversations) == []


@pytest.mark.parametrize(("limit", "has_older"), [(1, True), (2, True), (3, False), (50, False)])
async def test_view_says_whether_there_is_more(store: Store, limit: int, has_older: bool) -> None:
    conversation_id = await begin(store)
    for number in range(3):
        await answer(store, conversation_id, str(number), "Yes.")

    view = await store.read(LOCAL, read_view, conversation_id, limit=limit)

    assert view.has_older is has_older
    assert [turn.text for turn in view.turns] == ["0", "1", "2"][-limit:]
