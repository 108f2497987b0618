"""What the person says about turns."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import Malformed, NotFound
from antiphon.conversation.event import Marks
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.turn import Turn
from antiphon.store import dialect
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.marks import read_marked
from antiphon.store.reads.topics import read_topic_of, read_topics
from antiphon.store.reads.turns import read_turns
from antiphon.store.reads.view import read_view
from antiphon.store.tables import topics
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.topics import set_topic, take_topic
from antiphon.store.writes.turns import mark_turns
from tests.conftest import open_store
from tests.store.deeds import NOON, answer, ask, begin, describe_topic, mark, remove


async def talk(store: Store, count: int = 3) -> tuple[ConversationId, list[Turn]]:
    """A conversation of this many answered turns."""
    conversation_id = await begin(store)
    return conversation_id, [await answer(store, conversation_id, f"turn {n}", "yes") for n in range(count)]


async def shown(store: Store, conversation_id: ConversationId, name: str) -> list[Any]:
    """One property of every turn."""
    return [getattr(turn, name) for turn in await store.read(LOCAL, read_turns, conversation_id)]


@pytest.mark.parametrize(
    ("name", "value", "otherwise"),
    [
        ("stars", 3, 0),
        ("colour_flag", "blue", None),
        ("pinned", False, True),
        ("topic", "/Work/Deep Sea", None),
        ("worth", 0.35, None),
    ],
)
async def test_mark_is_on_the_turns_it_was_set_on(store: Store, name: str, value: object, otherwise: object) -> None:
    """D34: stars, flag, pin, topic and worth are five separate things, and none is what was reckoned."""
    conversation_id, turns = await talk(store)

    await mark(store, conversation_id, turns[0], turns[2], **{name: value})

    assert await shown(store, conversation_id, name) == [value, otherwise, value]
    assert await shown(store, conversation_id, "importance") == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(("name", "value"), [("stars", 2), ("colour_flag", "red"), ("topic", "/a"), ("pinned", True)])
async def test_what_was_not_named_stays(store: Store, name: str, value: object) -> None:
    conversation_id, (turn,) = await talk(store, 1)
    await mark(store, conversation_id, turn, **{name: value})

    await mark(store, conversation_id, turn, add_tags=["x"])

    assert await shown(store, conversation_id, name) == [value]


@pytest.mark.parametrize(("name", "value", "nothing"), [("colour_flag", "red", None), ("topic", "/a", None)])
async def test_mark_can_be_taken_back(store: Store, name: str, value: object, nothing: object) -> None:
    conversation_id, (turn,) = await talk(store, 1)
    await mark(store, conversation_id, turn, **{name: value})

    await mark(store, conversation_id, turn, **{name: nothing})

    assert await shown(store, conversation_id, name) == [nothing]


async def test_tags_are_added_once_and_removed(store: Store) -> None:
    conversation_id, (turn,) = await talk(store, 1)
    await mark(store, conversation_id, turn, add_tags=["later", "a 'quoted'; --tag", "später 東京"])

    await mark(store, conversation_id, turn, add_tags=["later", "new"], remove_tags=["später 東京", "never there"])

    assert await shown(store, conversation_id, "tags") == [("a 'quoted'; --tag", "later", "new")]


async def test_tag_added_and_removed_at_once_is_not_there(store: Store) -> None:
    """The fold reads it the same way."""
    conversation_id, (turn,) = await talk(store, 1)

    await mark(store, conversation_id, turn, add_tags=["x"], remove_tags=["x"])

    assert await shown(store, conversation_id, "tags") == [()]


async def test_context_marks_are_for_everybody_or_for_one(store: Store) -> None:
    """D19, U-04: in, out or pin, per turn and per advisor."""
    conversation_id, turns = await talk(store, 2)
    await mark(store, conversation_id, *turns, contexts={"": "out", "skeptic": "in"})

    await mark(store, conversation_id, turns[1], contexts={"": None, "skeptic": "pin", "builder": "out"})

    assert await shown(store, conversation_id, "marks") == [
        {"": "out", "skeptic": "in"},
        {"builder": "out", "skeptic": "pin"},
    ]
    assert await store.read(LOCAL, read_marked, conversation_id) == {
        1: {"": "out", "skeptic": "in"},
        2: {"builder": "out", "skeptic": "pin"},
    }


async def test_unknown_turn_changes_nothing(store: Store) -> None:
    """I-07: all of these turns, or none, and no number is taken."""
    conversation_id, turns = await talk(store, 2)
    before = await store.read(LOCAL, read_view, conversation_id)
    marks: Marks = {"stars": 3, "topic": "/new", "add_tags": ["x"], "contexts": {"": "out"}}

    with pytest.raises(NotFound):
        await store.write(LOCAL, mark_turns, conversation_id, [turns[0].id, TurnId("t_nowhere")], marks, NOON)

    assert await store.read(LOCAL, read_view, conversation_id) == before
    assert await store.read(LOCAL, read_topics) == ()


async def test_turn_of_another_conversation_is_unknown(store: Store) -> None:
    conversation_id, _ = await talk(store, 1)
    _, (stranger,) = await talk(store, 1)

    with pytest.raises(NotFound):
        await mark(store, conversation_id, stranger, stars=3)

    assert (await store.read(LOCAL, read_view, stranger.conversation_id)).turns[0].stars == 0


async def test_deleted_turn_is_unknown(store: Store) -> None:
    """W30."""
    conversation_id, turns = await talk(store, 2)
    await remove(store, conversation_id, turns[0])

    with pytest.raises(NotFound):
        await mark(store, conversation_id, *turns, stars=1)

    assert await shown(store, conversation_id, "stars") == [0]


async def test_turn_can_be_marked_while_it_is_being_answered(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await ask(store, conversation_id, advisors=1)

    await mark(store, conversation_id, turn, stars=2)

    assert await shown(store, conversation_id, "stars") == [2]


async def test_fact_read_back_is_the_fact_that_was_written(store: Store) -> None:
    """I-11, I-40: whatever kinds of marks it carries."""
    conversation_id, turns = await talk(store, 2)

    written = await mark(
        store,
        conversation_id,
        *turns,
        stars=1,
        colour_flag=None,
        pinned=True,
        topic="/a/b",
        add_tags=["x", "y"],
        remove_tags=["z"],
        contexts={"": "out", "skeptic": None},
    )

    (read,) = await store.read(LOCAL, read_facts, conversation_id, written.seq - 1)
    assert encode_event(read) == encode_event(written)


async def test_many_turns_are_marked_in_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database takes so many parameters and no more; the turns are marked all the same."""
    monkeypatch.setattr(dialect, "_MOST_AT_ONCE", 2)
    conversation_id, turns = await talk(store, 5)

    await mark(store, conversation_id, *turns, stars=1, topic="/a", add_tags=["x"], contexts={"": "out"})

    assert await shown(store, conversation_id, "stars") == [1] * 5
    assert await shown(store, conversation_id, "topic") == ["/a"] * 5
    assert await shown(store, conversation_id, "tags") == [("x",)] * 5
    assert await shown(store, conversation_id, "marks") == [{"": "out"}] * 5
    missing = [*(turn.id for turn in turns), TurnId("t_nowhere")]
    with pytest.raises(NotFound):
        await store.write(LOCAL, mark_turns, conversation_id, missing, {"stars": 3}, NOON)


