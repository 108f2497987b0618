"""How often a stream is read."""

import asyncio

import pytest

from antiphon.providers.pace import Pace


async def test_streams_wake_on_the_same_beat() -> None:
    clock = asyncio.get_running_loop().time
    pace = Pace(0.05)

    async def wake_after(delay: float) -> float:
        await asyncio.sleep(delay)
        await pace.wait()
        return clock()

    moments = await asyncio.gather(*(wake_after(0.001 * number) for number in range(8)))

    beats = {round(moment / 0.05) for moment in moments}
    assert len(beats) <= 2


@pytest.mark.measured
async def test_no_pace_means_no_waiting() -> None:
    clock = asyncio.get_running_loop().time
    started = clock()

    for _ in range(100):
        await Pace(0).wait()

    assert clock() - started < 0.05
