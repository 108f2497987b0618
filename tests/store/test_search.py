"""Words are found where they stand, and nowhere else."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.size import TextSize
from antiphon.conversation.turn import Turn
from antiphon.store.reads import search as searching
from antiphon.store.reads.search import SearchPage, SearchQuery, search
from antiphon.store.reads.snippet import cut_snippet
from antiphon.store.reads.turns import read_turn
from antiphon.store.unit import Store
from antiphon.store.writes.conversations import remove_conversation, restore_conversation
from antiphon.store.writes.variants import edit_reply
from tests.store.deeds import NOON, OTHER, accept, answer, answer_again, begin, draft, remove, restore


async def look(store: Store, words: str, **more: Any) -> SearchPage:
    return await store.read(LOCAL, search, SearchQuery(words, **more))


async def texts(store: Store, words: str, **more: Any) -> list[str]:
    return [hit.snippet.text for hit in (await look(store, words, **more)).hits]


async def say(store: Store, conversation_id: ConversationId, text: str, minute: int) -> Turn:
    """A message at a moment of its own, not answered yet."""
    accepted = await accept(store, draft(conversation_id, text, at=NOON + timedelta(minutes=minute)))
    return await store.read(LOCAL, read_turn, accepted.turn_id)


async def test_messages_replies_and_titles_are_found(store: Store) -> None:
    harbour = await begin(store, title="The old harbour")
    turn = await answer(store, harbour, "Shall I buy a boat?", "A boat sinks.", "Boats float.", "No.")

    found = await look(store, "boat")
    titles = await look(store, "HARBOUR")

    assert [(hit.advisor_id, hit.snippet.text, hit.snippet.matches) for hit in found.hits] == [
        (None, "Shall I buy a boat?", ((14, 18),)),
        (turn.replies[0].advisor_id, "A boat sinks.", ((2, 6),)),
        (turn.replies[1].advisor_id, "Boats float.", ((0, 4),)),
    ]
    assert {(hit.conversation_id, hit.title, hit.turn_id, hit.position) for hit in found.hits} == {
        (harbour, "The old harbour", turn.id, 1)
    }
    assert [(hit.conversation_id, hit.turn_id, hit.snippet.text) for hit in titles.hits] == [
        (harbour, None, "The old harbour")
    ]
    assert found.next is titles.next is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ärger im Büro", "ärger IM bÜRO"),
        ("ЖИЗНЬ идёт", "жизнь ИДЁТ"),
        ("東京へ行く", "京へ"),
        ("👩‍👩‍👧 went home", "👧 WENT"),
        ("100% of a_b ~ c", "0% OF A_B ~"),
        ("naïve", "NAÏVE"),
    ],
)
async def test_any_script_in_any_case(store: Store, text: str, words: str) -> None:
    await answer(store, await begin(store), text, f"I heard: {text}!")

    found = await look(store, words)

    assert [hit.snippet.text for hit in found.hits] == [text, f"I heard: {text}!"]
    for hit in found.hits:
        ((start, end),) = hit.snippet.matches
        assert hit.snippet.text[start:end].lower() == words.lower()


@pytest.mark.parametrize(
    ("text", "words"), [("naive", "naïve"), ("axb", "a_b"), ("1000", "100%"), ("Straße", "strasse")]
)
async def test_what_only_looks_alike_is_not_found(store: Store, text: str, words: str) -> None:
    await answer(store, await begin(store, title=text), text, text)

    assert (await look(store, words)).hits == ()


async def test_edited_words_win_and_only_the_chosen_answer_counts(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "Well?", "the first zebra", "an okapi")
    await answer_again(store, turn, 0, "another zebra")

    await store.write(LOCAL, edit_reply, turn.replies[1].id, "a giraffe", TextSize(9), 0.5)

    assert await texts(store, "zebra") == ["the first zebra"]
    assert await texts(store, "okapi") == []
    assert await texts(store, "giraffe") == ["a giraffe"]


async def test_words_of_deleted_turns_are_never_found(store: Store) -> None:
    conversation_id = await begin(store)
    turn = await answer(store, conversation_id, "a zebra", "two zebras")

    await remove(store, conversation_id, turn)
    gone = await texts(store, "zebra")
    await restore(store, conversation_id, turn)

    assert gone == []
    assert await texts(store, "zebra") == ["a zebra", "two zebras"]


async def test_what_was_put_away_is_not_found_until_it_is_back(store: Store) -> None:
    conversation_id = await begin(store, title="zebra talk")
    await answer(store, conversation_id, "a zebra", "two zebras")

    await store.write(LOCAL, remove_conversation, conversation_id, NOON)
    gone = await texts(store, "zebra")
    await store.write(LOCAL, restore_conversation, conversation_id)

    assert gone == []
    assert len(await texts(store, "zebra")) == 3


async def test_newest_first_and_page_by_page_each_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pages and no time at all: whatever the pages are, the hits in a row are the same."""
    monkeypatch.setattr(searching, "_FIRST_PAGE", 2)
    monkeypatch.setattr(searching, "_LARGEST_PAGE", 3)
    talks = [await begin(store, title=f"talk {n}") for n in range(7)]
    for n, conversation_id in enumerate(talks):
        await say(store, conversation_id, f"word {n}" if n % 2 else "nothing", minute=10 * ((n * 3) % 7))

    whole = await look(store, "word", seconds=60)
    in_a_row: list[str] = []
    place: TurnId | None = None
    for _ in range(9):
        found = await look(store, "word", limit=1, seconds=0, after=place)
        in_a_row += [hit.snippet.text for hit in found.hits]
        place = found.next
        if place is None:
            break

    assert [hit.snippet.text for hit in whole.hits] == in_a_row == ["word 1", "word 3", "word 5"]
    assert place is None


