"""The window: versions that differ by migrations work on one database, as long as nothing was taken from the older."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from antiphon.access.principal import LOCAL
from antiphon.cli.server.migrate import describe
from antiphon.conversation.errors import NodesTooOld, SchemaAhead
from antiphon.conversation.ids import NodeId
from antiphon.store import migrate as migrating
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import check_revision, list_revisions, migrate, wanted_revision
from antiphon.store.plan import Lock, find_locks, plan_upgrade, render
from antiphon.store.unit import Store
from antiphon.store.window import Window, read_window
from antiphon.store.writes.nodes import join
from tests.fakes.next_version import OURS, become, write_next
from tests.fakes.servers import Stores
from tests.store.older import move

NEWEST = wanted_revision()
# What a version that knows nothing of it could not live with.
BREAKING = (
    r"DROP TABLE",
    r"ALTER TABLE \w+ (?:DROP|RENAME|ALTER COLUMN|ADD CONSTRAINT|ADD UNIQUE|ADD PRIMARY)",
    r"ALTER TABLE \w+ ADD COLUMN (?!.*(?:DEFAULT|GENERATED)).*NOT NULL",
    r"CREATE UNIQUE INDEX \w+ ON (?P<table>\w+)",
    r"DELETE",
)
ADDING = (r"CREATE", r"ALTER TABLE \w+ ADD COLUMN")
# From this one on a migration either adds or takes away. Those before did both at once.
FIRST_APART = "0052"
SCRIPTS = {
    each.revision: each.module for each in ScriptDirectory.from_config(migrating.build_config()).walk_revisions()
}


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puts back what a test made of this version."""
    monkeypatch.setattr(migrating, "_MIGRATIONS", migrating._MIGRATIONS)
    yield
    monkeypatch.undo()
    list_revisions.cache_clear()


@pytest.mark.parametrize("revision", list_revisions())
def test_a_migration_says_what_older_versions_notice(revision: str) -> None:
    module, statements = SCRIPTS[revision], render(SCRIPTS[revision])
    made = {each.split()[2] for each in statements if each.startswith("CREATE TABLE")}
    found = [(re.match("|".join(BREAKING), each), each) for each in statements]
    breaking = [each for match, each in found if match and match["table"] not in made]
    adding = [each for each in statements if re.match("|".join(ADDING), each)]

    if module.oldest is None:
        assert breaking == [], "this takes something away: name the oldest revision whose version does without"
    else:
        assert module.oldest <= revision
        assert revision < FIRST_APART or adding == [], "add in one release, take away in the next"


