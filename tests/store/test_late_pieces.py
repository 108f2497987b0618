"""Pieces of a reply that ends while they are being saved, and what is left of earlier ones."""

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, insert, select

from antiphon.access.principal import LOCAL
from antiphon.conversation.ids import TurnId
from antiphon.conversation.used_key import UsedKey
from antiphon.store.reads.clock import read_now
from antiphon.store.tables import chunks
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.forget import forget_keys, sweep_chunks
from antiphon.store.writes.keys import take_key
from antiphon.store.writes.settle_reply import settle_reply
from tests.conftest import open_store
from tests.store.deeds import ask, begin, ending_of, piece, save, settle, start


def count_chunks(unit: Unit) -> int:
    return int(unit.connection.execute(select(func.count()).select_from(chunks)).scalar_one())


async def test_a_piece_that_comes_while_the_reply_ends_is_not_left_behind(postgresql_url: str) -> None:
    """The ending is written and not yet committed: a piece of the last checkpoint waits for it, and is refused."""
    store = await open_store(postgresql_url)
    turn = await ask(store, await begin(store), advisors=1)
    await start(store, turn)
    await save(store, piece(turn, 0, "Yes"))
    loop, ended, may_commit = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    def end_slowly(unit: Unit) -> None:
        settle_reply(unit, ending_of(turn, 0, "Yes."))
        loop.call_soon_threadsafe(ended.set)
        asyncio.run_coroutine_threadsafe(may_commit.wait(), loop).result(20)

    ending = asyncio.create_task(store.write(LOCAL, end_slowly))
    await ended.wait()
    late = asyncio.create_task(save(store, piece(turn, 0, ", late", offset=3)))
    await asyncio.wait({late}, timeout=0.5)
    may_commit.set()
    await asyncio.gather(ending, late)

    assert await store.read(LOCAL, count_chunks) == 0
    await store.close()


async def test_pieces_that_were_left_behind_are_swept_and_those_of_open_replies_are_not(store: Store) -> None:
    """As earlier versions left them: words that outlive what should have deleted them."""
    conversation = await begin(store)
    over = await ask(store, conversation, advisors=1)
    await start(store, over)
    await settle(store, over, 0, "Yes.")
    open_ = await ask(store, conversation, advisors=1)
    await start(store, open_)
    await save(store, piece(open_, 0, "Still"))
    await store.write(LOCAL, leave_behind, over.replies[0].id)

    swept = [await store.write(LOCAL, sweep_chunks), await store.write(LOCAL, sweep_chunks)]

    assert swept == [1, 0]
    assert await store.read(LOCAL, count_chunks) == 1


def leave_behind(unit: Unit, reply_id: str) -> None:
    row = {"workspace_id": unit.workspace_id, "reply_id": reply_id, "epoch": 1, "channel": "text", "start": 0}
    unit.connection.execute(insert(chunks).values(row | {"text": "late"}))


async def test_a_key_is_kept_by_the_clock_of_the_database(store: Store) -> None:
    """Written and forgotten by one clock: that of a node, a day ahead or behind, has no part in it."""
    await store.write(LOCAL, take_key, UsedKey(LOCAL.id, "key", "0" * 64), TurnId("t_1"))
    now = await store.read(LOCAL, read_now)

    forgotten = [await store.write(LOCAL, forget_keys, now + timedelta(minutes=each)) for each in (-1, 1)]

    assert forgotten == [0, 1]
    assert abs(now - datetime.now(UTC)) < timedelta(minutes=1)
