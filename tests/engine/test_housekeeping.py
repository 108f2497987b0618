"""What is forgotten, and by whose clock."""

from datetime import UTC, datetime, timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.conversation.work import NewWork
from antiphon.engine.recovery.housekeeping import count_stuck, read_earlier_now
from antiphon.engine.runtime.metrics import stuck
from antiphon.store.unit import Store
from antiphon.store.writes.work import begin_work


@pytest.mark.parametrize("days", [1, -1])
async def test_a_clock_that_is_ahead_forgets_nothing_early(store: Store, days: int) -> None:
    """XT01: promise 2: a node a day ahead must not delete the keys of today; one that is behind only forgets late."""
    now = datetime.now(UTC)

    used = await read_earlier_now(store, LOCAL, lambda: now + timedelta(days=days))

    assert abs(used - (now + timedelta(days=min(days, 0)))) < timedelta(seconds=60)


async def test_work_that_is_open_for_longer_than_a_day_is_counted_and_what_is_new_is_not(store: Store) -> None:
    now = datetime.now(UTC)
    await store.write(LOCAL, begin_work, NewWork("w_old", "map", now - timedelta(days=2)))
    await store.write(LOCAL, begin_work, NewWork("w_new", "map", now))

    await count_stuck(store, LOCAL)

    assert (stuck.labels("work")._value.get(), stuck.labels("turn")._value.get()) == (1, 0)
