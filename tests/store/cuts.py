"""Migrations that are cut after a chosen statement, as when the process dies there."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import psycopg
from alembic import command
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    create_engine,
    event,
    insert,
    select,
)

from antiphon.store.migrate import build_config, migrate, open_for_migration

# The files of a SQLite database that a dead process leaves; the shared memory is made anew.
_LEFT = ("", "-wal", "-journal")
_READS = ("SELECT", "PRAGMA")


class Cut(BaseException):
    """Here the process would be dead; nothing may catch it."""


def cut_migration(url: str, after: int) -> bool:
    """Migrate, and die after this many statements; false when the migration needed fewer and went through.

    A SQLite file is left as the disk held it at that moment, a PostgreSQL session is ended by its server.
    """
    statements: list[str] = []

    def count(connection: Connection, cursor: object, statement: str, *_: object) -> None:
        # What only reads leaves the database as the statement before it did.
        if statement.lstrip().startswith(_READS) or len(statements) == after:
            return
        statements.append(statement)
        if len(statements) == after:
            _kill(connection, url)
            raise Cut

    event.listen(Engine, "after_cursor_execute", count)
    try:
        migrate(url)
    except BaseException:
        # The library that is cut in mid-air has complaints of its own on the way out.
        if len(statements) < after:
            raise
        if url.startswith("sqlite"):
            _put_image_back(_path(url))
        return True
    finally:
        event.remove(Engine, "after_cursor_execute", count)
    return False


def record_statements(url: str, revision: str) -> list[str]:
    """What the migration to this revision would run, all of it undone."""
    statements: list[str] = []
    engine = open_for_migration(url)
    config = build_config()
    with engine.connect().execution_options(writes=True) as connection, connection.begin() as transaction:

        @event.listens_for(connection, "after_cursor_execute")
        def _(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            if not statement.lstrip().startswith(_READS):
                statements.append(statement)

        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        transaction.rollback()
    engine.dispose()
    return statements


def _kill(connection: Connection, url: str) -> None:
    if url.startswith("sqlite"):
        _take_image(_path(url))
        return
    session: Any = connection.connection.dbapi_connection
    with psycopg.connect(_plain(url), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (session.info.backend_pid,))


def _take_image(database: Path) -> None:
    image = database.with_name("image")
    shutil.rmtree(image, ignore_errors=True)
    image.mkdir()
    for each in _LEFT:
        if (found := database.with_name(database.name + each)).exists():
            shutil.copyfile(found, image / found.name)


def _put_image_back(database: Path) -> None:
    for each in (*_LEFT, "-shm"):
        database.with_name(database.name + each).unlink(missing_ok=True)
    for each in database.with_name("image").iterdir():
        shutil.copyfile(each, database.with_name(each.name))


def dump(url: str) -> object:
    """Everything the database holds: its tables, their columns and indexes, every row."""
    return _dump_file(_path(url)) if url.startswith("sqlite") else _dump_postgresql(_plain(url))


def _dump_file(path: Path) -> object:
    connection = sqlite3.connect(path)
    made = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master").fetchall()
    tables = [name for kind, name, _ in made if kind == "table"]
    rows = {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in tables}
    connection.close()
    # In which order a table that was written anew names its constraints is left to chance.
    return sorted((kind, name, sorted(map(_strip, sql.split("\n")))) for kind, name, sql in made), rows


def _strip(line: str) -> str:
    return line.strip(" \t,")


def _dump_postgresql(address: str) -> object:
    with psycopg.connect(address) as session:
        tables = session.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
        columns = session.execute(
            "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, 2"
        ).fetchall()
        indexes = session.execute("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1").fetchall()
        rows = {
            name: sorted(map(repr, session.execute(f'SELECT * FROM "{name}"'.encode()).fetchall()))
            for (name,) in tables
        }
    return columns, indexes, rows


def fill(url: str) -> None:
    """Put one row into every table that has none, whatever its columns are."""
    engine = create_engine(url)
    metadata = MetaData()
    with engine.begin() as connection:
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            if table.name.startswith(("document_words", "alembic")):
                continue
            if connection.execute(select(table).limit(1)).first() is None:
                connection.execute(insert(table).values(_make_row(connection, table)))
    engine.dispose()


def _make_row(connection: Connection, table: Table) -> dict[str, Any]:
    return {column.name: _make_value(connection, column) for column in table.columns if column.computed is None}


def _make_value(connection: Connection, column: Column[Any]) -> object:
    for key in column.foreign_keys:
        return connection.execute(select(key.column).limit(1)).scalar_one()
    match column.type:
        case JSON():
            return [{"n": 1}]
        case Boolean():
            return False
        case Integer() | BigInteger():
            return 1
        case Float():
            return 0.5
        case LargeBinary():
            return b"\x00bytes"
        case kind:
            return f"{column.table.name} {column.name} é"[: getattr(kind, "length", None) or 100]


def _path(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def _plain(url: str) -> str:
    return url.replace("+psycopg", "")
