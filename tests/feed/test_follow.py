"""The stream one client reads, over a real store and a bus."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest
from typing_extensions import override

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.conversation.errors import NotFound, StoreUnavailable
from antiphon.conversation.event import Event
from antiphon.conversation.ids import ConversationId, PrincipalId
from antiphon.conversation.size import measure
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.feed import follow as following
from antiphon.feed.cursor import format_cursor, parse_cursor
from antiphon.feed.follow import Feed, check_readable, follow
from antiphon.feed.heads import SharedHeads
from antiphon.feed.news import ListChanged, News
from antiphon.live.memory import MemoryLive
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store
from antiphon.store.writes.conversations import remove_conversation, rename_conversation
from antiphon.store.writes.folders import make_folder, move_conversation
from antiphon.store.writes.seed import seed
from antiphon.store.writes.turns import draw_divider
from antiphon.store.writes.variants import choose_reply, edit_reply
from tests.feed.client import Client
from tests.store.deeds import (
    NOON,
    OTHER,
    accept,
    answer,
    answer_again,
    ask,
    begin,
    draft,
    mark,
    piece,
    remove,
    restore,
    save,
    settle,
    start,
)


@pytest.fixture
def feed(store: Store) -> Feed:
    return Feed(store, MemoryLive(), gather_seconds=0.005)


class Node:
    """Writes to the store and tells the bus, as the engine does."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed

    async def open_turn(self, conversation_id: ConversationId, advisors: int = 1) -> Turn:
        accepted = await accept(self._feed.store, draft(conversation_id), advisors=advisors)
        assert accepted.accepted is not None
        self._feed.live.publish(accepted.accepted)
        self._feed.live.publish(await start(self._feed.store, accepted.accepted.turn))
        return accepted.accepted.turn

    def say(self, *events: Event) -> None:
        for event in events:
            self._feed.live.publish(event)

    async def end(self, turn: Turn, slot: int, text: str, state: ReplyState = ReplyState.COMPLETE) -> None:
        self._feed.live.publish(await settle(self._feed.store, turn, slot, text, state=state))


@pytest.fixture
def node(feed: Feed) -> Node:
    return Node(feed)


async def truth(feed: Feed, conversation_id: ConversationId) -> ConversationView:
    return await feed.store.read(LOCAL, read_view, conversation_id)


@asynccontextmanager
async def reading(
    client: Client, feed: Feed, *wanted: ConversationId, cursor: str | None = None
) -> AsyncIterator[None]:
    """The client reads in the background."""
    began = asyncio.Event()

    async def read() -> None:
        async with aclosing(follow(feed, LOCAL, wanted, parse_cursor(cursor))) as stream:
            async for news in stream:
                client.take(news)
                began.set()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(read())
        await asyncio.wait_for(began.wait(), 5)
        try:
            yield
        finally:
            task.cancel()


async def caught_up(client: Client, feed: Feed, conversation_id: ConversationId, seconds: float = 6) -> None:
    """Wait until the client shows exactly what is stored."""
    expected = await truth(feed, conversation_id)
    try:
        async with asyncio.timeout(seconds):
            while client.views.get(conversation_id) != expected:
                await asyncio.sleep(0.01)
    except TimeoutError:
        assert client.views.get(conversation_id) == expected


async def first_news(feed: Feed, conversation_id: ConversationId, cursor: str | None) -> list[News]:
    async with aclosing(follow(feed, LOCAL, [conversation_id], parse_cursor(cursor))) as stream:
        return await anext(stream)


async def test_snapshot_comes_first(feed: Feed) -> None:
    conversation_id = await begin(feed.store)
    await answer(feed.store, conversation_id, "Shall I?", "Yes.")

    (snapshot,) = await first_news(feed, conversation_id, None)

    assert snapshot.kind == "snapshot"
    assert snapshot.view == await truth(feed, conversation_id)


async def test_everything_after_the_snapshot_is_told_once(feed: Feed, node: Node) -> None:
    """I-10, I-11, I-13, M2."""
    conversation_id = await begin(feed.store)
    client = Client()

    async with reading(client, feed, conversation_id):
        turn = await node.open_turn(conversation_id, advisors=2)
        node.say(piece(turn, 0, "Y"), piece(turn, 1, "N"), piece(turn, 0, "es", offset=1))
        node.say(piece(turn, 0, "Hm", channel="thinking"))
        await node.end(turn, 1, "N")
        node.say(piece(turn, 0, ".", offset=3))
        await save(feed.store, piece(turn, 0, "Yes."), piece(turn, 0, "Hm", channel="thinking"))
        await caught_up(client, feed, conversation_id)

    assert client.kinds[0] == "snapshot"
    assert client.kinds.count("snapshot") == 1
    assert client.kinds.count("reply_settled") == 1


