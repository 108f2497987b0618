"""Turns and lasting work that should have ended long ago: found, and closed on behalf of whoever asked."""

from datetime import UTC, datetime, timedelta
from typing import Final

from antiphon.access.principal import Principal, on_behalf_of
from antiphon.conversation.work import MOST_STARTS
from antiphon.store.reads.clock import read_now
from antiphon.store.reads.operations import TURN, OpenThing, list_open
from antiphon.store.reads.stuck import StuckTurn, list_stuck
from antiphon.store.unit import Store, Unit
from antiphon.store.writes.request_stop import request_stop_of_turn
from antiphon.store.writes.work import condemn_work

# Replies end within 30 minutes of being sent; the wait for the database may come on top.
STUCK_AFTER: Final = timedelta(minutes=35)
# Large imports and tests take hours, and a server may be off for a night.
_WORK_STUCK_AFTER: Final = timedelta(days=1)
# A process may be killed while it is at something. Three of them were killed by it.
_FEW_STARTS: Final = 3


def is_stuck(thing: OpenThing, now: datetime) -> bool:
    """Whether this should have ended long ago; what waits for its person, or for its moment, is not stuck."""
    if thing.waits or (thing.due_at is not None and thing.due_at > now):
        return False
    if thing.kind == TURN:
        return now - thing.since > STUCK_AFTER
    return thing.starts >= _FEW_STARTS or now - thing.created_at > _WORK_STUCK_AFTER


async def find_stuck(store: Store, principal: Principal) -> tuple[StuckTurn, ...]:
    """Everybody's, the oldest first; a turn that waits for its person's leave is none."""
    return await store.read(principal, list_stuck, datetime.now(UTC) - STUCK_AFTER)


async def find_stuck_work(store: Store, principal: Principal) -> tuple[OpenThing, ...]:
    """Everybody's lasting work that was begun three times without an end, or is open for a day; the oldest first."""
    return await store.read(principal, _read_stuck_work)


async def close_stuck(store: Store, principal: Principal, turn_id: str | None) -> tuple[StuckTurn, ...]:
    """Have this turn, or every one that is stuck, end as stopped; nothing for one that is not stuck.

    It is written down, and whoever has the turn, or takes it up, sees it.
    """
    stuck = [each for each in await find_stuck(store, principal) if turn_id in (None, each.turn_id)]
    for each in stuck:
        await store.write(on_behalf_of(each.workspace_id, each.author_id), request_stop_of_turn, each.turn_id)
    return tuple(stuck)


async def close_stuck_work(store: Store, principal: Principal, work_id: str | None) -> tuple[OpenThing, ...]:
    """Have this piece, or every one that is stuck, end as cut off by whoever looks next; nothing for one that is not.

    Only the worker of its kind knows how to write its end down, so it is not removed here.
    """
    stuck = [each for each in await find_stuck_work(store, principal) if work_id in (None, each.id)]
    if stuck:
        await store.write(principal, condemn_work, [each.id for each in stuck], MOST_STARTS)
    return tuple(stuck)


def _read_stuck_work(unit: Unit) -> tuple[OpenThing, ...]:
    now = read_now(unit)
    return tuple(each for each in list_open(unit) if each.kind != TURN and is_stuck(each, now))
