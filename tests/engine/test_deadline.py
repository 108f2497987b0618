"""The time a reply may take."""

import asyncio

import pytest

from antiphon.engine.turns.deadline import Deadline


@pytest.mark.measured
async def test_two_rounds_share_one_deadline() -> None:
    """What the first round took is not there for the second."""

    async def run() -> None:
        async with Deadline().within(0.3):
            await asyncio.sleep(0.2)
            await asyncio.sleep(0.2)

    with pytest.raises(TimeoutError):
        await run()


@pytest.mark.measured
async def test_clock_stands_still_while_a_person_is_asked() -> None:
    """Two questions at once, one answered before the other; then the rest of the time is there, and no more."""
    deadline = Deadline()
    passed = []

    async def ask(seconds: float) -> None:
        with deadline.paused():
            await asyncio.sleep(seconds)

    async def run() -> None:
        async with deadline.within(0.2):
            await asyncio.gather(ask(0.1), ask(0.4))
            passed.append("asked")
            await asyncio.sleep(0.05)
            passed.append("went on")
            await asyncio.sleep(0.5)
            passed.append("too long")

    with pytest.raises(TimeoutError):
        await run()
    assert passed == ["asked", "went on"]
