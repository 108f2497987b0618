"""A migration that is cut, wherever, goes on at the next start."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from alembic import command

from antiphon.conversation.errors import MigrationFailed
from antiphon.store.migrate import list_revisions, migrate, read_revision, wanted_revision
from tests.fakes.servers import Stores
from tests.store.cuts import cut_migration, dump, fill, record_statements
from tests.store.older import make_older, move
from tests.store.test_upgrade import RECORDED

OLDER = list_revisions()[:-1]
_numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def old_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database at the first revision with a row in every table."""
    url = make_older(request, tmp_path, OLDER[0], RECORDED)
    fill(url)
    return url


def test_a_migration_that_is_cut_goes_on(old_url: str, pytestconfig: pytest.Config) -> None:
    """XD07, I-44: every migration there is; what the database holds after a cut is what it held before.

    The newest are cut at their beginning, in their middle and at their end, the others in turn at one of these; at
    night all are cut everywhere.
    """
    everywhere = OLDER if pytestconfig.getoption("nightly") else OLDER[-5:]
    for number, (revision, following) in enumerate(zip(OLDER, list_revisions()[1:], strict=True)):
        before = dump(old_url)
        cuts = choose_cuts(old_url, following)
        for after in cuts if revision in everywhere else [cuts[number % len(cuts)]]:
            assert cut_migration(old_url, after)
            assert (read_revision(old_url), dump(old_url)) == (revision, before), (following, after)
        move(old_url, lambda config, to=following: command.upgrade(config, to))
        fill(old_url)

    assert migrate(old_url) == (wanted_revision(), wanted_revision(), None)


def choose_cuts(url: str, revision: str) -> list[int]:
    """After the first statement, after one in the middle, and after the last, which notes the revision."""
    statements = record_statements(url, revision)
    assert "alembic_version" in statements[-1]
    return sorted({1, (len(statements) + 1) // 2, len(statements)})


@pytest.mark.slow
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("revision", OLDER)
@pytest.mark.parametrize("old_url", ["sqlite", "postgresql"], indirect=True)
def test_from_every_revision_cut_after_every_statement(
    old_url: str, revision: str, request: pytest.FixtureRequest
) -> None:
    """XD07, I-44: each cut on a copy of its own, which then arrives where an uncut one does."""
    for each in OLDER[1 : OLDER.index(revision) + 1]:
        move(old_url, lambda config, to=each: command.upgrade(config, to))
        fill(old_url)
    before = dump(old_url)
    uncut = copy(old_url, request)
    migrate(uncut)
    wanted, cuts = dump(uncut), 0

    for after in count(1):
        url = copy(old_url, request)
        if not cut_migration(url, after):
            break
        cuts += 1
        if (now := read_revision(url)) == revision:
            assert dump(url) == before
        assert migrate(url)[:2] == (now, wanted_revision())
        assert dump(url) == wanted
        throw_away(url, request)

    print(f"\n{old_url.partition(':')[0]}: from {revision} cut {cuts} times, all went on")
    assert cuts >= len(list_revisions()) - list_revisions().index(revision)


def copy(url: str, request: pytest.FixtureRequest) -> str:
    if url.startswith("sqlite"):
        source = Path(url.removeprefix("sqlite:///"))
        target = source.parent / str(next(_numbers)) / "antiphon.db"
        target.parent.mkdir()
        shutil.copyfile(source, target)
        return f"sqlite:///{target}"
    stores: Stores = request.getfixturevalue("stores")
    return stores.create_database(f"cut_{next(_numbers)}", url.rpartition("/")[2])


def throw_away(url: str, request: pytest.FixtureRequest) -> None:
    if url.startswith("sqlite"):
        shutil.rmtree(Path(url.removeprefix("sqlite:///")).parent)
    else:
        stores: Stores = request.getfixturevalue("stores")
        stores.drop_database(url.rpartition("/")[2])


_CHILD = """
import os, signal, sys
from sqlalchemy import Engine, event
from antiphon.store.migrate import migrate
left = int(sys.argv[2])
def count(connection, cursor, statement, *_):
    global left
    left -= not statement.lstrip().startswith(("SELECT", "PRAGMA"))
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
event.listen(Engine, "after_cursor_execute", count)
migrate(sys.argv[1])
"""


@pytest.mark.parametrize("old_url", ["sqlite"], indirect=True)
def test_a_killed_process_leaves_a_database_that_goes_on(old_url: str, tmp_path: Path) -> None:
    """XD07: kill -9 in the first migration, in the middle of the long way, and shortly before its end."""
    before = dump(old_url)
    uncut = tmp_path / "uncut" / "old.db"
    uncut.parent.mkdir()
    shutil.copyfile(tmp_path / "old.db", uncut)
    migrate(f"sqlite:///{uncut}")

    ends = [
        subprocess.run([sys.executable, "-c", _CHILD, old_url, n], check=False).returncode for n in ("9", "60", "40")
    ]

    assert ends == [-signal.SIGKILL] * 3
    assert OLDER[0] < read_revision(old_url) < wanted_revision()
    assert migrate(old_url).after == wanted_revision()
    assert dump(old_url) == dump(f"sqlite:///{uncut}")
    backup = tmp_path / f"old.db.backup-{OLDER[0]}"
    assert dump(f"sqlite:///{backup}") == before


@pytest.mark.parametrize("old_url", ["sqlite"], indirect=True)
def test_the_file_is_copied_before_the_first_change_and_no_copy_is_lost(old_url: str, tmp_path: Path) -> None:
    """Cut again and again it is one copy; when the file has changed since, it is another; nobody else may read them."""
    before = dump(old_url)
    for after in (1, 3, 5):
        cut_migration(old_url, after)
    cut = sorted(tmp_path.glob("*.backup-*"))
    write(tmp_path / "old.db", "UPDATE conversations SET title = 'Meanwhile'")

    migrated = migrate(old_url)

    first, second = (tmp_path / f"old.db.backup-{OLDER[0]}{number}" for number in ("", "-2"))
    assert cut == [first]
    assert sorted(tmp_path.glob("*.backup-*")) == [first, second]
    assert migrated.backup == second
    assert dump(f"sqlite:///{first}") == before != dump(f"sqlite:///{second}")
    assert {each.stat().st_mode & 0o777 for each in (first, second)} == {0o600}


@pytest.mark.parametrize("old_url", ["sqlite"], indirect=True)
def test_a_migration_that_fails_says_where_the_database_stands_and_where_the_copy_lies(
    old_url: str, tmp_path: Path
) -> None:
    """A table that is in the way, as one that an earlier version left when it was cut."""
    write(tmp_path / "old.db", "CREATE TABLE approvals (id INTEGER)")

    with pytest.raises(MigrationFailed) as failed:
        migrate(old_url)

    assert failed.value.facts == {
        "revision": "0005",
        "wanted": wanted_revision(),
        "reason": "table approvals already exists",
        "backup": str(tmp_path / f"old.db.backup-{OLDER[0]}"),
    }
    assert "try again in a moment" not in str(failed.value)
    write(tmp_path / "old.db", "DROP TABLE approvals")
    assert migrate(old_url)[:2] == ("0005", wanted_revision())


def write(database: Path, statement: str) -> None:
    """Change the file behind everybody's back."""
    with sqlite3.connect(database) as connection:
        connection.execute(statement)
    connection.close()
