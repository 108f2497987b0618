"""Transactions: alone, together, interrupted, and without a database."""

import asyncio
import gc
import threading
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import StoreReadOnly, StoreUnavailable
from antiphon.conversation.ids import ConversationId, NodeId
from antiphon.store.dialect import open_engine
from antiphon.store.liveness import LivenessLock
from antiphon.store.migrate import check_revision, migrate, read_revision
from antiphon.store.reads.conversations import read_conversations
from antiphon.store.reads.facts import read_facts
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.conversations import rename_conversation
from tests.conftest import open_store
from tests.fakes.servers import find_free_port
from tests.store.deeds import begin

_CUT_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


class Gate:
    """A deed that waits inside its transaction until it is let through."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.open = threading.Event()

    def rename_slowly(self, unit: Unit, conversation_id: ConversationId, title: str) -> None:
        rename_conversation(unit, conversation_id, title)
        self.entered.set()
        assert self.open.wait(10)

    async def wait_entered(self) -> None:
        assert await asyncio.to_thread(self.entered.wait, 10)


def rename_badly(unit: Unit, conversation_id: ConversationId, title: str) -> None:
    rename_conversation(unit, conversation_id, title)
    raise ValueError(title)


async def titles(store: Store, conversation_id: ConversationId) -> list[str]:
    """Every title the conversation has had."""
    facts = await store.read(LOCAL, read_facts, conversation_id, 1)
    return [fact.title for fact in facts if fact.kind == "conversation_renamed"]


async def test_failing_deed_in_a_group_undoes_only_itself(store: Store) -> None:
    """The writes wait behind a slow one and share a transaction on SQLite."""
    conversation_id = await begin(store)
    gate = Gate()
    slow = asyncio.create_task(store.write(LOCAL, gate.rename_slowly, conversation_id, "slow"))
    await gate.wait_entered()

    deeds = [rename_conversation, rename_badly, rename_conversation, rename_badly, rename_conversation]
    waiting = [
        asyncio.create_task(store.write(LOCAL, deed, conversation_id, f"title {number}"))
        for number, deed in enumerate(deeds)
    ]
    await asyncio.sleep(0.05)
    gate.open.set()
    outcomes = await asyncio.gather(slow, *waiting, return_exceptions=True)

    assert [isinstance(each, ValueError) for each in outcomes] == [False, False, True, False, True, False]
    assert sorted(await titles(store, conversation_id)) == ["slow", "title 0", "title 2", "title 4"]
    assert (await store.read(LOCAL, read_view, conversation_id)).seq == 5


async def test_cancelled_writer_takes_nobody_with_it(store: Store) -> None:
    """One of those who wait gives up, and so does the one who writes for all: the others' facts are on disk."""
    conversation_id = await begin(store)
    gate = Gate()
    slow = asyncio.create_task(store.write(LOCAL, gate.rename_slowly, conversation_id, "slow"))
    await gate.wait_entered()
    waiting = [
        asyncio.create_task(store.write(LOCAL, rename_conversation, conversation_id, f"title {number}"))
        for number in range(4)
    ]
    await asyncio.sleep(0.05)

    waiting[1].cancel()
    slow.cancel()
    gate.open.set()
    outcomes = await asyncio.gather(slow, *waiting, return_exceptions=True)

    kept = {f"title {number}" for number, each in enumerate(outcomes[1:]) if not isinstance(each, BaseException)}
    assert kept == {"title 0", "title 2", "title 3"}
    assert kept <= set(await titles(store, conversation_id))


async def test_cancelled_writer_waits_for_its_own_outcome(store: Store) -> None:
    """Once its transaction has begun, a cancelled caller returns only when it is over."""
    conversation_id = await begin(store)
    gate = Gate()
    slow = asyncio.create_task(store.write(LOCAL, gate.rename_slowly, conversation_id, "slow"))
    await gate.wait_entered()

    slow.cancel()
    await asyncio.sleep(0.05)
    still_waiting = not slow.done()
    gate.open.set()
    outcome = (await asyncio.gather(slow, return_exceptions=True))[0]

    assert still_waiting
    assert isinstance(outcome, asyncio.CancelledError)
    assert await titles(store, conversation_id) == ["slow"]


