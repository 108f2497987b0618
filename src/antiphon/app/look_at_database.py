"""What `antiphon doctor` sees of the database: whether it answers, is of this version, and what is in it that hangs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from antiphon.access.principal import LOCAL, system_principal
from antiphon.app.database import database_url
from antiphon.app.faults import Check, fail
from antiphon.conversation.errors import AntiphonError, SchemaAhead, StoreDamaged, StoreUnavailable
from antiphon.engine.recovery.stuck import STUCK_AFTER, find_stuck, find_stuck_work
from antiphon.settings import Settings
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import check_revision, is_newer, read_known_revision, wanted_revision
from antiphon.store.reads.capacity import read_most_connections
from antiphon.store.reads.clock import read_now
from antiphon.store.unit import Store
from antiphon.store.window import NONE

_SYSTEM: Final = system_principal(LOCAL.workspace_id)
# Leases and expiries are compared across machines; within this nobody notices.
_MOST_SKEW: Final = timedelta(seconds=2)


def check_database(settings: Settings) -> Check:
    """Whether it is there, whole, and of this version."""
    kind = "SQLite" if settings.is_sqlite else "PostgreSQL"
    if settings.is_sqlite and not settings.sqlite_path.exists():
        return Check("database", True, f"{kind}: new, will be made at {settings.sqlite_path}")
    try:
        found = read_known_revision(database_url(settings))
    except AntiphonError as error:
        return fail("database", _name(error), f"{kind}: {error}")
    wanted = wanted_revision()
    if found in (wanted, NONE):
        return Check("database", True, f"{kind}: revision {found}")
    if is_newer(found):
        return Check("database", True, f"{kind}: revision {found} of a newer version, beside which this one may work")
    if settings.is_sqlite:
        return Check("database", True, f"{kind}: revision {found}; the next start brings it to {wanted}")
    return fail("database", "database_behind", f"{kind}: revision {found}, needs {wanted}")


def _name(error: AntiphonError) -> str:
    if isinstance(error, SchemaAhead):
        return "database_newer"
    if isinstance(error, StoreDamaged):
        return "database_damaged"
    return "database_unreachable" if type(error) is StoreUnavailable else "database_unusable"


async def look_inside(settings: Settings) -> list[Check]:
    """What can be asked of a database that this version may work on; nothing of any other."""
    if not is_current(settings):
        return []
    try:
        async with open_store(settings) as store:
            return [
                *await _check_clock(store),
                *await _check_connections(settings, store),
                await _check_turns(store),
                await _check_work(store),
            ]
    except StoreUnavailable as error:
        return [fail("database rows", "database_unreachable", str(error))]


def is_current(settings: Settings) -> bool:
    """Whether there is a database, and one that this version may work on."""
    if settings.is_sqlite and not settings.sqlite_path.exists():
        return False
    try:
        check_revision(database_url(settings))
    except AntiphonError:
        return False
    return True


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The database, beside a server that may be running."""
    store = Store(open_engine(database_url(settings), 1), 1)
    try:
        yield store
    finally:
        await store.close()


async def _check_clock(store: Store) -> list[Check]:
    if store.is_sqlite:
        return []
    before = datetime.now(UTC)
    there = await store.read(_SYSTEM, read_now)
    # The answer was made somewhere between asking and hearing it.
    skew = max(before - there, there - datetime.now(UTC), timedelta())
    seen = f"the database's is {skew.total_seconds():.1f} s away from this machine's"
    return [Check("clock", True, seen) if skew <= _MOST_SKEW else fail("clock", "clock_skew", seen)]


async def _check_connections(settings: Settings, store: Store) -> list[Check]:
    most = await store.read(_SYSTEM, read_most_connections)
    if most is None:
        return []
    wanted = settings.processes * (settings.pool_size + 1)
    seen = f"PostgreSQL gives {most} to all together, and this machine's processes want {wanted}"
    return [Check("connections", True, seen) if wanted <= most else fail("connections", "connections_few", seen)]


async def _check_turns(store: Store) -> Check:
    stuck = await find_stuck(store, _SYSTEM)
    if not stuck:
        return Check("turns", True, "none is open that should have ended")
    oldest = f"{stuck[0].since:%Y-%m-%d %H:%M}"
    seen = f"{len(stuck)} open for more than {STUCK_AFTER.seconds // 60} minutes, the oldest since {oldest} UTC"
    return fail("turns", "turns_stuck", seen)


async def _check_work(store: Store) -> Check:
    stuck = await find_stuck_work(store, _SYSTEM)
    if not stuck:
        return Check("work", True, "nothing is open that should have ended")
    kinds = ", ".join(sorted({each.kind for each in stuck}))
    oldest = f"{stuck[0].created_at:%Y-%m-%d %H:%M}"
    return fail("work", "work_stuck", f"{len(stuck)} begun too often or open for a day ({kinds}), since {oldest} UTC")
