"""How long a backup takes, how large it is, and how long until a restored server is ready.

A database is filled with conversations of 500 turns, five answers each, and a receipt of 4 KB for each answer. Commands
are started as a person starts them, and the time that Python takes to start is part of theirs. Nothing else runs.
"""

import argparse
import asyncio
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import create_engine, insert

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import migrate
from antiphon.store.tables import conversations, receipts
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed
from bench.past import fill
from bench.report import write_results
from tests.fakes.nodes import Node
from tests.fakes.servers import make_folder, run_stores

_TURNS = 500
_ADVISORS = 5
_BODY = 4_000
_AT = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one database, in MiB and seconds. `ready` is from the beginning of the restore to `/readyz`."""

    database: str
    turns: int
    size: float
    backup: float
    backup_size: float
    sealed_backup: float
    check: float
    restore: float
    ready: float


def fill_database(url: str, turns: int) -> None:
    """Bring it up to date and put a long past into it."""
    migrate(url)
    asyncio.run(_sow(url))
    engine = create_engine(url)
    for number in range(turns // _TURNS):
        name = f"c{number:04d}x"
        with engine.begin() as connection:
            connection.execute(insert(conversations), {**_CONVERSATION, "id": name, "title": name})
        fill(url, name, _TURNS)
        with engine.begin() as connection:
            connection.execute(insert(receipts), list(build_receipts(name)))
    engine.dispose()


async def _sow(url: str) -> None:
    store = Store(open_engine(url, 1), 1)
    await store.write(LOCAL, seed, load_starter(), _AT)
    await store.close()


_CONVERSATION = {
    "workspace_id": "local",
    "owner_id": "local",
    "panel_id": "starter",
    "created_at": _AT,
    "updated_at": _AT,
    "last_seq": 0,
    "turn_count": 0,
    "open_replies": 0,
}


def build_receipts(conversation: str) -> Iterator[dict[str, object]]:
    """One for each answer, of words that hardly shrink: half of them were drawn."""
    for turn in range(1, _TURNS + 1):
        for slot in range(_ADVISORS):
            body = os.urandom(_BODY // 4).hex().encode() + b"and plain words " * (_BODY // 32)
            yield {
                "workspace_id": "local",
                "reply_id": f"r{conversation}{turn}-{slot}",
                "epoch": 1,
                "attempt": 1,
                "provider": "fake",
                "model": "m",
                "url": "http://localhost/",
                "headers": {},
                "body": body,
                "manifest": b"",
                "sha256": hashlib.sha256(body).hexdigest(),
                "sent_at": _AT,
            }


def run(environment: dict[str, str], *command: str) -> float:
    """A command to its end; how long it took."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-m", "antiphon", *command], env=os.environ | environment, check=True)
    return time.monotonic() - began


def measure(folder: Path, turns: int, url: str | None, other: str | None, size: float) -> Figures:
    """Back up what lies at this place, look at it, put it elsewhere, and start a server there."""
    here = {"ANTIPHON_DATA_DIR": str(folder / "here")} | ({"ANTIPHON_DATABASE_URL": url} if url else {})
    there = {"ANTIPHON_DATABASE_URL": other} if other else {}
    words = folder / "words"
    words.write_text("a passphrase for measuring")
    backup = run(here, "backup", "--to", str(folder / "plain"))
    sealed = run(here, "backup", "--to", str(folder / "sealed"), "--passphrase-file", str(words))
    (path,) = (folder / "plain").iterdir()
    check = run(here, "backup", "check", str(path))
    began = time.monotonic()
    place = folder / "there"
    restore = run(there | {"ANTIPHON_DATA_DIR": str(place)}, "backup", "restore", str(path), "--into", str(place))
    node = Node(place, there, as_a_person_does=True)
    try:
        node.start()
        ready = time.monotonic() - began
    finally:
        node.close()
    kind = "PostgreSQL" if url else "SQLite"
    return Figures(kind, turns, size, backup, path.stat().st_size / 1024**2, sealed, check, restore, ready)


def main() -> None:
    """Measure both databases and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.backup", description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    turns = parser.parse_args().turns
    with ExitStack() as stack:
        found = [_measure_sqlite(stack.enter_context(make_folder()), turns)]
        found.append(_measure_postgres(stack.enter_context(make_folder()), turns, stack))
    print("| database | turns | size | backup | its size | sealed | check | restore | until ready |")
    print("|---|---|---|---|---|---|---|---|---|")
    for each in found:
        size, packed = f"{each.size:.0f} MiB", f"{each.backup_size:.0f} MiB"
        times = (f"{took:.1f} s" for took in (each.sealed_backup, each.check, each.restore, each.ready))
        row = (each.database, str(each.turns), size, f"{each.backup:.1f} s", packed, *times)
        print(f"| {' | '.join(row)} |")
    print(f"\nkept in {write_results('backup', [asdict(each) for each in found]).name}")


def _measure_sqlite(folder: Path, turns: int) -> Figures:
    (folder / "here").mkdir()
    database = folder / "here" / "antiphon.db"
    fill_database(f"sqlite:///{database}", turns)
    return measure(folder, turns, None, None, database.stat().st_size / 1024**2)


def _measure_postgres(folder: Path, turns: int, stack: ExitStack) -> Figures:
    stores = stack.enter_context(run_stores())
    url, other = stores.create_database("here"), stores.create_database("there")
    fill_database(url, turns)
    with create_engine(url).connect() as connection:
        size = connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one()
    return measure(folder, turns, url, other, size / 1024**2)


if __name__ == "__main__":
    main()
