"""Work that goes on as long as the node lives, unless it has come to its end."""

import asyncio

from antiphon.engine.runtime.jobs import start_job


async def test_job_that_returns_is_not_begun_again() -> None:
    """A lease that was lost is told of once, however long the node takes to end."""
    told = []

    async def lose() -> None:
        told.append("lease_lost")

    await asyncio.wait_for(start_job("lease", lose), 5)

    assert told == ["lease_lost"]
