"""Every piece gets its vector, whatever happens in between."""

import asyncio

from sqlalchemy import select

from antiphon.access.principal import LOCAL, system_principal
from antiphon.conversation.errors import ConnectFailed
from antiphon.engine.retrieval.indexing import AT_ONCE, Indexing
from antiphon.engine.retrieval.search import Retrieval, Search
from antiphon.store.reads.retrieval import count_indexed
from antiphon.store.tables import document_chunks
from antiphon.store.unit import Store, Unit
from tests.retrieval.models import Told
from tests.retrieval.test_words import put

OPERATOR = system_principal(LOCAL.workspace_id)


def read_kept(unit: Unit) -> dict[str, tuple[str | None, bool]]:
    """Which model each piece was read by, and whether it has a vector."""
    chunks = document_chunks
    rows = unit.connection.execute(select(chunks.c.text, chunks.c.embedder, chunks.c.vector))
    return {row.text: (row.embedder, row.vector is not None) for row in rows}


async def test_pieces_are_read_once_and_under_the_name_of_their_document(store: Store) -> None:
    told = Told()
    await put(store, "harbour-notes_v2", "First.", "Second.")
    indexing = Indexing(Retrieval(store, told), OPERATOR)

    assert await indexing.catch_up(told) == 2
    assert await indexing.catch_up(told) == 0
    assert sorted(told.asked) == ["harbour notes v2\nFirst.", "harbour notes v2\nSecond."]
    assert await store.read(LOCAL, count_indexed, "told") == (2, 2)


async def test_what_a_crash_left_undone_is_found_by_the_next(store: Store) -> None:
    """The pieces themselves remember: nothing is done twice and nothing is forgotten."""
    await put(store, "many", *(f"Page {number}." for number in range(2 * AT_ONCE)))
    first = Told()
    first_half = first.embed

    async def die_later(texts, kind):  # type: ignore[no-untyped-def]
        if first.asked:
            raise asyncio.CancelledError
        return await first_half(texts, kind)

    first.embed = die_later  # type: ignore[method-assign]
    dying = asyncio.create_task(Indexing(Retrieval(store, first), OPERATOR).catch_up(first))
    await asyncio.wait([dying])

    assert await store.read(LOCAL, count_indexed, "told") == (AT_ONCE, 2 * AT_ONCE)
    second = Told()
    await Indexing(Retrieval(store, second), OPERATOR).catch_up(second)
    assert await store.read(LOCAL, count_indexed, "told") == (2 * AT_ONCE, 2 * AT_ONCE)
    assert not set(first.asked) & set(second.asked)


async def test_another_model_reads_everything_anew(store: Store) -> None:
    await put(store, "page", "Text.")
    for name in ("old", "new"):
        told = Told(name)
        await Indexing(Retrieval(store, told), OPERATOR).catch_up(told)

    assert await store.read(LOCAL, read_kept) == {"Text.": ("new", True)}


async def test_a_piece_the_model_refuses_does_not_hold_up_the_others(store: Store) -> None:
    told = Told(refuses="poison")
    await put(store, "pages", "Good.", "poison", "Fine.")
    recall = Retrieval(store, told)

    await Indexing(recall, OPERATOR).catch_up(told)

    assert await store.read(LOCAL, read_kept) == {
        "Good.": ("told", True),
        "poison": ("told", False),
        "Fine.": ("told", True),
    }
    assert await recall.search(LOCAL, Search("fine", limit=3))


async def test_while_the_model_is_away_words_are_found(store: Store) -> None:
    told = Told()
    await put(store, "page", "The heron waits.", "Nothing.")
    recall = Retrieval(store, told)
    await Indexing(recall, OPERATOR).catch_up(told)
    told.failure = ConnectFailed("told")

    found = await recall.search(LOCAL, Search("where is the heron"))

    assert [(each.page, each.by) for each in found] == [(1, ("words",))]


async def test_the_job_waits_for_a_model_that_is_away_and_is_woken_by_an_upload(store: Store) -> None:
    told = Told()
    await put(store, "first", "One.")
    indexing = Indexing(Retrieval(store, told), OPERATOR)
    job = asyncio.create_task(indexing.run_for_ever())
    await _until_indexed(store, 1)
    await put(store, "second", "Two.")

    indexing.wake()

    await _until_indexed(store, 2)
    told.failure = ConnectFailed("told")
    await put(store, "third", "Three.")
    indexing.wake()
    await asyncio.sleep(0.2)
    assert not job.done()
    told.failure = None
    indexing.wake()
    await _until_indexed(store, 3)
    job.cancel()
    await asyncio.wait([job])


async def test_new_vectors_are_seen_by_the_next_search(store: Store) -> None:
    told = Told()
    recall = Retrieval(store, told)
    await put(store, "a", "Alpha.")
    await Indexing(recall, OPERATOR).catch_up(told)
    [before] = await recall.search(LOCAL, Search("x", ways=("meaning",)))
    await put(store, "b", "Beta.")

    await Indexing(recall, OPERATOR).catch_up(told)

    found = await recall.search(LOCAL, Search("x", ways=("meaning",)))
    assert before.document_id == "a"
    assert {each.document_id for each in found} == {"a", "b"}


async def _until_indexed(store: Store, done: int) -> None:
    async with asyncio.timeout(10):
        while (await store.read(LOCAL, count_indexed, "told")).done < done:
            await asyncio.sleep(0.02)
