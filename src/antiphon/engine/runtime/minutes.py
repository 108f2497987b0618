"""Requests and tokens of a minute and of a day, counted where all nodes can see them.

Loaded by whoever has such a limit.
"""

import asyncio
import logging
import time
from typing import Any

from limits import RateLimitItem, RateLimitItemPerDay, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter
from limits.errors import StorageError

from antiphon.conversation.errors import RateLimited
from antiphon.providers.retry import MOST_WAIT_SECONDS

logger = logging.getLogger(__name__)


class Minutes:
    """What was asked of each provider in the last minute and in this day, on all nodes; here alone without Redis.

    A day begins with its first request. It is one number, not a list of moments, for there may be millions.
    """

    def __init__(self, redis_url: str | None) -> None:
        self._storage = _open_storage(redis_url)
        self._shared = MovingWindowRateLimiter(self._storage)
        self._local = MovingWindowRateLimiter(MemoryStorage())
        self._days = FixedWindowRateLimiter(self._storage)
        self._local_days = FixedWindowRateLimiter(MemoryStorage())

    async def take(self, per_minute: int, provider: str, what: str, cost: int) -> None:
        """Wait until so many more fit; `RateLimited` when the wait would be longer than a minute."""
        item = RateLimitItemPerMinute(per_minute)
        waited = 0.0
        while not await self._hit(item, provider, what, cost):
            seconds = await self._seconds_until_free(item, provider, what)
            if waited + seconds > MOST_WAIT_SECONDS:
                raise RateLimited(provider, retry_after=seconds)
            await asyncio.sleep(seconds)
            waited += seconds

    async def take_of_day(self, per_day: int, provider: str, cost: int) -> None:
        """Count so many more; `RateLimited` when they do not fit: nobody waits until tomorrow."""
        item = RateLimitItemPerDay(per_day)
        try:
            over = await _count_day(self._days, item, provider, cost)
        except (StorageError, OSError):
            logger.warning("limits_local", extra={"provider": provider})
            over = await _count_day(self._local_days, item, provider, cost)
        if over is not None:
            raise RateLimited(provider, retry_after=over)

    async def close(self) -> None:
        """Give connections back."""
        if isinstance(self._storage, RedisStorage):
            # The library has no way to close what it opened; its stubs do not know the connection either.
            bridge: Any = self._storage.bridge
            await bridge.get_connection().aclose()

    async def _hit(self, item: RateLimitItem, provider: str, what: str, cost: int) -> bool:
        try:
            return await self._shared.hit(item, provider, what, cost=cost)
        except (StorageError, OSError):
            # Without Redis nodes cannot see each other; each then counts for itself.
            logger.warning("limits_local", extra={"provider": provider})
            return await self._local.hit(item, provider, what, cost=cost)

    async def _seconds_until_free(self, item: RateLimitItem, provider: str, what: str) -> float:
        try:
            stats = await self._shared.get_window_stats(item, provider, what)
        except (StorageError, OSError):
            stats = await self._local.get_window_stats(item, provider, what)
        return max(0.05, stats.reset_time - time.time())


async def _count_day(days: FixedWindowRateLimiter, item: RateLimitItem, provider: str, cost: int) -> float | None:
    """Count it if it fits; else the seconds until the day is over. What does not fit takes nothing from the day."""
    if await days.test(item, provider, "tokens", cost=cost) and await days.hit(item, provider, "tokens", cost=cost):
        return None
    stats = await days.get_window_stats(item, provider, "tokens")
    return max(1.0, stats.reset_time - time.time())


def _open_storage(redis_url: str | None) -> Storage:
    if redis_url is None:
        return MemoryStorage()
    return RedisStorage(f"async+{redis_url}", implementation="redispy", wrap_exceptions=True)
