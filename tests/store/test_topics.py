"""The tree of topics: counted, renamed, moved, removed."""

import asyncio

import pytest

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import Malformed, NotFound, TopicExists, TopicInsideItself, TopicNotEmpty
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.topics import TopicChange, read_counted_topics, read_topics
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store
from antiphon.store.writes.conversations import remove_conversation, restore_conversation
from antiphon.store.writes.seed import seed
from antiphon.store.writes.topics import change_topic, remove_topic, set_topic, take_topic
from tests.conftest import open_store
from tests.store.deeds import NOON, OTHER, answer, begin, mark, remove, restore


async def take(store: Store, path: str) -> str:
    return await store.write(LOCAL, take_topic, path, NOON)


async def change(store: Store, topic_id: str, **changes: str | None) -> None:
    wanted: TopicChange = changes  # type: ignore[assignment]  # the keywords are the keys
    await store.write(LOCAL, change_topic, topic_id, wanted)


async def paths(store: Store) -> list[str]:
    return [line.path for line in await store.read(LOCAL, read_topics)]


async def counts(store: Store) -> dict[str, tuple[int, int]]:
    found = await store.read(LOCAL, read_counted_topics)
    return {line.path: (counted.own, counted.below) for line, counted in found}


async def test_turns_are_counted_where_they_belong_and_above(store: Store) -> None:
    conversation_id = await begin(store)
    turns = [await answer(store, conversation_id, f"turn {n}", "yes") for n in range(4)]
    await mark(store, conversation_id, *turns[:2], topic="/a/b/c")
    await mark(store, conversation_id, turns[2], topic="/a/b")
    await mark(store, conversation_id, turns[3], topic="/other")

    assert await counts(store) == {"/a": (0, 3), "/a/b": (1, 2), "/a/b/c": (2, 0), "/other": (1, 0)}

    await remove(store, conversation_id, turns[0])
    assert (await counts(store))["/a"] == (0, 2)
    await store.write(LOCAL, remove_conversation, conversation_id, NOON)
    assert set((await counts(store)).values()) == {(0, 0)}


async def test_renaming_takes_everything_below_along(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "hello", "yes")
    await mark(store, conversation_id, turn, topic="/Größe/sea/deep")
    await take(store, "/Größer/sea")

    await change(store, await take(store, "/Größe"), name="  Plans   now ")

    assert await paths(store) == ["/Größer", "/Größer/sea", "/Plans now", "/Plans now/sea", "/Plans now/sea/deep"]
    assert (await store.read(LOCAL, read_turn, turn.id)).topic == "/Plans now/sea/deep"


async def test_old_name_can_be_used_again(store: Store) -> None:
    """A renamed topic keeps its id; the path it had makes another topic."""
    first = await take(store, "/plans/sea")
    await change(store, first, name="lake")
    second = await take(store, "/plans/sea")
    await change(store, second, name="river")

    third = await take(store, "/plans/sea")

    assert len({first, second, third}) == 3
    assert await take(store, "/plans/sea") == third
    assert await paths(store) == ["/plans", "/plans/lake", "/plans/river", "/plans/sea"]


async def test_moving_below_another_and_to_the_root(store: Store) -> None:
    sea, trips = await take(store, "/plans/sea"), await take(store, "/trips")
    await take(store, "/plans/sea/deep")

    await change(store, sea, parent_id=trips)
    assert await paths(store) == ["/plans", "/trips", "/trips/sea", "/trips/sea/deep"]
    await change(store, sea, parent_id=None, name="lake")

    assert await paths(store) == ["/lake", "/lake/deep", "/plans", "/trips"]
    by_path = {line.path: line for line in await store.read(LOCAL, read_topics)}
    assert (by_path["/lake"].parent_id, by_path["/lake"].name) == (None, "lake")
    assert by_path["/lake/deep"].parent_id == sea


