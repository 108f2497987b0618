"""Every connection is taken, or the server ends a session in the middle of a transaction."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import text

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import StoreUnavailable
from antiphon.conversation.ids import ConversationId, NodeId
from antiphon.store import unit as room
from antiphon.store.dialect import open_engine
from antiphon.store.liveness import LivenessLock
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.conversations import rename_conversation
from antiphon.store.writes.nodes import join
from tests.conftest import open_store
from tests.store.deeds import begin

ME = NodeId("n_me")
LEASE_MS = 10_000


@pytest.fixture
def dsn(postgresql_url: str) -> str:
    """The address as the driver takes it."""
    return postgresql_url.replace("+psycopg", "")


@pytest.fixture
async def narrow(postgresql_url: str) -> AsyncIterator[Store]:
    """A store with two connections for everybody, and one for the liveness lock."""
    await (await open_store(postgresql_url)).close()
    store = Store(open_engine(postgresql_url, 3), 2)
    yield store
    await store.close()


@contextmanager
def locked(dsn: str) -> Iterator[None]:
    """Somebody else keeps a table to himself."""
    with psycopg.connect(dsn) as connection:
        connection.execute("LOCK TABLE conversations IN ACCESS EXCLUSIVE MODE")
        yield


async def titles(store: Store, conversation_id: ConversationId) -> list[str]:
    """Every title the conversation was given after its first."""
    facts = await store.read(LOCAL, read_facts, conversation_id, 1)
    return [fact.title for fact in facts if fact.kind == "conversation_renamed"]


@pytest.mark.measured
async def test_who_finds_every_connection_taken_is_sent_away_and_the_beat_goes_on(
    narrow: Store, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XD03: by name, with nothing written; the node says that it cannot take work until it can."""
    monkeypatch.setattr(room, "LINE_SECONDS", 0.3)
    conversation_id = await begin(narrow)
    lock = LivenessLock(narrow, ME, LEASE_MS / 1000)
    await narrow.write(LOCAL, join, ME, LEASE_MS)
    await lock.hold()

    with locked(dsn):
        busy = [asyncio.create_task(narrow.read(LOCAL, read_view, conversation_id)) for _ in range(2)]
        await asyncio.sleep(0.1)
        late = asyncio.create_task(narrow.write(LOCAL, rename_conversation, conversation_id, "late"))
        await asyncio.sleep(0.4)
        began = time.monotonic()
        renewed = await lock.renew(LOCAL)
        took = time.monotonic() - began
        still_taken = not any(each.done() for each in busy)
    outcomes = await asyncio.gather(*busy, late, return_exceptions=True)
    said = narrow.condition.problem
    await narrow.write(LOCAL, rename_conversation, conversation_id, "again")
    await lock.release()

    assert still_taken
    assert renewed
    assert took < 2
    assert [type(each).__name__ for each in outcomes] == ["ConversationView", "ConversationView", "StoreUnavailable"]
    assert said == StoreUnavailable.code
    assert narrow.condition.problem is None
    assert await titles(narrow, conversation_id) == ["again"]


@pytest.mark.parametrize("then", ["commits", "goes on"])
@pytest.mark.parametrize("end", ["idle", "terminated"])
async def test_a_session_ended_in_mid_write_costs_one_answer_and_leaves_nothing(
    narrow: Store, dsn: str, end: str, then: str
) -> None:
    """XD03: the server ends it because it was idle for too long, or because somebody told it to."""
    conversation_id = await begin(narrow)

    def rename_and_lose(unit: Unit) -> None:
        rename_conversation(unit, conversation_id, "lost")
        if end == "idle":
            unit.connection.execute(text("SET idle_in_transaction_session_timeout = 50"))
            time.sleep(0.3)
        else:
            pid = unit.connection.scalar(text("SELECT pg_backend_pid()"))
            with psycopg.connect(dsn) as other:
                other.execute("SELECT pg_terminate_backend(%s, 2000)", (pid,))
        if then == "goes on":
            rename_conversation(unit, conversation_id, "lost too")

    with pytest.raises(StoreUnavailable):
        await narrow.write(LOCAL, rename_and_lose)
    await narrow.write(LOCAL, rename_conversation, conversation_id, "again")

    assert await titles(narrow, conversation_id) == ["again"]
