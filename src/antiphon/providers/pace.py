"""How often a stream is read.

Providers send one small event at a time, and waking up for each costs more than reading it. People cannot
tell text that comes every 20 ms from text that comes every 50, so after the first event a stream is read at
most once per `seconds`, and several events arrive with one wake-up.
"""

import asyncio

PACE_SECONDS = 0.05
# A stream that has brought so much since it last said something is in no hurry: it is read on every tenth beat, which
# is 128 KiB a second, more than any model writes and little enough for nobody else to feel.
SILENT_BYTES = 1024 * 1024
SILENT_BEATS = 10


class Pace:
    """Makes streams wait between reads. Those that share a pace wake together, which is cheaper still."""

    __slots__ = ("_seconds", "_waiting")

    def __init__(self, seconds: float = PACE_SECONDS) -> None:
        self._seconds = seconds
        self._waiting: list[asyncio.Future[None]] = []

    async def wait(self, beats: int = 1) -> None:
        """Sleep to the next beat, or over several."""
        if self._seconds <= 0:
            return
        for _ in range(beats):
            await self._wait_for_beat()

    async def _wait_for_beat(self) -> None:
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_later(self._seconds - loop.time() % self._seconds, self._beat)
        turn = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _beat(self) -> None:
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)
