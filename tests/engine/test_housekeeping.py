"""What is forgotten, and by whose clock."""

from datetime import UTC, datetime, timedelta

import pytest

from antiphon.access.principal import LOCAL
from antiphon.engine.recovery.housekeeping import read_earlier_now
from antiphon.store.unit import Store


@pytest.mark.parametrize("days", [1, -1])
async def test_a_clock_that_is_ahead_forgets_nothing_early(store: Store, days: int) -> None:
    """XT01: promise 2: a node a day ahead must not delete the keys of today; one that is behind only forgets late."""
    now = datetime.now(UTC)

    used = await read_earlier_now(store, LOCAL, lambda: now + timedelta(days=days))

    assert abs(used - (now + timedelta(days=min(days, 0)))) < timedelta(seconds=60)
