"""How often a stream is read.

Providers send one small event at a time, and waking up for each costs more than reading it. People cannot
tell text that comes every 20 ms from text that comes every 40, so after the first event a stream is read at
most once per `seconds`, and several events arrive with one wake-up.
"""

import asyncio

PACE_SECONDS = 0.04


class Pace:
    """Makes one stream wait between reads. Streams of one loop wake together, which is cheaper still."""

    __slots__ = ("_seconds",)

    def __init__(self, seconds: float = PACE_SECONDS) -> None:
        self._seconds = seconds

    async def wait(self) -> None:
        """Sleep to the next beat; all streams with this pace share the same beats."""
        if self._seconds > 0:
            now = asyncio.get_running_loop().time()
            await asyncio.sleep(self._seconds - now % self._seconds)
