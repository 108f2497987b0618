"""The few places where the two databases differ."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from antiphon.access.principal import LOCAL
from antiphon.conversation.errors import StoreInUse
from antiphon.store.dialect import ProcessLock, lock_key
from antiphon.store.unit import Unit
from tests.conftest import open_store

_OWN = """
import sys
from pathlib import Path
from antiphon.store.dialect import ProcessLock
lock = ProcessLock(Path(sys.argv[1]))
lock.acquire()
print("owned", flush=True)
sys.stdin.read()
"""


def read_pragmas(unit: Unit) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    return {name: unit.connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names}


async def test_sqlite_commits_to_disk_and_keeps_its_references(sqlite_url: str) -> None:
    """WAL, FULL (2), foreign keys on, for readers and writers alike."""
    store = await open_store(sqlite_url)

    reading = await store.read(LOCAL, read_pragmas)
    writing = await store.write(LOCAL, read_pragmas)
    await store.close()

    assert reading == writing == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_second_process_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    """XD05: the kernel frees the file however the owner ends."""
    database = tmp_path / "antiphon.db"
    owner = subprocess.Popen([sys.executable, "-c", _OWN, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert owner.stdin is not None
    assert owner.stdout.readline() == b"owned\n"

    with pytest.raises(StoreInUse) as refused:
        ProcessLock(database).acquire()
    owner.kill()
    owner.wait(10)
    owner.stdin.close()
    owner.stdout.close()
    lock = ProcessLock(database)
    lock.acquire()

    assert refused.value.path == str(database)
    with pytest.raises(StoreInUse):
        ProcessLock(database).acquire()
    lock.release()
    lock.release()


def test_released_file_can_be_owned_again(tmp_path: Path) -> None:
    database = tmp_path / "new" / "antiphon.db"
    for _ in range(2):
        lock = ProcessLock(database)

        lock.acquire()
        lock.release()


@given(st.text(), st.text())
def test_lock_key_fits_what_postgresql_takes(purpose: str, name: str) -> None:
    key = lock_key(purpose.encode("utf-8", "replace").decode(), name.encode("utf-8", "replace").decode())

    assert -(2**63) <= key < 2**63


def test_lock_keys_differ_by_purpose_and_name() -> None:
    keys = {lock_key(purpose, f"n_{number}") for purpose in ("alive", "reap", "migrate") for number in range(500)}

    assert len(keys) == 1500
    assert min(keys) < 0 < max(keys)