async def test_news_that_never_came_is_read_from_the_store(feed: Feed, node: Node) -> None:
    """I-10: the bus lost the beginning; what comes later shows the hole."""
    conversation_id = await begin(feed.store)
    client = Client()

    async with reading(client, feed, conversation_id):
        turn = await ask(feed.store, conversation_id, advisors=1)
        await start(feed.store, turn)
        await save(feed.store, piece(turn, 0, "Yes"))
        node.say(piece(turn, 0, ".", offset=3))
        await save(feed.store, piece(turn, 0, ".", offset=3))
        await caught_up(client, feed, conversation_id, 3)


async def test_without_any_news_the_store_is_asked(store: Store) -> None:
    """I-10: another node speaks and nothing carries it here."""
    feed = Feed(store, MemoryLive(alone=False), gather_seconds=0.005)
    conversation_id = await begin(store)
    client = Client()

    async with reading(client, feed, conversation_id):
        await answer(store, conversation_id, "Shall I?", "Yes.")
        await caught_up(client, feed, conversation_id, 4)


@pytest.mark.parametrize("seq", [0, 1, 2, 3, 4])
async def test_resuming_tells_what_was_missed_and_nothing_else(feed: Feed, seq: int) -> None:
    """I-11, I-12: replay and live do not overlap, and leave nothing out."""
    conversation_id = await begin(feed.store)
    await answer(feed.store, conversation_id, "Shall I?", "Yes.")
    known = Client(ConversationView(conversation_id))
    known.take((await feed.store.read(LOCAL, read_facts, conversation_id, 0))[: min(seq, 3)])
    if seq == 4:
        known = Client(await truth(feed, conversation_id))

    news = await first_news(feed, conversation_id, f"v1.{conversation_id}-{seq}")

    told = [each.seq for each in news if hasattr(each, "seq")]
    known.take(news)
    assert told == list(range(seq + 1, 5))
    assert known.views[conversation_id] == await truth(feed, conversation_id)


async def test_resuming_in_the_middle_of_a_reply_goes_on_from_there(feed: Feed, node: Node) -> None:
    """I-10, I-14: the client has more than the cursor says; nothing is shown twice."""
    conversation_id = await begin(feed.store)
    client = Client()
    async with reading(client, feed, conversation_id):
        turn = await node.open_turn(conversation_id)
        node.say(piece(turn, 0, "Yes"))
        await save(feed.store, piece(turn, 0, "Yes"))
        await caught_up(client, feed, conversation_id)

    async with reading(client, feed, conversation_id, cursor=f"v1.{conversation_id}-3"):
        node.say(piece(turn, 0, ", do", offset=3))
        await save(feed.store, piece(turn, 0, ", do", offset=3))
        await caught_up(client, feed, conversation_id)
        await node.end(turn, 0, "Yes, do")
        await caught_up(client, feed, conversation_id)

    assert client.kinds.count("snapshot") == 1


async def test_resuming_after_a_restart_of_the_reply_drops_its_old_text(feed: Feed, node: Node) -> None:
    """I-14."""
    conversation_id = await begin(feed.store)
    client = Client()
    async with reading(client, feed, conversation_id):
        turn = await node.open_turn(conversation_id)
        node.say(piece(turn, 0, "half an ans"))
        await save(feed.store, piece(turn, 0, "half an ans"))
        await caught_up(client, feed, conversation_id)
    await start(feed.store, turn)
    await save(feed.store, piece(turn, 0, "Other", epoch=2))

    async with reading(client, feed, conversation_id, cursor=f"v1.{conversation_id}-3"):
        await caught_up(client, feed, conversation_id)

    assert client.views[conversation_id].turns[0].replies[0].text == "Other"


@pytest.mark.parametrize(
    "cursor", ["", "garbage", "v1.c_somebody-3", "v0.{id}-3", "v1.{id}-x", "v1.{id}", "\x00", "v1.{id}-3 OR 1=1"]
)
async def test_cursor_that_says_nothing_starts_afresh(feed: Feed, cursor: str) -> None:
    """XC01."""
    conversation_id = await begin(feed.store)

    news = await first_news(feed, conversation_id, cursor.replace("{id}", conversation_id))

    assert [each.kind for each in news] == ["snapshot"]


