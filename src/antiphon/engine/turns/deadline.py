"""The time one reply may take in all."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Deadline:
    """One deadline for all requests of a reply and the tools in between. It stands still while a person is asked."""

    def __init__(self) -> None:
        self._timeout: asyncio.Timeout | None = None
        self._questions = 0
        self._left = 0.0

    @asynccontextmanager
    async def within(self, seconds: float) -> AsyncIterator[None]:
        """Raise `TimeoutError` when the block takes longer than this, questions not counted."""
        async with asyncio.timeout(seconds) as self._timeout:
            yield

    @contextmanager
    def paused(self) -> Iterator[None]:
        """The clock stands still as long as any such block is open."""
        loop = asyncio.get_running_loop()
        self._questions += 1
        if self._questions == 1 and self._timeout is not None and not self._timeout.expired():
            self._left = (self._timeout.when() or loop.time()) - loop.time()
            self._timeout.reschedule(None)
        try:
            yield
        finally:
            self._questions -= 1
            if self._questions == 0 and self._timeout is not None and not self._timeout.expired():
                self._timeout.reschedule(loop.time() + self._left)
