"""Every piece gets its vector, whatever happens in between."""

import asyncio

import pytest
from sqlalchemy import select, update

from antiphon.access.principal import LOCAL, system_principal
from antiphon.conversation.errors import ConnectFailed, RequestRejected
from antiphon.engine.retrieval.indexing import AT_ONCE, Indexing, give_vectors
from antiphon.engine.retrieval.search import Retrieval, Search
from antiphon.engine.work.queue import WorkQueue
from antiphon.live.memory import MemoryLive
from antiphon.store.reads.retrieval import count_indexed, is_newest_waiting, read_waiting
from antiphon.store.reads.work import list_work
from antiphon.store.tables import document_chunks, work
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.nodes import join
from tests.retrieval.models import Told
from tests.retrieval.test_words import put
from tests.store.deeds import NODE

OPERATOR = system_principal(LOCAL.workspace_id)


def read_kept(unit: Unit) -> dict[str, tuple[str | None, bool]]:
    """Which model each piece was read by, and whether it has a vector."""
    chunks = document_chunks
    rows = unit.connection.execute(select(chunks.c.text, chunks.c.embedder, chunks.c.vector))
    return {row.text: (row.embedder, row.vector is not None) for row in rows}


async def test_pieces_are_read_once_and_under_the_name_of_their_document(store: Store) -> None:
    told = Told()
    await put(store, "harbour-notes_v2", "First.", "Second.")
    retrieval = Retrieval(store, told)

    assert await give_vectors(retrieval, OPERATOR, told) == 2
    assert await give_vectors(retrieval, OPERATOR, told) == 0
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
    dying = asyncio.create_task(give_vectors(Retrieval(store, first), OPERATOR, first))
    await asyncio.wait([dying])

    assert await store.read(LOCAL, count_indexed, "told") == (AT_ONCE, 2 * AT_ONCE)
    second = Told()
    await give_vectors(Retrieval(store, second), OPERATOR, second)
    assert await store.read(LOCAL, count_indexed, "told") == (2 * AT_ONCE, 2 * AT_ONCE)
    assert not set(first.asked) & set(second.asked)


async def test_the_newest_come_first_and_each_batch_goes_on_below_the_one_before(store: Store) -> None:
    await put(store, "many", *(f"Page {number}." for number in range(5)))

    first = await store.read(OPERATOR, read_waiting, "told", 2)
    second = await store.read(OPERATOR, read_waiting, "told", 2, below=first[-1].chunk_id)

    assert [each.text for each in (*first, *second)] == ["Page 4.", "Page 3.", "Page 2.", "Page 1."]


async def test_what_comes_in_meanwhile_is_read_as_well(store: Store) -> None:
    told = Told()
    embed = told.embed

    async def bring_one(texts, kind):  # type: ignore[no-untyped-def]
        if not told.asked:
            await put(store, "late", "Late.")
        return await embed(texts, kind)

    told.embed = bring_one  # type: ignore[method-assign]
    await put(store, "early", "Early.")
    waits = await store.read(OPERATOR, is_newest_waiting, "told")

    await give_vectors(Retrieval(store, told), OPERATOR, told)

    assert (waits, await store.read(OPERATOR, is_newest_waiting, "told")) == (True, False)
    assert sorted(told.asked) == ["early\nEarly.", "late\nLate."]


async def test_another_model_reads_everything_anew(store: Store) -> None:
    await put(store, "page", "Text.")
    for name in ("old", "new"):
        told = Told(name)
        await give_vectors(Retrieval(store, told), OPERATOR, told)

    assert await store.read(LOCAL, read_kept) == {"Text.": ("new", True)}


async def test_a_piece_the_model_refuses_does_not_hold_up_the_others(store: Store) -> None:
    told = Told(refuses="poison")
    await put(store, "pages", "Good.", "poison", "Fine.")
    recall = Retrieval(store, told)

    await give_vectors(recall, OPERATOR, told)

    assert await store.read(LOCAL, read_kept) == {
        "Good.": ("told", True),
        "poison": ("told", False),
        "Fine.": ("told", True),
    }
    assert await recall.search(LOCAL, Search("fine", limit=3))


@pytest.mark.parametrize("pieces", [1, 3])
async def test_pieces_are_not_blamed_by_a_server_that_refuses_everything(store: Store, pieces: int) -> None:
    told = Told(refuses="")
    await put(store, "pages", *(f"Page {number}." for number in range(pieces)))

    with pytest.raises(RequestRejected):
        await give_vectors(Retrieval(store, told), OPERATOR, told)
    willing = Told()
    await give_vectors(Retrieval(store, willing), OPERATOR, willing)

    assert set((await store.read(LOCAL, read_kept)).values()) == {("told", True)}


async def test_while_the_model_is_away_words_are_found(store: Store) -> None:
    told = Told()
    await put(store, "page", "The heron waits.", "Nothing.")
    recall = Retrieval(store, told)
    await give_vectors(recall, OPERATOR, told)
    told.failure = ConnectFailed("told")

    found = await recall.search(LOCAL, Search("where is the heron"))

    assert [(each.page, each.by) for each in found] == [(1, ("words",))]


async def test_the_work_waits_for_a_model_that_is_away_and_is_begun_by_an_upload(store: Store) -> None:
    told = Told()
    await put(store, "first", "One.")
    await store.write(LOCAL, join, NODE, 60_000)
    queue = WorkQueue(store, NODE, OPERATOR, lambda: True, MemoryLive().tell_work_changed)
    indexing = Indexing(Retrieval(store, told), OPERATOR, queue)
    job = asyncio.create_task(queue.run_for_ever())
    await indexing.open()
    await _until_indexed(store, 1)

    told.failure = ConnectFailed("told")
    await put(store, "second", "Two.")
    await indexing.open()
    await _until_waiting(store)
    told.failure = None
    await store.write(LOCAL, make_due)
    queue.wake()

    await _until_indexed(store, 2)
    await _until_over(store)
    job.cancel()
    await asyncio.wait([job])
    await queue.close()


async def test_new_vectors_are_seen_by_the_next_search(store: Store) -> None:
    told = Told()
    recall = Retrieval(store, told)
    await put(store, "a", "Alpha.")
    await give_vectors(recall, OPERATOR, told)
    [before] = await recall.search(LOCAL, Search("x", ways=("meaning",)))
    await put(store, "b", "Beta.")

    await give_vectors(recall, OPERATOR, told)

    found = await recall.search(LOCAL, Search("x", ways=("meaning",)))
    assert before.document_id == "a"
    assert {each.document_id for each in found} == {"a", "b"}


async def _until_indexed(store: Store, done: int) -> None:
    async with asyncio.timeout(10):
        while (await store.read(LOCAL, count_indexed, "told")).done < done:
            await asyncio.sleep(0.02)


async def _until_over(store: Store) -> None:
    """Nothing is left to be done. The row goes after the last vector was written."""
    async with asyncio.timeout(10):
        while await store.read(LOCAL, list_work):
            await asyncio.sleep(0.02)


async def _until_waiting(store: Store) -> None:
    """Given back, to be taken up later."""
    async with asyncio.timeout(10):
        while [each.status for each in await store.read(LOCAL, list_work)] != ["waiting"]:
            await asyncio.sleep(0.02)


def make_due(unit: Unit) -> None:
    """Its time has come."""
    unit.connection.execute(update(work).values(due_at=None))
