"""Turns that should have ended long ago: found, and closed on behalf of whoever asked."""

from datetime import UTC, datetime, timedelta
from typing import Final

from antiphon.access.principal import Principal, on_behalf_of
from antiphon.conversation.errors import NotFound
from antiphon.store.reads.stuck import StuckTurn, list_stuck
from antiphon.store.unit import Store
from antiphon.store.writes.request_stop import request_stop_of_turn

# Replies end within 30 minutes of being sent; the wait for the database may come on top.
STUCK_AFTER: Final = timedelta(minutes=35)


async def find_stuck(store: Store, principal: Principal) -> tuple[StuckTurn, ...]:
    """Everybody's, the oldest first; a turn that waits for its person's leave is none."""
    return await store.read(principal, list_stuck, datetime.now(UTC) - STUCK_AFTER)


async def close_stuck(store: Store, principal: Principal, turn_id: str | None) -> tuple[StuckTurn, ...]:
    """Have this turn, or every one that is stuck, end as stopped; `NotFound` for one that is not stuck.

    It is written down, and whoever has the turn, or takes it up, sees it.
    """
    stuck = [each for each in await find_stuck(store, principal) if turn_id in (None, each.turn_id)]
    if turn_id is not None and not stuck:
        raise NotFound("stuck turn", turn_id)
    for each in stuck:
        await store.write(on_behalf_of(each.workspace_id, each.author_id), request_stop_of_turn, each.turn_id)
    return tuple(stuck)
