"""How much a provider may be asked at once and per minute, over all conversations.

Concurrency is counted in this process; requests and tokens per minute are counted where all nodes can see them when
there is a Redis, and here when there is none or it is gone.
"""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage, RedisStorage, Storage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError

from antiphon.conversation.errors import RateLimited
from antiphon.providers.retry import MOST_WAIT_SECONDS

logger = logging.getLogger(__name__)

_CHARS_PER_TOKEN = 3.5


@dataclass(frozen=True, slots=True)
class Limit:
    """What one provider allows."""

    concurrency: int = 32
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None


class Limits:
    """Hands out places at providers."""

    def __init__(self, limits: Mapping[str, Limit], redis_url: str | None = None) -> None:
        self._limits: dict[str, Limit] = {}
        self._places: dict[str, asyncio.Semaphore] = {}
        self.replace(limits)
        self._storage = _open_storage(redis_url)
        self._shared = MovingWindowRateLimiter(self._storage)
        self._local = MovingWindowRateLimiter(MemoryStorage())

    def replace(self, limits: Mapping[str, Limit]) -> None:
        """Other limits from now on; whoever has or awaits a place at a provider that stays as it was keeps it."""
        kept = {name: self._places[name] for name, limit in limits.items() if self._limits.get(name) == limit}
        self._places = {name: kept.get(name) or asyncio.Semaphore(each.concurrency) for name, each in limits.items()}
        self._limits = dict(limits)

    @asynccontextmanager
    async def place(self, provider: str, body_chars: int) -> AsyncIterator[None]:
        """Wait for a place; `RateLimited` when the wait would be longer than a minute."""
        limit = self._limits.get(provider)
        if limit is None:
            yield
            return
        async with self._places[provider]:
            if limit.requests_per_minute:
                await self._take(RateLimitItemPerMinute(limit.requests_per_minute), provider, "requests", 1)
            if limit.tokens_per_minute:
                tokens = min(math.ceil(body_chars / _CHARS_PER_TOKEN), limit.tokens_per_minute)
                await self._take(RateLimitItemPerMinute(limit.tokens_per_minute), provider, "tokens", tokens)
            yield

    async def close(self) -> None:
        """Give connections back."""
        if isinstance(self._storage, RedisStorage):
            # The library has no way to close what it opened; its stubs do not know the connection either.
            bridge: Any = self._storage.bridge
            await bridge.get_connection().aclose()

    async def _take(self, item: RateLimitItem, provider: str, what: str, cost: int) -> None:
        waited = 0.0
        while not await self._hit(item, provider, what, cost):
            seconds = await self._seconds_until_free(item, provider, what)
            if waited + seconds > MOST_WAIT_SECONDS:
                raise RateLimited(provider, retry_after=seconds)
            await asyncio.sleep(seconds)
            waited += seconds

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


def _open_storage(redis_url: str | None) -> Storage:
    if redis_url is None:
        return MemoryStorage()
    return RedisStorage(f"async+{redis_url}", implementation="redispy", wrap_exceptions=True)