async def test_a_writer_cancelled_again_and_again_still_waits(store: Store) -> None:
    """A transaction is never left alone with its connection, however often somebody loses patience."""
    conversation_id = await begin(store)
    gate = Gate()
    slow = asyncio.create_task(store.write(LOCAL, gate.rename_slowly, conversation_id, "slow"))
    await gate.wait_entered()

    for _ in range(3):
        slow.cancel()
        await asyncio.sleep(0.02)
    still_waiting = not slow.done()
    gate.open.set()
    outcome = (await asyncio.gather(slow, return_exceptions=True))[0]

    assert still_waiting
    assert isinstance(outcome, asyncio.CancelledError)
    assert await titles(store, conversation_id) == ["slow"]


async def test_cancelled_writer_waits_though_another_writes_for_it(store: Store) -> None:
    """The same promise to those whose deed somebody else carries to the disk."""
    conversation_id = await begin(store)
    first, second = Gate(), Gate()
    leader = asyncio.create_task(store.write(LOCAL, first.rename_slowly, conversation_id, "first"))
    await first.wait_entered()
    other = asyncio.create_task(store.write(LOCAL, rename_conversation, conversation_id, "second"))
    await asyncio.sleep(0.05)
    cancelled = asyncio.create_task(store.write(LOCAL, second.rename_slowly, conversation_id, "third"))
    await asyncio.sleep(0.05)
    first.open.set()
    await second.wait_entered()

    cancelled.cancel()
    await asyncio.sleep(0.05)
    still_waiting = not cancelled.done()
    second.open.set()
    await asyncio.gather(leader, other, cancelled, return_exceptions=True)

    assert still_waiting
    assert sorted(await titles(store, conversation_id)) == ["first", "second", "third"]


async def test_reads_see_one_snapshot(store: Store) -> None:
    """A fact committed between two questions of one read is not seen by the second."""
    conversation_id = await begin(store)
    asked, go_on = threading.Event(), threading.Event()

    def look_twice(unit: Unit) -> tuple[str, str]:
        before = read_view(unit, conversation_id).title
        asked.set()
        assert go_on.wait(10)
        return before, read_view(unit, conversation_id).title

    reading = asyncio.create_task(store.read(LOCAL, look_twice))
    assert await asyncio.to_thread(asked.wait, 10)
    await store.write(LOCAL, rename_conversation, conversation_id, "changed")
    go_on.set()

    assert await reading == ("Plans", "Plans")
    assert (await store.read(LOCAL, read_view, conversation_id)).title == "changed"


async def test_reads_cannot_write_where_the_database_can_forbid_it(postgresql_url: str) -> None:
    store = await open_store(postgresql_url)
    conversation_id = await begin(store)

    with pytest.raises(StoreReadOnly):
        await store.read(LOCAL, rename_conversation, conversation_id, "sneaky")

    await store.close()


async def test_written_is_readable_by_another_node(store: Store, database_url: str) -> None:
    conversation_id = await begin(store)

    elsewhere = await open_store(database_url)
    found = await elsewhere.read(LOCAL, read_conversations)
    await elsewhere.close()

    assert [line.id for line in found] == [conversation_id]


def nowhere_urls() -> list[str]:
    """Databases that cannot be reached: a port nobody listens on, a folder that does not exist."""
    return [f"postgresql+psycopg://a@127.0.0.1:{find_free_port()}/a", "sqlite:////nowhere/at/all/antiphon.db"]


@pytest.mark.parametrize("url", nowhere_urls(), ids=["postgresql", "sqlite"])
async def test_database_that_is_away_is_called_unavailable(url: str) -> None:
    """XD01: nothing but `StoreUnavailable` leaves the store."""
    store = Store(open_engine(url, 2), 2)

    with pytest.raises(StoreUnavailable):
        await store.read(LOCAL, read_conversations)
    with pytest.raises(StoreUnavailable):
        await store.write(LOCAL, rename_conversation, ConversationId("c_1"), "x")
    outcomes = await asyncio.gather(
        *(store.write(LOCAL, rename_conversation, ConversationId("c_1"), "x") for _ in range(4)),
        return_exceptions=True,
    )
    await store.close()

    assert [isinstance(each, StoreUnavailable) for each in outcomes] == [True] * 4