def count_topics(unit: Unit) -> int:
    return unit.connection.execute(select(func.count()).select_from(topics)).scalar_one()


async def test_topic_is_made_with_its_parents_and_used_again(store: Store) -> None:
    conversation_id, turns = await talk(store, 2)

    await mark(store, conversation_id, turns[0], topic="/plans/sea/deep")
    await mark(store, conversation_id, turns[1], topic="/plans/sea")

    lines = await store.read(LOCAL, read_topics)
    assert [line.path for line in lines] == ["/plans", "/plans/sea", "/plans/sea/deep"]
    assert await shown(store, conversation_id, "topic") == ["/plans/sea/deep", "/plans/sea"]


async def test_nodes_making_one_topic_at_once_make_one(store: Store, database_url: str) -> None:
    """In the database, not in a process."""
    elsewhere = await open_store(database_url)

    takes = (node.write(LOCAL, take_topic, "/plans/sea", NOON) for node in (store, elsewhere) * 4)
    found = await asyncio.gather(*takes)
    await elsewhere.close()

    assert len(set(found)) == 1
    assert await store.read(LOCAL, count_topics) == 2


async def test_next_turns_belong_to_the_topic_of_their_conversation(store: Store) -> None:
    conversation_id, _ = await talk(store, 1)
    await store.write(LOCAL, set_topic, conversation_id, "/plans", NOON)

    turn = await answer(store, conversation_id, "next", "yes")

    facts = await store.read(LOCAL, read_facts, conversation_id, 0)
    accepted = [fact.turn.topic for fact in facts if fact.kind == "turn_accepted"]
    assert await shown(store, conversation_id, "topic") == accepted == [None, "/plans"]
    assert turn.topic == "/plans"
    assert (await store.read(LOCAL, read_topic_of, conversation_id))[1] == "/plans"


async def test_topic_of_a_conversation_can_be_taken_back(store: Store) -> None:
    conversation_id, _ = await talk(store, 1)
    await store.write(LOCAL, set_topic, conversation_id, "/plans", NOON)

    await store.write(LOCAL, set_topic, conversation_id, None, NOON)

    assert await store.read(LOCAL, read_topic_of, conversation_id) == (None, None)


async def test_topic_keeps_its_words_when_turns_come_under_it(store: Store) -> None:
    conversation_id, (turn,) = await talk(store, 1)
    await describe_topic(store, LOCAL, "/plans", "Be brief.", "scripted:two")

    await mark(store, conversation_id, turn, topic="/plans")

    (line,) = await store.read(LOCAL, read_topics)
    assert (line.path, line.prelude, line.model) == ("/plans", "Be brief.", "scripted:two")


@pytest.mark.parametrize("path", ["", "/", "//", " / "])
async def test_topic_without_a_name_is_refused(store: Store, path: str) -> None:
    with pytest.raises(Malformed):
        await store.write(LOCAL, take_topic, path, NOON)

    assert await store.read(LOCAL, read_topics) == ()


@pytest.mark.parametrize("path", ["plans/deep sea", "/plans//deep  sea", " /plans / deep sea/"])
async def test_topic_is_told_as_it_is_kept(store: Store, path: str) -> None:
    """I-40: however it was typed."""
    conversation_id, (turn,) = await talk(store, 1)

    fact = await mark(store, conversation_id, turn, topic=path)

    assert fact.marks["topic"] == "/plans/deep sea"
    assert await shown(store, conversation_id, "topic") == ["/plans/deep sea"]