async def test_what_is_worth_most_comes_first_and_the_rest_is_counted(store: Store) -> None:
    """M38: the newest places are gathered, and the weightiest of them shown."""
    worths = {"word hello": 0.3, "word one": 0.7, "word must": 0.9, "word two": 0.7}
    for minute, (text, importance) in enumerate(worths.items()):
        at = NOON + timedelta(minutes=minute)
        here = await begin(store, title="a talk")
        await accept(store, replace(draft(here, text, at=at), importance=importance))

    found = await look(store, "word", limit=3, order="importance", seconds=60)

    assert [(hit.snippet.text, hit.importance) for hit in found.hits] == [
        ("word must", 0.9),
        ("word two", 0.7),
        ("word one", 0.7),
    ]
    assert (found.passed_over, found.next) == (1, None)


async def test_in_one_conversation_and_of_one_advisor(store: Store) -> None:
    one, other = await begin(store), await begin(store)
    turn = await answer(store, one, "a zebra", "first zebra", "second zebra")
    await answer(store, other, "their zebra", "no")
    second = turn.replies[1].advisor_id

    assert await texts(store, "zebra", conversation_id=one) == ["a zebra", "first zebra", "second zebra"]
    assert await texts(store, "zebra", advisor_id=second) == ["second zebra"]
    assert await texts(store, "zebra", conversation_id=other, advisor_id=second) == []


async def test_conversation_is_searched_page_by_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_FIRST_PAGE", 1)
    conversation_id = await begin(store)
    for n in range(4):
        await answer(store, conversation_id, f"word {n}", "yes")

    first = await look(store, "word", conversation_id=conversation_id, limit=2)
    rest = await look(store, "word", conversation_id=conversation_id, after=first.next)

    assert [hit.position for hit in (*first.hits, *rest.hits)] == [4, 3, 2, 1]
    assert rest.next is None


async def test_place_that_was_not_given_out_is_refused(store: Store) -> None:
    with pytest.raises(Malformed):
        await look(store, "word", after=TurnId("t_none"))


async def test_others_find_nothing(store: Store) -> None:
    """I-50: not the words, and not even the place."""
    turn = await answer(store, await begin(store, title="secret"), "my secret", "their secret")

    assert (await store.read(OTHER, search, SearchQuery("secret"))).hits == ()
    with pytest.raises(Malformed):
        await store.read(OTHER, search, SearchQuery("secret", after=turn.id))


def test_snippet_is_cut_around_the_first_place() -> None:
    text = "é" * 100 + "Word\nword" + "x" * 300

    snippet = cut_snippet(text, "WORD")

    assert snippet is not None
    assert (snippet.start, len(snippet.text), snippet.matches) == (60, 160, ((40, 44), (45, 49)))
    assert snippet.text[40:49] == "Word word"
    assert cut_snippet(text, "sword") is None


def test_snippet_holds_long_words_whole() -> None:
    snippet = cut_snippet("a" * 500, "a" * 200)

    assert snippet is not None
    assert (snippet.text, snippet.matches) == ("a" * 200, ((0, 200),))