@pytest.mark.parametrize("deed", [read_revision, check_revision, migrate])
def test_revision_of_a_postgresql_that_is_away_is_unavailable(deed: object) -> None:
    """XD01."""
    assert callable(deed)

    with pytest.raises(StoreUnavailable):
        deed(f"postgresql+psycopg://a@127.0.0.1:{find_free_port()}/a")


async def test_liveness_of_a_postgresql_that_is_away_is_unavailable() -> None:
    """XD01."""
    store = Store(open_engine(f"postgresql+psycopg://a@127.0.0.1:{find_free_port()}/a", 1), 1)

    with pytest.raises(StoreUnavailable):
        await LivenessLock(store, NodeId("n_1"), 10).hold()

    await store.close()


async def test_connections_cut_by_the_server_are_unavailable_once_and_then_replaced(postgresql_url: str) -> None:
    """XD01: an ended session costs one answer, never a leaked driver error."""
    store = await open_store(postgresql_url)
    conversation_id = await begin(store)
    engine = open_engine(postgresql_url, 1)
    with engine.connect() as connection:
        connection.execute(text(_CUT_OTHERS))
    engine.dispose()

    outcomes = []
    for _ in range(12):
        try:
            outcomes.append((await store.read(LOCAL, read_view, conversation_id)).id)
        except StoreUnavailable:
            outcomes.append(ConversationId("away"))
    await store.close()

    assert outcomes[-1] == conversation_id
    assert outcomes.count(ConversationId("away")) <= 9


async def test_a_session_with_a_server_that_may_not_be_written_is_not_used_again(postgresql_url: str) -> None:
    """After a switch of servers the old one answers on, and only a new session finds the other."""
    store = await open_store(postgresql_url)
    conversation_id = await begin(store)

    def become_a_standby(unit: Unit) -> None:
        unit.connection.execute(text("SET default_transaction_read_only = on"))

    await store.write(LOCAL, become_a_standby)
    with pytest.raises(StoreReadOnly):
        await store.write(LOCAL, rename_conversation, conversation_id, "lost")
    await store.write(LOCAL, rename_conversation, conversation_id, "kept")

    assert await titles(store, conversation_id) == ["kept"]
    assert store.condition.problem is None
    await store.close()


async def test_statement_that_is_wrong_is_not_called_unavailable(store: Store) -> None:
    """A mistake in the code must be seen as one, not be tried again for ever."""

    def ask_nonsense(unit: Unit) -> None:
        unit.connection.execute(text("SELECT 1 / 'x'::int" if unit.dialect == "postgresql" else "SELECT nothing FROM"))

    with pytest.raises(DBAPIError):
        await store.read(LOCAL, ask_nonsense)


async def test_full_or_readonly_sqlite_is_unavailable(sqlite_url: str) -> None:
    """XD06: a disk that takes nothing more is an unavailable store, and nothing was saved."""
    store = await open_store(sqlite_url)
    conversation_id = await begin(store)

    def fill(unit: Unit) -> None:
        unit.connection.execute(text("PRAGMA max_page_count=1"))
        rename_conversation(unit, conversation_id, "x" * 1_000_000)

    with pytest.raises(StoreUnavailable):
        await store.write(LOCAL, fill)

    assert (await store.read(LOCAL, read_view, conversation_id)).title == "Plans"
    await store.close()
    assert Path(sqlite_url.removeprefix("sqlite:///")).exists()


async def test_failure_that_nobody_waits_for_any_more_is_not_printed(store: Store) -> None:
    """Whoever asked was cancelled, as when a node that is cut off ends; the loop has nothing to complain about."""
    complaints: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, said: complaints.append(str(said["message"])))
    entered, going = threading.Event(), threading.Event()

    def fail() -> None:
        entered.set()
        going.wait(10)
        raise StoreUnavailable

    asked = asyncio.create_task(store.in_thread(fail))
    await asyncio.to_thread(entered.wait, 10)
    asked.cancel()
    await asyncio.sleep(0.05)
    going.set()
    await asyncio.wait([asked])
    assert asked.cancelled()
    del asked
    gc.collect()
    await asyncio.sleep(0)

    assert complaints == []
