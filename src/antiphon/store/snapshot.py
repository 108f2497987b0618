"""The whole database as it stands at one moment: a copy of the SQLite file, or a snapshot that `pg_dump` reads.

Whoever writes goes on meanwhile. Everything that was committed before is in it, and nothing half.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, create_engine, func, inspect, select

from antiphon.conversation.errors import StoreDamaged
from antiphon.store.dialect import HIDDEN
from antiphon.store.failure import name_failure, named_failures
from antiphon.store.tables import conversations, documents, people, receipts, replies, turns
from antiphon.store.window import Window, read_window

# Enough to see at a glance what a backup holds, and to notice one that came back with less.
_COUNTED: Final = (conversations, turns, replies, receipts, documents, people)
_CONNECT_SECONDS: Final = 5
_SYSTEM: Final = ("information_schema", "pg_catalog", "pg_toast")


class Standing(NamedTuple):
    """The window of a database, and how many rows its great tables have."""

    window: Window
    counts: dict[str, int]

    @property
    def revision(self) -> str:
        """The newest of its tables."""
        return self.window.revision


def copy_database(source: Path, target: Path) -> Standing:
    """A whole copy of the SQLite file, checked page by page; `StoreDamaged` where the copy is not whole.

    In one step of SQLite's online backup: in smaller ones it would begin anew with every write of others.
    """
    with (
        _named(),
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as opened,
        closing(sqlite3.connect(target)) as copy,
    ):
        opened.execute("PRAGMA query_only=ON")
        opened.backup(copy)
        # The journal would be a second file.
        copy.execute("PRAGMA journal_mode=DELETE")
    return check_copy(target)


def check_copy(database: Path) -> Standing:
    """What a SQLite file that nobody uses holds; `StoreDamaged` unless every page is right."""
    with _named(), closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        if opened.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise StoreDamaged
    return read_standing(f"sqlite:///{database}")


def read_standing(url: str) -> Standing:
    """The revision and the counts of a database that nobody changes."""
    engine = create_engine(url, hide_parameters=HIDDEN)
    try:
        with named_failures(), engine.connect() as connection:
            return _count(connection)
    finally:
        engine.dispose()


@contextmanager
def hold_snapshot(url: str) -> Iterator[tuple[str, Standing]]:
    """The name of a snapshot that others may read while the block lasts, and what stands in it; PostgreSQL only."""
    engine = create_engine(
        url,
        hide_parameters=HIDDEN,
        isolation_level="REPEATABLE READ",
        connect_args={"connect_timeout": _CONNECT_SECONDS},
    )
    try:
        with named_failures():
            connection = engine.connect()
        with connection:
            with named_failures():
                name = str(connection.scalar(select(func.pg_export_snapshot())))
                standing = _count(connection)
            yield name, standing
    finally:
        engine.dispose()


def is_empty(url: str) -> bool:
    """Whether a PostgreSQL holds no table of anybody's."""
    engine = create_engine(url, hide_parameters=HIDDEN, connect_args={"connect_timeout": _CONNECT_SECONDS})
    try:
        with named_failures(), engine.connect() as connection:
            looked_at = inspect(connection)
            schemas = (each for each in looked_at.get_schema_names() if each not in _SYSTEM)
            return not any(looked_at.get_table_names(schema=each) for each in schemas)
    finally:
        engine.dispose()


def _count(connection: Connection) -> Standing:
    known = set(inspect(connection).get_table_names())
    counted = (table for table in _COUNTED if table.name in known)
    return Standing(read_window(connection), {each.name: _count_rows(connection, each) for each in counted})


def _count_rows(connection: Connection, table: Table) -> int:
    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


@contextmanager
def _named() -> Iterator[None]:
    """What the driver raises, by the name it has here."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise name_failure(error) from error
