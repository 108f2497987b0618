"""How much a provider may be asked at once, per minute and per day, over all conversations.

Concurrency is counted in this process; requests and tokens are counted where all nodes can see them when
there is a Redis, and here when there is none or it is gone.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from antiphon.conversation.payload import ImageData
from antiphon.conversation.receipt import PayingKey

if TYPE_CHECKING:
    from antiphon.engine.runtime.minutes import Minutes

_CHARS_PER_TOKEN = 3.5
# Whoever has pictures in a payload is asked for them only where tokens are counted.
_FindImages = Callable[[], Sequence[ImageData]]


@dataclass(frozen=True, slots=True)
class Limit:
    """What one provider allows."""

    concurrency: int = 32
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    tokens_per_day: int | None = None


class Limits:
    """Hands out places at providers."""

    def __init__(self, limits: Mapping[str, Limit], redis_url: str | None = None) -> None:
        self._limits: dict[str, Limit] = {}
        self._places: dict[str, asyncio.Semaphore] = {}
        # By provider, places under keys that are not the instance's: each key is counted for itself.
        self._keyed: dict[str, dict[str, asyncio.Semaphore]] = {}
        self.replace(limits)
        self._redis_url = redis_url
        self._minutes: Minutes | None = None

    def replace(self, limits: Mapping[str, Limit]) -> None:
        """Other limits from now on; whoever has or awaits a place at a provider that stays as it was keeps it."""
        kept = {name: self._places[name] for name, limit in limits.items() if self._limits.get(name) == limit}
        self._places = {name: kept.get(name) or asyncio.Semaphore(each.concurrency) for name, each in limits.items()}
        self._keyed = {name: self._keyed[name] for name in kept if name in self._keyed}
        self._limits = dict(limits)

    @asynccontextmanager
    async def place(
        self, provider: str, body_chars: int, key: PayingKey | None = None, images: _FindImages = tuple
    ) -> AsyncIterator[None]:
        """Wait for a place; `RateLimited` when the wait would be longer than a minute, or the day has none left.

        Pictures in the body count as what they are reckoned to take instead of by their letters.

        A provider counts by key, and so is counted here: whoever brings their own waits for nobody else.
        """
        limit = self._limits.get(provider)
        if limit is None:
            yield
            return
        async with self._find_places(provider, limit, key):
            await self.count(provider, body_chars, key, images)
            # Last: whoever gives up while waiting for the minute has taken nothing from the day.
            if limit.tokens_per_day:
                tokens = _count_tokens(body_chars, images())
                await self._count_minutes().take_of_day(limit.tokens_per_day, _name_count(provider, key), tokens)
            yield

    async def count(
        self, provider: str, body_chars: int, key: PayingKey | None = None, images: _FindImages = tuple
    ) -> None:
        """Wait until the minute has room for one more request; `RateLimited` when that would take longer than one.

        For one that is sent again from the place it has, too: providers count what they refuse, though nobody pays
        for it, and so the day does not.
        """
        limit = self._limits.get(provider)
        if limit is None:
            return
        counted = _name_count(provider, key)
        if limit.requests_per_minute:
            await self._count_minutes().take(limit.requests_per_minute, counted, "requests", 1)
        if limit.tokens_per_minute:
            fitting = min(_count_tokens(body_chars, images()), limit.tokens_per_minute)
            await self._count_minutes().take(limit.tokens_per_minute, counted, "tokens", fitting)

    def _find_places(self, provider: str, limit: Limit, key: PayingKey | None) -> asyncio.Semaphore:
        if key is None:
            return self._places[provider]
        return self._keyed.setdefault(provider, {}).setdefault(key.id, asyncio.Semaphore(limit.concurrency))

    async def close(self) -> None:
        """Give connections back."""
        if self._minutes is not None:
            await self._minutes.close()

    def _count_minutes(self) -> "Minutes":
        """Made when the first limit of this kind is met: most providers have none, and the library takes a while."""
        if self._minutes is None:
            from antiphon.engine.runtime.minutes import Minutes

            self._minutes = Minutes(self._redis_url)
        return self._minutes


def _name_count(provider: str, key: PayingKey | None) -> str:
    return provider if key is None else f"{provider}#{key.id}"


def _count_tokens(body_chars: int, images: Sequence[ImageData]) -> int:
    """About as many as a provider counts. In the body every three bytes of a picture are four letters."""
    letters = sum(-(-len(each.data) // 3) * 4 for each in images)
    return math.ceil(max(0, body_chars - letters) / _CHARS_PER_TOKEN) + sum(each.tokens for each in images)
