"""The database before there is a loop: its address, its revision, the settings it holds."""

import asyncio
from contextlib import suppress

from antiphon.access.principal import LOCAL
from antiphon.app.private import make_private
from antiphon.conversation.scope import Saved
from antiphon.settings import Settings
from antiphon.store.dialect import ProcessLock, open_engine
from antiphon.store.migrate import Migrated, check_revision, migrate, read_known_revision, wanted_revision
from antiphon.store.plan import Plan, plan_upgrade
from antiphon.store.reads.settings import read_settings
from antiphon.store.sessions import check_sessions
from antiphon.store.unit import Store
from antiphon.store.window import NONE, Window


def database_url(settings: Settings) -> str:
    """The address of the one database everything is kept in."""
    return settings.database_url or f"sqlite:///{settings.sqlite_path}"


def migrate_database(settings: Settings) -> Migrated:
    """Bring the database to the newest revision; `StoreInUse` while a server owns the SQLite file."""
    make_private(settings)
    lock = ProcessLock(settings.sqlite_path) if settings.is_sqlite else None
    if lock is not None:
        lock.acquire()
    try:
        return migrate(database_url(settings))
    finally:
        if lock is not None:
            lock.release()


def plan_migration(settings: Settings) -> Plan:
    """What `migrate_database` would do. A SQLite file that is not there yet is not made."""
    if settings.is_sqlite and not settings.sqlite_path.exists():
        return Plan("SQLite", Window(NONE), wanted_revision())
    return plan_upgrade(database_url(settings))


def ready_database(settings: Settings) -> None:
    """Make sure that sessions are our own and the tables those of this version.

    A new database, and a person's own SQLite file, are brought up to date without asking; a team's PostgreSQL is not.
    """
    url = database_url(settings)
    check_sessions(url)
    if settings.is_sqlite or read_known_revision(url) == NONE:
        migrate(url)
    else:
        check_revision(url)
    if settings.is_sqlite:
        _remove_left_behind(settings)


def _remove_left_behind(settings: Settings) -> None:
    """Earlier versions noted the progress of running turns in a file of its own; `open_turns` says it all."""
    for each in settings.data_dir.glob("engine.db*"):
        with suppress(OSError):
            each.unlink()


def read_database_settings(settings: Settings) -> Saved:
    """What was changed at run time, as it holds for the one local person; nothing when there is no database yet."""
    if settings.is_sqlite and not settings.sqlite_path.exists():
        return {}
    check_sessions(database_url(settings))
    if read_known_revision(database_url(settings)) == NONE:
        return {}
    return asyncio.run(_read(settings))


async def _read(settings: Settings) -> Saved:
    store = Store(open_engine(database_url(settings), 1), 1)
    try:
        return await store.read(LOCAL, read_settings)
    finally:
        await store.close()