async def test_refusals_leave_the_tree_as_it_was(store: Store) -> None:
    sea, plans = await take(store, "/plans/sea"), await take(store, "/plans")
    long, trips = await take(store, "/l" * 19), await take(store, "/trips")
    before = await store.read(LOCAL, read_topics)

    with pytest.raises(TopicExists):
        await change(store, trips, name="plans", prelude="Be brief.")
    with pytest.raises(TopicInsideItself):
        await change(store, plans, parent_id=sea)
    with pytest.raises(TopicInsideItself):
        await change(store, plans, parent_id=plans)
    with pytest.raises(NotFound):
        await change(store, plans, parent_id="o_none")
    with pytest.raises(Malformed):
        await change(store, plans, parent_id=long)
    for name in (" ", "a/b"):
        with pytest.raises(Malformed):
            await change(store, plans, name=name)

    assert await store.read(LOCAL, read_topics) == before


async def test_words_and_model_change_without_the_name(store: Store) -> None:
    topic_id = await take(store, "/plans")

    await change(store, topic_id, prelude="Be brief.", model="scripted:two")
    await change(store, topic_id, model=None)

    (line,) = await store.read(LOCAL, read_topics)
    assert (line.path, line.prelude, line.model) == ("/plans", "Be brief.", None)


async def test_only_an_empty_topic_goes(store: Store) -> None:
    conversation_id = await begin(store)
    await store.write(LOCAL, set_topic, conversation_id, "/plans/sea", NOON)
    turn = await answer(store, conversation_id, "hello", "yes")
    sea, plans = await take(store, "/plans/sea"), await take(store, "/plans")

    with pytest.raises(TopicNotEmpty) as held:
        await store.write(LOCAL, remove_topic, sea)
    with pytest.raises(TopicNotEmpty) as above:
        await store.write(LOCAL, remove_topic, plans)
    refused = await store.read(LOCAL, read_conversation, conversation_id)
    await remove(store, conversation_id, turn)
    await store.write(LOCAL, remove_topic, sea)
    await store.write(LOCAL, remove_topic, plans)
    await restore(store, conversation_id, turn)

    assert (held.value.turns, held.value.topics) == (1, 0)
    assert (above.value.turns, above.value.topics) == (0, 1)
    assert refused.topic == "/plans/sea"
    assert await paths(store) == []
    assert (await store.read(LOCAL, read_conversation, conversation_id)).topic is None
    assert (await store.read(LOCAL, read_turn, turn.id)).topic is None


async def test_restored_conversation_has_its_topics(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "hello", "yes")
    await mark(store, conversation_id, turn, topic="/plans")

    await store.write(LOCAL, remove_conversation, conversation_id, NOON)
    await store.write(LOCAL, restore_conversation, conversation_id)

    assert await counts(store) == {"/plans": (1, 0)}


async def test_two_moves_at_once_make_no_circle(store: Store, database_url: str) -> None:
    """Each would put one below the other; the second finds itself above."""
    elsewhere = await open_store(database_url)
    one, two = await take(store, "/one"), await take(store, "/two")

    outcomes = await asyncio.gather(
        change(store, one, parent_id=two), change(elsewhere, two, parent_id=one), return_exceptions=True
    )
    await elsewhere.close()

    assert [type(each) for each in outcomes if each is not None] == [TopicInsideItself]
    assert await paths(store) in (["/one", "/one/two"], ["/two", "/two/one"])


async def test_topics_of_others_cannot_be_touched(store: Store) -> None:
    """I-50."""
    await store.write(OTHER, seed, load_starter(), NOON)
    theirs = await store.write(OTHER, take_topic, "/theirs", NOON)
    mine = await take(store, "/mine")

    with pytest.raises(NotFound):
        await change(store, theirs, name="gone")
    with pytest.raises(NotFound):
        await change(store, mine, parent_id=theirs)
    with pytest.raises(NotFound):
        await store.write(LOCAL, remove_topic, theirs)

    assert [line.path for line in await store.read(OTHER, read_topics)] == ["/theirs"]
