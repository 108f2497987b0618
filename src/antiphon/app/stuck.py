"""What is stuck, looked for and closed beside a server that may be running, or may be what hangs."""

from typing import NamedTuple

from antiphon.access.principal import LOCAL, system_principal
from antiphon.app.database import database_url
from antiphon.app.look_at_database import open_store
from antiphon.conversation.errors import NotFound
from antiphon.engine.recovery.stuck import close_stuck, close_stuck_work, find_stuck, find_stuck_work
from antiphon.settings import Settings
from antiphon.store.migrate import check_revision
from antiphon.store.reads.operations import OpenThing
from antiphon.store.reads.stuck import StuckTurn

_SYSTEM = system_principal(LOCAL.workspace_id)


class Stuck(NamedTuple):
    """Turns and lasting work, everybody's, each the oldest first."""

    turns: tuple[StuckTurn, ...]
    work: tuple[OpenThing, ...]


async def list_stuck(settings: Settings) -> Stuck:
    """Everything that is stuck."""
    check_revision(database_url(settings))
    async with open_store(settings) as store:
        return Stuck(await find_stuck(store, _SYSTEM), await find_stuck_work(store, _SYSTEM))


async def close_stuck_things(settings: Settings, thing_id: str | None) -> Stuck:
    """Have one, or all of them, end; `NotFound` for one that is not stuck."""
    check_revision(database_url(settings))
    async with open_store(settings) as store:
        closed = Stuck(
            await close_stuck(store, _SYSTEM, thing_id),
            await close_stuck_work(store, _SYSTEM, thing_id),
        )
    if thing_id is not None and not any(closed):
        raise NotFound("stuck turn or work", thing_id)
    return closed
