"""The few places where SQLite and PostgreSQL need different words."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar

import orjson
from sqlalchemy import Connection, Engine, Table, TextClause, create_engine, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import ExceptionContext

from antiphon.conversation.errors import StoreInUse
from antiphon.conversation.manifest import NAME_BYTES
from antiphon.store.alone import lock_alone
from antiphon.store.failure import is_read_only, named_failures
from antiphon.store.patience import Patience
from antiphon.store.pool import ClosingPool

# What a statement is given are people's words. An error that names it goes to the log.
HIDDEN = True


def open_engine(url: str, pool_size: int) -> Engine:
    """An engine for either database, set up so that a commit means on disk."""
    if url.startswith("sqlite"):
        engine = create_engine(
            url,
            pool_size=pool_size,
            json_serializer=_dumps,
            json_deserializer=_loads,
            hide_parameters=HIDDEN,
        )
        _harden_sqlite(engine)
        return engine
    # Statements are few and always the same, so each is prepared the second time a connection runs it.
    return _open_postgresql(
        url,
        pool_size,
        json_serializer=_dumps,
        json_deserializer=_loads,
        connect_args={"prepare_threshold": 1},
    )


def _forget_details(context: ExceptionContext) -> None:
    """PostgreSQL adds the row it refused to what it says; only its first line is a sentence of its own."""
    for error in (context.original_exception, context.sqlalchemy_exception):
        if error is not None and error.args and isinstance(error.args[0], str):
            error.args = (error.args[0].partition("\n")[0], *error.args[1:])


def _leave_read_only(context: ExceptionContext) -> None:
    """A server that may no longer be written answers well, so its sessions would be kept; a new one may find the other.

    As with a server that is gone, what rests in the pool is as old, and none of it is used again.
    """
    if is_read_only(context.original_exception):
        context.is_disconnect = True


def _open_postgresql(url: str, pool_size: int, **more: Any) -> Engine:
    engine = create_engine(
        url,
        poolclass=ClosingPool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=10,
        pool_use_lifo=True,
        hide_parameters=HIDDEN,
        **more,
    )
    event.listen(engine, "handle_error", _forget_details)
    event.listen(engine, "handle_error", _leave_read_only)
    patience = Patience()

    @event.listens_for(engine, "do_connect")
    def _(dialect: object, record: object, cargs: Any, cparams: Any) -> Any:
        # The driver comes with an extra; whoever has only SQLite may be without it.
        from antiphon.store.session import HABITS, open_session

        return open_session(cargs, HABITS | cparams, patience)

    return engine


def bound_answers(engine: Engine) -> Engine:
    """The same engine, whose PostgreSQL sessions give up on a server that takes connections and does not answer.

    Nothing is set in the session itself: behind a pooler it may be somebody else's.
    """
    if engine.dialect.name == "postgresql":

        @event.listens_for(engine, "do_connect")
        def _(dialect: object, record: object, cargs: Any, cparams: Any) -> Any:
            from antiphon.store.session import HABITS, BoundedConnection

            return BoundedConnection.connect(*cargs, **(HABITS | cparams))

    return engine


def _dumps(value: object) -> str:
    return orjson.dumps(value).decode()


def _loads(value: Any) -> Any:
    """What the JSON says; SQLite keeps a bare number in a JSON column as a number, which is what it says already."""
    return orjson.loads(value) if isinstance(value, str | bytes) else value


# What is deleted is overwritten: a file may be looked at with other means than ours.
_SQLITE_HABITS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")


def _harden_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _SQLITE_HABITS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        # A deferred transaction that writes later can fail with "database is locked" half-way.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def empty_journal(engine: Engine) -> None:
    """Have SQLite write its journal into the file and empty it, as far as nobody is reading in it right now."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


class ProcessLock:
    """One process per SQLite file. Freed by the kernel when the process ends, however it ends."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")
        self._database = database
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Own the file, or raise `StoreInUse` at once."""
        with named_failures():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = self._path.open("ab")
        try:
            lock_alone(file)
        except OSError as error:
            file.close()
            raise StoreInUse(str(self._database)) from error
        self._file = file

    def release(self) -> None:
        """Let another process have the file. Releasing twice is harmless."""
        if self._file is not None:
            self._file.close()
            self._file = None


