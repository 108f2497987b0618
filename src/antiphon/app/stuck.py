"""Turns that are stuck, looked for and closed beside a server that may be running, or may be what hangs."""

from antiphon.access.principal import LOCAL, system_principal
from antiphon.app.database import database_url
from antiphon.app.look_at_database import open_store
from antiphon.engine.recovery.stuck import close_stuck, find_stuck
from antiphon.settings import Settings
from antiphon.store.migrate import check_revision
from antiphon.store.reads.stuck import StuckTurn

_SYSTEM = system_principal(LOCAL.workspace_id)


async def list_stuck_turns(settings: Settings) -> tuple[StuckTurn, ...]:
    """Everybody's, the oldest first."""
    check_revision(database_url(settings))
    async with open_store(settings) as store:
        return await find_stuck(store, _SYSTEM)


async def close_stuck_turns(settings: Settings, turn_id: str | None) -> tuple[StuckTurn, ...]:
    """Have one, or all of them, end as stopped."""
    check_revision(database_url(settings))
    async with open_store(settings) as store:
        return await close_stuck(store, _SYSTEM, turn_id)
