"""Bringing a database to the revision this version needs."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from antiphon.conversation.errors import MigrationFailed, NodesTooOld, SchemaAhead, SchemaBehind, StoreUnavailable
from antiphon.store.backup import back_up
from antiphon.store.dialect import HIDDEN, bound_answers, lock_key
from antiphon.store.failure import name_failure
from antiphon.store.window import NONE, Window, read_living, read_window

if TYPE_CHECKING:
    # Only a database that is migrated needs it; a start on one that is up to date goes without.
    from alembic.config import Config

logger = logging.getLogger(__name__)

_SQLITE = "sqlite:///"
_MIGRATIONS = Path(__file__).parent / "migrations"
# Whoever waits for a table makes everybody wait who comes after. So a migration waits a moment, lets them pass, and
# tries again: for two minutes in all.
_LOCK_TIMEOUT = "3s"
_LOCKED = "55P03"
_PAUSE_SECONDS = 1.0
_MOST_TRIES = 30


class Migrated(NamedTuple):
    """The revision a database had, the one it has, and where it lies as it was, if it was copied."""

    before: str
    after: str
    backup: Path | None = None


def migrate(url: str) -> Migrated:
    """Run every migration that is missing. Safe to run twice at once.

    Each migration is one transaction: a process that dies leaves the database whole at a revision, and the next start
    goes on from there. A SQLite file that holds something is copied first, see `back_up`. A database of a newer version
    is left as it is, and is `SchemaAhead` unless this version may work on it. Nodes that could not go on are
    `NodesTooOld`; a migration that does not go through is `MigrationFailed`.
    """
    with _opened(url) as engine:
        before = _read_known(engine).revision
        if before == wanted_revision() or is_newer(before):
            return Migrated(before, before)
        check_nodes(engine, before)
        backup = _keep(engine, url, before)
        _run(engine, backup)
        return Migrated(before, _revision(engine), backup)


def check_revision(url: str) -> str:
    """The revision found, when this version may work on it; else `SchemaBehind` or `SchemaAhead`.

    It may on its own, and on a newer one that has taken nothing away which this version needs.
    """
    found, wanted = read_known_revision(url), wanted_revision()
    if found != wanted and not is_newer(found):
        raise SchemaBehind(found, wanted)
    return found


def read_known_revision(url: str) -> str:
    """The revision found, `none` for an empty database; `SchemaAhead` when it is a newer one that does not suit us."""
    with _opened(url, bound_answers) as engine:
        return _read_known(engine).revision


@contextmanager
def look_at(url: str) -> Iterator[tuple[Connection, Window]]:
    """A session that only looks, and what the database says of itself; `SchemaAhead` as above."""
    with _opened(url, bound_answers) as engine:
        window = _read_known(engine)
        with engine.connect() as connection:
            yield connection, window


def is_newer(revision: str) -> bool:
    """Whether only a newer version knows it."""
    return revision not in (NONE, *list_revisions())


def read_revision(url: str) -> str:
    """The revision found, whatever it is, `none` for an empty database; a `StoreUnavailable` if it cannot be read."""
    with _opened(url, bound_answers) as engine:
        return _revision(engine)


def wanted_revision() -> str:
    """The newest revision this version knows."""
    return list_revisions()[-1]


@cache
def list_revisions() -> tuple[str, ...]:
    """Every revision this version knows, oldest first: each has a file that begins with its number."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return tuple(sorted(each.name.partition("_")[0] for each in files))


def build_config() -> "Config":
    """Where Alembic finds our migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    return config


def open_for_migration(url: str) -> Engine:
    """An engine on which a change of tables is part of a transaction, on SQLite too."""
    engine = create_engine(url, hide_parameters=HIDDEN)
    if url.startswith(_SQLITE):
        Path(url.removeprefix(_SQLITE)).parent.mkdir(parents=True, exist_ok=True)
        _take_over_transactions(engine)
    return engine


def _take_over_transactions(engine: Engine) -> None:
    """By itself the driver commits before every change of a table, and a crash leaves half a migration."""

    @event.listens_for(engine, "connect")
    def _(connection: Any, record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout=5000")
        connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


@contextmanager
def _opened(url: str, finish: Callable[[Engine], Engine] = lambda engine: engine) -> Iterator[Engine]:
    """An engine while the block lasts. Reading may not take long; how long a migration takes, the data decide."""
    engine: Engine | None = None
    try:
        engine = finish(open_for_migration(url))
        yield engine
    except (DBAPIError, OSError) as error:
        raise name_failure(error) from error
    finally:
        if engine is not None:
            engine.dispose()


def _read_known(engine: Engine) -> Window:
    with engine.connect() as connection:
        found = read_window(connection)
    if is_newer(found.revision) and not found.admits(wanted_revision()):
        raise SchemaAhead(found.revision, wanted_revision(), found.oldest)
    return found


def _revision(engine: Engine) -> str:
    with engine.connect() as connection:
        return read_window(connection).revision


def check_nodes(engine: Engine, found: str) -> None:
    """`NodesTooOld` when a node works on this PostgreSQL that could not go on. A SQLite file has one process: us."""
    if engine.dialect.name == "sqlite" or found == NONE:
        return
    needed = find_oldest_after(found)
    with engine.connect() as connection:
        # Versions that do not say what they bring were started on this very revision.
        late = [each.id for each in read_living(connection) if (each.revision or found) < needed]
    if late:
        raise NodesTooOld(found, needed, late)


def find_oldest_after(found: str) -> str:
    """The oldest revision whose version can work here once everything that is missing has been run."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(build_config()).walk_revisions()
    return max((each.module.oldest or "" for each in scripts if each.revision > found), default="")


def _keep(engine: Engine, url: str, revision: str) -> Path | None:
    """The backup, where one is made: of a file, and only when it holds something. PostgreSQL's own tools do better."""
    if not url.startswith(_SQLITE) or revision == NONE:
        return None
    place = back_up(engine, Path(url.removeprefix(_SQLITE)), revision)
    logger.info("database_backed_up", extra={"revision": revision, "wanted": wanted_revision(), "path": str(place)})
    return place


def _run(engine: Engine, backup: Path | None) -> None:
    try:
        _upgrade(engine)
    except Exception as error:
        raise MigrationFailed(
            _find_revision(engine), wanted_revision(), _explain(error), str(backup) if backup else None
        ) from error


def _upgrade(engine: Engine) -> None:
    from alembic import command

    config = build_config()
    with engine.connect().execution_options(writes=True) as connection:
        if engine.dialect.name == "postgresql":
            # Two nodes that start together migrate one after the other.
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": lock_key("migrate", "schema")})
            connection.execute(text("SELECT set_config('lock_timeout', :most, false)"), {"most": _LOCK_TIMEOUT})
            connection.commit()
        config.attributes["connection"] = connection
        for left in reversed(range(_MOST_TRIES)):
            try:
                command.upgrade(config, "head")
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) != _LOCKED or not left:
                    raise
                connection.rollback()
                logger.info("migration_waits", extra={"tries_left": left})
                # Migrating happens before there is a loop.
                time.sleep(_PAUSE_SECONDS)  # noqa: TID251
            else:
                break
        connection.commit()


def _find_revision(engine: Engine) -> str:
    try:
        return _revision(engine)
    except SQLAlchemyError:
        return "the last one that was finished"


def _explain(error: Exception) -> str:
    """Why, in one line: the kind of trouble where it is known, else the database's own first line."""
    named = name_failure(error)
    if type(named) is not StoreUnavailable:
        return named.cause
    origin = error.orig if isinstance(error, DBAPIError) else error
    return str(origin).partition("\n")[0] or type(error).__name__