def test_the_window_that_was_written_is_the_one_the_migrations_name(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.connect() as connection:
        window = read_window(connection)
    engine.dispose()

    assert window == Window(NEWEST, max(each.oldest for each in SCRIPTS.values() if each.oldest))


@pytest.mark.usefixtures("next_version")
def test_a_database_that_a_newer_version_has_added_to_is_worked_on(database_url: str, tmp_path: Path) -> None:
    """And `migrate` of the older version leaves it as it is."""
    become(write_next(tmp_path / "next", "adds", "adds"))
    migrate(database_url)
    become(OURS)

    assert check_revision(database_url) == "9002"
    assert migrate(database_url) == ("9002", "9002", None)
    assert plan_upgrade(database_url).steps == ()


@pytest.mark.usefixtures("next_version")
def test_a_database_that_a_newer_version_has_taken_from_is_refused(database_url: str, tmp_path: Path) -> None:
    become(write_next(tmp_path / "next", "adds", "takes away"))
    migrate(database_url)
    become(OURS)

    for deed in (check_revision, migrate, plan_upgrade):
        with pytest.raises(SchemaAhead) as ahead:
            deed(database_url)
        assert ahead.value.facts == {"found": "9002", "wanted": NEWEST, "oldest": "9002"}


@pytest.mark.usefixtures("next_version")
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_nothing_is_taken_from_nodes_that_are_at_work(database_url: str, tmp_path: Path) -> None:
    """The plan says so beforehand. What only adds is run beside them, and once they are gone so is the rest."""
    store = Store(open_engine(database_url, 1), 1)
    await store.write(LOCAL, join, NodeId("n_older"), 60_000)
    become(write_next(tmp_path / "takes", "takes away"))
    plan = plan_upgrade(database_url)

    with pytest.raises(NodesTooOld) as refused:
        migrate(database_url)

    assert refused.value.facts == {"revision": NEWEST, "oldest": "9001", "nodes": ["n_older"]}
    assert (plan.late, plan.steps[0].locks) == (["n_older"], (Lock("turns", "access exclusive", "for a moment"),))
    assert "      safe beside older versions: no, only from 9001 on" in describe(plan)
    assert list(describe(plan))[-1] == "back: only versions from 9001 on start on it afterwards"
    become(write_next(tmp_path / "adds", "adds"))
    assert plan_upgrade(database_url).late == []
    assert list(describe(plan_upgrade(database_url)))[-2:] == [
        f"node at work: n_older, revision {NEWEST}: goes on",
        f"back: a version of revision {NEWEST} starts on it afterwards",
    ]
    assert migrate(database_url)[:2] == (NEWEST, "9001")
    await store.close()


def test_the_plan_of_a_database_names_each_migration_and_its_locks(stores: Stores) -> None:
    """An empty one is told every migration there is, and stays empty."""
    url = stores.create_database("planned")

    plan = plan_upgrade(url)

    engine = create_engine(url)
    with engine.connect() as connection:
        tables = connection.scalar(text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
    engine.dispose()
    locks = {each.revision: each.locks for each in plan.steps}
    stores.drop_database("planned")
    assert tables == 0
    assert [each.revision for each in plan.steps] == list(list_revisions())
    assert locks["0049"] == (Lock("replies", "access exclusive", "for a moment"),)
    assert locks["0050"] == (Lock("analyses", "share", "while the index is built; reading goes on"),)
    assert locks["0044"] == (Lock("analyses", "access exclusive", "while the index is built"),)
    assert ("workspaces", "share row exclusive") in {each[:2] for each in locks["0051"]}
    assert {each.table for each in locks["0051"]} == {"workspaces", "analyses"}


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("revision", ["0044", "0049", "0050", "0051", "0052"])
def test_the_locks_of_the_plan_are_those_that_postgresql_takes(database_url: str, revision: str) -> None:
    """On tables that were there before, as `pg_locks` has them within the migration's transaction."""
    before = list_revisions()[list_revisions().index(revision) - 1]
    move(database_url, lambda config: command.downgrade(config, before))
    statements = render(SCRIPTS[revision])
    planned = {lock[:2] for lock in find_locks(statements)}

    with psycopg.connect(database_url.replace("+psycopg", "")) as session:
        tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        there = {name for (name,) in session.execute(tables)}
        for each in statements:
            session.execute(each.encode())
        held = session.execute(
            "SELECT c.relname, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation"
            " WHERE l.pid = pg_backend_pid() AND c.relkind = 'r'"
        ).fetchall()
        session.rollback()

    strong = {(name, plain(mode)) for name, mode in held if name in there and mode != "AccessShareLock"}
    alone = {name for name, mode in strong if mode == "access exclusive"}
    assert {each for each in strong if each[0] not in alone or each[1] == "access exclusive"} == planned


def plain(mode: str) -> str:
    """PostgreSQL's name of a lock in words."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", mode.removesuffix("Lock")).lower()


@pytest.mark.usefixtures("next_version")
@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_migration_that_waits_for_a_table_lets_others_pass(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody reads `turns` for a while. Those who come after the migration are not held up by it for long."""
    monkeypatch.setattr(migrating, "_LOCK_TIMEOUT", "200ms")
    monkeypatch.setattr(migrating, "_PAUSE_SECONDS", 0.3)
    become(write_next(tmp_path / "next", "adds"))
    address, migrated, waits = database_url.replace("+psycopg", ""), [], []
    with psycopg.connect(address) as reader, psycopg.connect(address, autocommit=True) as other:
        reader.execute("SELECT count(*) FROM turns")
        thread = threading.Thread(target=lambda: migrated.append(migrate(database_url)))
        thread.start()
        for _ in range(15):
            began = time.monotonic()
            other.execute("SELECT count(*) FROM turns")
            waits.append(time.monotonic() - began)
            time.sleep(0.1)
        is_waiting = thread.is_alive()
        reader.rollback()
        thread.join(30)

    assert is_waiting
    assert migrated == [(NEWEST, "9001", None)]
    assert max(waits) < 1.5