@pytest.mark.parametrize("ahead", [1, 1000, 9_999_999_999])
async def test_cursor_from_the_future_is_a_gap(feed: Feed, ahead: int) -> None:
    """XC01, I-12: a database restored from yesterday; the client starts over and ends up like a new one."""
    conversation_id = await begin(feed.store)
    await answer(feed.store, conversation_id, "Shall I?", "Yes.")
    client = Client(ConversationView(conversation_id, 99, "stale"))

    news = await first_news(feed, conversation_id, f"v1.{conversation_id}-{4 + ahead if ahead < 10**9 else ahead}")

    client.take(news)
    assert client.kinds == ["gap", "snapshot"]
    assert client.views[conversation_id] == await truth(feed, conversation_id)


async def test_cursor_far_behind_is_a_gap(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    """XC01, I-12."""
    monkeypatch.setattr(following, "MOST_FACTS_BEHIND", 3)
    conversation_id = await begin(feed.store)
    for number in range(4):
        await feed.store.write(LOCAL, rename_conversation, conversation_id, str(number))

    old = await first_news(feed, conversation_id, f"v1.{conversation_id}-1")
    recent = await first_news(feed, conversation_id, f"v1.{conversation_id}-2")

    assert [each.kind for each in old] == ["gap", "snapshot"]
    assert [each.kind for each in recent] == ["conversation_renamed"] * 3


async def test_several_conversations_each_have_their_place(feed: Feed, node: Node) -> None:
    one, two = await begin(feed.store), await begin(feed.store)
    client = Client(await truth(feed, one))

    async with reading(client, feed, one, two, cursor=f"v1.{one}-1"):
        for conversation_id in (one, two):
            turn = await node.open_turn(conversation_id)
            node.say(piece(turn, 0, "Yes."))
            await node.end(turn, 0, "Yes.")
        await caught_up(client, feed, one)
        await caught_up(client, feed, two)

    assert client.kinds.count("snapshot") == 1


async def test_conversation_of_somebody_else_is_not_found_before_anything_is_told(feed: Feed) -> None:
    """S-01, I-16, I-50: asked for alone or among one's own."""
    await feed.store.write(OTHER, seed, load_starter(), NOON)
    theirs, mine = await begin(feed.store), await begin(feed.store, principal=OTHER)

    for wanted in ([theirs], [mine, theirs], [ConversationId("c_nowhere")]):
        with pytest.raises(NotFound):
            await check_readable(feed, OTHER, wanted)
    await check_readable(feed, OTHER, [mine])

    assert [each async for each in follow(feed, OTHER, [theirs], {})] == []


async def test_reader_that_was_too_slow_gets_the_rest_from_the_store(feed: Feed, node: Node) -> None:
    """XP19, I-10: more than its ear can hold was said while it did not listen."""
    conversation_id = await begin(feed.store)
    client = Client()
    async with aclosing(follow(feed, LOCAL, [conversation_id], {})) as stream:
        client.take(await anext(stream))
        turn = await node.open_turn(conversation_id)
        whole = "x" * 1_200_000
        for offset in range(0, len(whole), 10_000):
            node.say(piece(turn, 0, whole[offset : offset + 10_000], offset=offset))
        await save(feed.store, piece(turn, 0, whole))

        async with asyncio.timeout(5):
            while client.views[conversation_id] != await truth(feed, conversation_id):
                client.take(await anext(stream))

    assert client.kinds.count("snapshot") == 1


async def test_reply_cut_shorter_by_a_crash_is_shown_as_stored(feed: Feed, node: Node) -> None:
    """I-10: words were heard that never reached the disk, and the reply is kept as interrupted."""
    conversation_id = await begin(feed.store)
    client = Client()

    async with reading(client, feed, conversation_id):
        turn = await node.open_turn(conversation_id)
        node.say(piece(turn, 0, "Yes, do it"))
        await save(feed.store, piece(turn, 0, "Yes"))
        await asyncio.sleep(0.1)
        await node.end(turn, 0, "Yes", ReplyState.INTERRUPTED)
        await caught_up(client, feed, conversation_id, 3)


async def test_deltas_of_one_moment_travel_together(store: Store) -> None:
    feed = Feed(store, MemoryLive(), gather_seconds=0.2)
    conversation_id = await begin(store)
    client = Client()
    node = Node(feed)

    async with reading(client, feed, conversation_id):
        turn = await node.open_turn(conversation_id)
        node.say(piece(turn, 0, "0"))
        await asyncio.sleep(0.05)
        for number in range(1, 51):
            node.say(piece(turn, 0, "x", offset=number))
            await asyncio.sleep(0.005)
        await save(store, piece(turn, 0, "0" + "x" * 50))
        await caught_up(client, feed, conversation_id)

    assert client.kinds.count("delta") <= 5


@pytest.mark.measured
async def test_silent_stream_gives_signs_of_life(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_KEEP_ALIVE_SECONDS", 0.05)
    conversation_id = await begin(feed.store)

    async with aclosing(follow(feed, LOCAL, [conversation_id], {})) as stream:
        await anext(stream)
        signs = [await asyncio.wait_for(anext(stream), 3) for _ in range(3)]

    assert signs == [[], [], []]


class Flickering(Store):
    """A store that is away whenever it is told to be."""

    away = False

    @override
    async def read(self, principal, question, *args, **kwargs):  # type: ignore[no-untyped-def]
        if self.away:
            raise StoreUnavailable
        return await super().read(principal, question, *args, **kwargs)


async def test_a_stream_that_cannot_begin_ends_and_is_resumed(store: Store) -> None:
    """XD01: a store that goes away between the question and the answer is no failure of ours."""
    flickering = Flickering(store.engine, 4)
    feed = Feed(flickering, MemoryLive(), gather_seconds=0.005)
    conversation_id = await begin(store)
    await check_readable(feed, LOCAL, [conversation_id])
    flickering.away = True

    heard = [news async for news in follow(feed, LOCAL, [conversation_id], {})]
    flickering.away = False
    async with aclosing(follow(feed, LOCAL, [conversation_id], {})) as again:
        begun = await anext(again)

    assert heard == []
    assert len(begun) == 1


async def test_client_stays_while_the_store_is_away(store: Store) -> None:
    """XD01: it keeps what it has, hears what can be heard, and gets the rest afterwards."""
    flickering = Flickering(store.engine, 4)
    feed = Feed(flickering, MemoryLive(alone=False), gather_seconds=0.005)
    conversation_id = await begin(store)
    client = Client()

    async with reading(client, feed, conversation_id):
        flickering.away = True
        await answer(store, conversation_id, "Shall I?", "Yes.")
        await asyncio.sleep(1.2)
        untold = client.kinds
        flickering.away = False
        await caught_up(client, feed, conversation_id, 4)

    assert untold == ["snapshot"]


async def test_leaving_gives_the_ear_back(feed: Feed) -> None:
    conversation_id = await begin(feed.store)
    client = Client()

    async with reading(client, feed, conversation_id):
        pass

    assert isinstance(feed.live, MemoryLive)
    assert list(feed.live.wanted()) == []


async def test_what_the_person_does_to_turns_reaches_whoever_listens_and_whoever_comes_back(feed: Feed) -> None:
    """I-12, I-40: marks, removal, return, variant, choice, edit and divider, heard live and read afterwards."""
    store, conversation_id = feed.store, await begin(feed.store)
    turns = [await answer(store, conversation_id, text, "Yes.", "No.") for text in ("one", "two")]
    before = await truth(feed, conversation_id)
    listening, returning = Client(), Client(before)

    async with reading(listening, feed, conversation_id):
        feed.live.publish(await mark(store, conversation_id, *turns, stars=2, topic="/a", contexts={"skeptic": "out"}))
        feed.live.publish(await remove(store, conversation_id, turns[0]))
        feed.live.publish(await restore(store, conversation_id, turns[0]))
        second = await answer_again(store, turns[1], 0, "Perhaps.")
        feed.live.publish(await store.write(LOCAL, choose_reply, second.id))
        feed.live.publish(await store.write(LOCAL, edit_reply, second.id, "Maybe.", measure("Maybe."), 0.5))
        feed.live.publish(await store.write(LOCAL, draw_divider, conversation_id, NOON))
        await caught_up(listening, feed, conversation_id)
    cursor = format_cursor({conversation_id: before.seq})
    returning.take(await first_news(feed, conversation_id, cursor))

    assert returning.views == listening.views
    assert returning.views[conversation_id].turns[1].replies[2].edited == "Maybe."


async def test_whoever_follows_the_list_is_told_when_it_changes(feed: Feed) -> None:
    """A folder is made, a conversation is put into it and archived; nobody else hears of it."""
    conversation_id = await begin(feed.store)
    client, quiet = Client(), Client()

    async def change(write: Callable[..., Any], *told: object) -> None:
        await feed.store.write(LOCAL, write, *told)
        feed.live.tell_list_changed()

    async def numbers() -> AsyncIterator[int]:
        async with aclosing(follow(feed, LOCAL, [], {}, with_list=True)) as stream:
            async for news in stream:
                client.take(news)
                for each in news:
                    assert isinstance(each, ListChanged)
                    yield each.number

    async with reading(quiet, feed, conversation_id), asyncio.timeout(5), aclosing(numbers()) as heard:
        assert await anext(heard) == 0
        await change(make_folder, "f_sea", "Sea", NOON)
        assert await anext(heard) == 1
        await change(move_conversation, conversation_id, "f_sea")
        assert await anext(heard) == 2
        await change(remove_conversation, conversation_id, NOON)
        assert await anext(heard) == 3

    assert "list_changed" not in quiet.kinds


async def test_whoever_follows_work_is_told_of_their_own_and_nobody_else_is(feed: Feed) -> None:
    """At the start, for whoever comes back may have missed something, and then whenever there is news of it."""
    somebody = PrincipalId("p_somebody")
    client, quiet = Client(), Client()

    async def read_quietly() -> None:
        async with aclosing(follow(feed, LOCAL, [], {}, with_list=True)) as stream:
            async for news in stream:
                quiet.take(news)

    reading_quietly = asyncio.create_task(read_quietly())
    async with aclosing(follow(feed, LOCAL, [], {}, with_work=True)) as stream:
        client.take(await anext(stream))
        feed.live.tell_work_changed(somebody)
        client.take(await anext(stream))
        assert client.kinds == ["work_changed"]
        feed.live.tell_work_changed(LOCAL.id)
        client.take(await anext(stream))
    reading_quietly.cancel()

    assert client.kinds == ["work_changed", "work_changed"]
    assert "work_changed" not in quiet.kinds


async def test_a_change_of_the_list_that_no_news_carried_here_is_found(store: Store) -> None:
    """Another node has made a folder, and its word was lost."""
    feed = Feed(store, MemoryLive(alone=False), gather_seconds=0.005)
    conversation_id = await begin(store)
    client = Client()
    stream = follow(feed, LOCAL, [conversation_id], {}, with_list=True)

    await client.read(stream, lambda: "list_changed" in client.kinds)
    await store.write(LOCAL, make_folder, "f_sea", "Sea", NOON)
    again = follow(feed, LOCAL, [conversation_id], {}, with_list=True)
    await client.read(again, lambda: ListChanged(1) in client.heard)

    assert [each for each in client.heard if isinstance(each, ListChanged)] == [ListChanged(0), ListChanged(1)]


async def test_hundreds_who_look_at_the_list_ask_the_store_once(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    read = following.Heads

    def count(*told: Any) -> Any:
        nonlocal asked
        asked += 1
        return read(*told)

    monkeypatch.setattr("antiphon.feed.heads.Heads", count)
    clients = [Client() for _ in range(40)]
    streams = [follow(feed, LOCAL, [], {}, with_list=True) for _ in clients]

    async def read_one(client: Client, stream: AsyncGenerator[list[News], None]) -> None:
        await client.read(stream, lambda: ListChanged(1) in client.heard)

    async with asyncio.TaskGroup() as group:
        for client, stream in zip(clients, streams, strict=True):
            group.create_task(read_one(client, stream))
        while not all(client.heard for client in clients):
            await asyncio.sleep(0.01)
        await feed.store.write(LOCAL, make_folder, "f_sea", "Sea", NOON)
        feed.live.tell_list_changed()

    assert asked == 1


async def test_what_others_follow_is_asked_for_whoever_comes_and_goes(store: Store) -> None:
    """And what nobody follows any more is not."""
    ids = [await begin(store) for _ in range(3)]
    heads = SharedHeads(store)
    first, second = (heads.following(LOCAL, [each]) for each in ids[:2])
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)

    with heads.following(LOCAL, ids[2:]):
        second.__exit__(None, None, None)
        found = await heads.ask(LOCAL, [], 0)
    left = await heads.ask(LOCAL, [], 0)

    assert set(found.numbers) == {ids[2]}
    assert left.numbers == {}
