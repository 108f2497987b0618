"""How often somebody may call, and how many streams they may hold open."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil

from antiphon.access.policy import CallCost
from antiphon.access.principal import Principal
from antiphon.conversation.errors import TooManyCalls, TooManyFeeds


@dataclass(frozen=True, slots=True)
class RateLimits:
    """Calls per minute and principal by what they cost, and open feeds. 0 sets no limit.

    Without accounts a whole team may be one principal, so these are far beyond what a person does.
    """

    cheap: int = 12_000
    heavy: int = 3_000
    paid: int = 1_200
    feeds: int = 500

    def per_minute(self, cost: CallCost) -> int:
        """Calls of this kind in a minute."""
        return {CallCost.CHEAP: self.cheap, CallCost.HEAVY: self.heavy, CallCost.PAID: self.paid}[cost]


class Callers:
    """Who called how often of late, on this node. A minute's calls may come at once; then they trickle."""

    def __init__(self, pace: RateLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._pace = pace
        self._clock = clock
        # Per principal and cost, the moment at which all its calls have been paid off.
        self._paid_off: dict[tuple[str, CallCost], float] = {}
        self._feeds: dict[str, int] = {}

    def check(self, principal: Principal, cost: CallCost) -> None:
        """Count one call; `TooManyCalls` says how long to wait when it is one too many, and then it does not count."""
        per_minute = self._pace.per_minute(cost)
        if not per_minute:
            return
        now = self._clock()
        key = (principal.id, cost)
        paid_off = max(self._paid_off.get(key, now), now) + 60 / per_minute
        if paid_off - now > 60:
            raise TooManyCalls(cost, max(1, ceil(paid_off - now - 60)))
        self._paid_off[key] = paid_off

    @contextmanager
    def hold_feed(self, principal: Principal) -> Iterator[None]:
        """One open feed, for the length of the context; `TooManyFeeds` when there are as many as may be."""
        held = self._feeds.get(principal.id, 0)
        if self._pace.feeds and held >= self._pace.feeds:
            raise TooManyFeeds(self._pace.feeds)
        self._feeds[principal.id] = held + 1
        try:
            yield
        finally:
            self._feeds[principal.id] -= 1
            if not self._feeds[principal.id]:
                del self._feeds[principal.id]