def lock_key(purpose: str, name: str) -> int:
    """A 64-bit advisory lock key, signed as PostgreSQL wants it."""
    digest = hashlib.blake2b(f"antiphon:{purpose}:{name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


# Rows travel as one JSON value: the statement's text stays the same whatever their number, so both
# drivers prepare it once. The join is the fence: a row of an attempt that is no longer current joins nothing.
# A piece may come again, and longer, when the answer to its commit was lost.
_APPEND = """
INSERT INTO chunks (workspace_id, reply_id, epoch, channel, start, text)
SELECT r.workspace_id, r.id, r.epoch, c.channel, c.start, c.text
FROM {rows} JOIN replies r ON r.id = c.reply_id AND r.epoch = c.epoch AND r.state IN ('sending', 'streaming')
WHERE true{lock}
ON CONFLICT (reply_id, epoch, channel, start) DO UPDATE SET text = excluded.text
WHERE length(excluded.text) > length(chunks.text)
"""
_SQLITE_ROWS = """(SELECT value ->> 0 AS reply_id, value ->> 1 AS epoch, value ->> 2 AS channel,
                          value ->> 3 AS start, value ->> 4 AS text FROM json_each(:rows)) c"""
_POSTGRES_ROWS = """(SELECT value ->> 0 AS reply_id, (value ->> 1)::int AS epoch, value ->> 2 AS channel,
                            (value ->> 3)::int AS start, value ->> 4 AS text
                     FROM json_array_elements(CAST(:rows AS json))) c"""

# Where an ending of the reply is being written, wait for it and look again: it has deleted the pieces it knew of, and
# one that came after it would stay for ever. SQLite has one writer at a time.
_POSTGRES_LOCK = " FOR SHARE OF r"


def append_statement(dialect: str) -> TextClause:
    """The statement that appends fenced chunks given as `:rows`."""
    if dialect == "sqlite":
        return text(_APPEND.format(rows=_SQLITE_ROWS, lock=""))
    return text(_APPEND.format(rows=_POSTGRES_ROWS, lock=_POSTGRES_LOCK))


_STANDINGS = "SELECT r.id, r.epoch, r.state, r.stop_requested FROM replies r JOIN {ids} i ON i.value = r.id"


def standings_statement(dialect: str) -> TextClause:
    """The statement that looks up replies given as `:ids`, a JSON array."""
    ids = "json_each(:ids)" if dialect == "sqlite" else "json_array_elements_text(CAST(:ids AS json))"
    return text(_STANDINGS.format(ids=ids))


# A turn speaks of some hundred passages, of which a dozen are new. Both drivers are spoken to in their own words, and
# nothing between here and them looks at each row.
_SQLITE_KEEP = """
INSERT INTO passages (workspace_id, conversation_id, name, packed, data) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
"""
# What is probably there already is not carried to the server: it says what it misses. Names are all of one length and
# come in one piece, for the driver takes its time with every element of an array. Each is looked up by itself: joined,
# all passages of the conversation might be read.
_POSTGRES_KEEP = """
WITH kept AS (
    INSERT INTO passages (workspace_id, conversation_id, name, packed, data)
    SELECT %(workspace)s, %(conversation)s, new.*
    FROM unnest(%(names)s::bytea[], %(packed)s::boolean[], %(data)s::bytea[]) AS new
    ON CONFLICT DO NOTHING
)
SELECT old.name FROM (
    SELECT substring(%(known)s::bytea FROM n FOR %(length)s::int) AS name
    FROM generate_series(1, length(%(known)s::bytea), %(length)s::int) AS n
) AS old
WHERE (
    SELECT true FROM passages p
    WHERE p.workspace_id = %(workspace)s AND p.conversation_id = %(conversation)s AND p.name = old.name
) IS NULL
"""


class PassageRow(NamedTuple):
    """A passage as it is kept."""

    name: bytes
    packed: bool
    data: bytes


def keep_passages(
    connection: Connection, place: tuple[str, str], new: Sequence[PassageRow], known: Sequence[PassageRow]
) -> None:
    """Keep these in a workspace's conversation unless they are kept, those that are said to be known included."""
    if connection.dialect.name == "sqlite":
        # Where nothing has to be carried anywhere, asking first would cost more.
        connection.exec_driver_sql(_SQLITE_KEEP, [(*place, *row) for row in (*new, *known)])
        return
    names, packed, data = (list(column) for column in zip(*new, strict=True)) if new else ([], [], [])
    given: dict[str, Any] = {"workspace": place[0], "conversation": place[1], "length": NAME_BYTES}
    given |= {"names": names, "packed": packed, "data": data, "known": b"".join(row.name for row in known)}
    missing = {bytes(name) for (name,) in connection.exec_driver_sql(_POSTGRES_KEEP, given)}
    if missing:
        keep_passages(connection, place, [row for row in known if row.name in missing], ())


_FIND = "SELECT name, packed, data FROM passages WHERE workspace_id = {0} AND conversation_id = {0} AND name {1}"


def find_passages(connection: Connection, place: tuple[str, str], names: Sequence[bytes]) -> Iterator[PassageRow]:
    """Those of these passages that a workspace's conversation has."""
    for some in in_parts(names):
        if connection.dialect.name == "sqlite":
            found = connection.exec_driver_sql(_FIND.format("?", f"IN ({','.join('?' * len(some))})"), (*place, *some))
        else:
            found = connection.exec_driver_sql(_FIND.format("%s", "= ANY(%s)"), (*place, list(some)))
        yield from (PassageRow(bytes(name), bool(packed), bytes(data)) for name, packed, data in found)


# PostgreSQL takes 65,535 parameters in a statement, SQLite 32,766.
_MOST_AT_ONCE = 5_000
T = TypeVar("T")


def in_parts(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """The values a few thousand at a time: no statement may name more."""
    for start in range(0, len(values), _MOST_AT_ONCE):
        yield values[start : start + _MOST_AT_ONCE]


def encode_rows(rows: Iterable[object]) -> str:
    """Rows, or ids, as the JSON array these statements read."""
    return orjson.dumps(list(rows)).decode()


def insert_into(table: Table, dialect: str) -> "postgresql.Insert":
    """An insert that may say what happens on conflict; both databases spell it alike."""
    # The two constructs share the methods used here, but no common type that says so.
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)  # type: ignore[return-value]
