"""Outlines, pages around any place, and what a list says about a conversation."""

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.outline import STATE_CODES, read_outline
from antiphon.store.reads.pages import PageAnchor, PageOfTurns, Side, read_page
from antiphon.store.unit import Store
from antiphon.store.writes.topics import set_topic
from antiphon.store.writes.turns import draw_divider
from antiphon.store.writes.variants import choose_reply
from tests.store.deeds import NOON, OTHER, answer, answer_again, ask, begin, mark, remove, restore


async def talk(store: Store, count: int) -> tuple[ConversationId, list[Turn]]:
    """A conversation of so many answered turns."""
    conversation_id = await begin(store)
    return conversation_id, [await answer(store, conversation_id, f"turn {n + 1}", "yes") for n in range(count)]


async def page(
    store: Store, conversation_id: ConversationId, side: Side | None, position: int, limit: int
) -> PageOfTurns:
    place = None if side is None else PageAnchor(side, position)
    return await store.read(LOCAL, read_page, conversation_id, place, limit=limit)


def positions(found: PageOfTurns) -> list[int]:
    return [turn.position for turn in found.turns]


def test_every_state_has_a_letter_of_its_own() -> None:
    assert set(STATE_CODES) == set(ReplyState)
    assert len(set(STATE_CODES.values())) == len(STATE_CODES)
    assert all(len(code) == 1 and code != "." for code in STATE_CODES.values())


async def test_outline_says_what_every_turn_is(store: Store) -> None:
    conversation_id = await begin(store)
    first = await answer(store, conversation_id, "One 👩‍👩‍👧 " + "x" * 100, "yes", "no")
    second = await answer(store, conversation_id, "Two", "well", state=ReplyState.ERROR)
    third = await ask(store, conversation_id, "Three", advisors=2)
    await mark(store, conversation_id, first, stars=3, colour_flag="blue", contexts={"": "out", "skeptic": "in"})
    await mark(store, conversation_id, second, topic="/plans/sea", pinned=False)
    await store.write(LOCAL, draw_divider, conversation_id, NOON)

    outline = await store.read(LOCAL, read_outline, conversation_id)

    assert [reply.advisor_id for reply in first.replies] == ["skeptic", "builder"]
    assert outline.advisors == ("builder", "skeptic")
    assert outline.states == ("cc", ".x", "ww")
    assert [row.id for row in outline.rows] == [first.id, second.id, third.id]
    assert [(row.stars, row.colour_flag, row.pinned) for row in outline.rows[:2]] == [
        (3, "blue", True),
        (0, None, False),
    ]
    assert outline.rows[0].opening == first.text[:60]
    assert outline.rows[0].created_at == round(NOON.timestamp() * 1000)
    assert [outline.topics.get(row.topic_id) for row in outline.rows] == [None, "/plans/sea", None]
    assert outline.marks == {1: {"": "out", "skeptic": "in"}}
    assert outline.dividers == (3,)


async def test_outline_leaves_deleted_turns_and_answers_not_chosen_out(store: Store) -> None:
    conversation_id, turns = await talk(store, 3)
    await mark(store, conversation_id, turns[1], contexts={"": "out"})
    await remove(store, conversation_id, turns[1])
    failed = await answer_again(store, turns[2], 0, "", state=ReplyState.ERROR)
    other = await answer_again(store, turns[2], 0, "better")
    await store.write(LOCAL, choose_reply, other.id)

    outline = await store.read(LOCAL, read_outline, conversation_id)

    assert not failed.chosen
    assert [row.position for row in outline.rows] == [1, 3]
    assert outline.states == ("c", "c")
    assert outline.marks == {}


async def test_outline_of_an_empty_conversation(store: Store) -> None:
    outline = await store.read(LOCAL, read_outline, await begin(store))

    assert (outline.seq, list(outline.rows), outline.advisors, outline.states) == (1, [], (), ())


@pytest.mark.parametrize(
    ("side", "position", "limit", "wanted", "older", "newer"),
    [
        (None, 0, 3, [6, 7, 8], True, False),
        (None, 0, 50, [1, 2, 3, 5, 6, 7, 8], False, False),
        ("before", 5, 2, [2, 3], True, True),
        ("before", 1, 2, [], False, True),
        ("after", 3, 2, [5, 6], True, True),
        ("after", 6, 9, [7, 8], True, False),
        ("after", 8, 2, [], True, False),
        ("at", 6, 3, [5, 6, 7], True, True),
        ("at", 4, 2, [3, 5], True, True),
        ("at", 1, 4, [1, 2, 3, 5], False, True),
        ("at", 8, 4, [5, 6, 7, 8], True, False),
        ("at", 6, 1, [6], True, True),
        ("at", 99, 2, [7, 8], True, False),
    ],
)
async def test_page_at_any_place(
    store: Store, side: Side | None, position: int, limit: int, wanted: list[int], older: bool, newer: bool
) -> None:
    """Eight turns of which the fourth is deleted: it is stepped over."""
    conversation_id, turns = await talk(store, 8)
    await remove(store, conversation_id, turns[3])

    found = await page(store, conversation_id, side, position, limit)

    assert positions(found) == wanted
    assert (found.has_older, found.has_newer) == (older, newer)


async def test_older_means_older_that_are_still_there(store: Store) -> None:
    conversation_id, turns = await talk(store, 3)
    await remove(store, conversation_id, turns[0])

    found = await page(store, conversation_id, "at", 2, 2)

    assert positions(found) == [2, 3]
    assert not found.has_older


async def test_list_says_how_a_conversation_begins_and_where_it_goes_on(store: Store) -> None:
    conversation_id = await begin(store, title="")
    empty = await store.read(LOCAL, read_conversation, conversation_id)
    turns = [await answer(store, conversation_id, text, "yes") for text in ("  Shall\n\n I? " + "é" * 90, "Next")]
    await store.write(LOCAL, set_topic, conversation_id, "/plans", NOON)

    line = await store.read(LOCAL, read_conversation, conversation_id)
    await remove(store, conversation_id, turns[0])
    without = await store.read(LOCAL, read_conversation, conversation_id)
    await restore(store, conversation_id, turns[0])

    assert (empty.opening, empty.topic) == ("", None)
    assert line.opening == "Shall I? " + "é" * 71
    assert line.topic == "/plans"
    assert without.opening == "Next"
    assert await store.read(LOCAL, read_conversation, conversation_id) == line._replace(seq=line.seq + 2)


async def test_others_read_neither(store: Store) -> None:
    """I-50."""
    conversation_id, _ = await talk(store, 1)

    for question in (read_outline, lambda unit, here: read_page(unit, here, None, limit=5)):
        with pytest.raises(NotFound):
            await store.read(OTHER, question, conversation_id)
