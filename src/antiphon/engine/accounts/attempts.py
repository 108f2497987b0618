"""Who guessed wrong of late, on this node: names, known or not, and addresses; and who asks too often."""

import time
from collections.abc import Callable
from math import ceil

from antiphon.access.addresses import Networks, is_inside, is_loopback, widen
from antiphon.access.throttle import MOST_FROM_ONE_ADDRESS, Failures, wait_of_address
from antiphon.conversation.errors import DeviceHasty, TooManyAttempts

# Whoever tries more names than this of late loses the oldest; the addresses they come from are counted all the same.
_MOST_KNOWN = 50_000
# How often a program that waits to be let in may ask; half a second early is not too early.
EVERY_SECONDS = 5
_EARLY_SECONDS = 0.5
_MOST_WAITING = 1_000


class Attempts:
    """Counts attempts when they begin: a hundred at once are a hundred."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, trusted: Networks = ()) -> None:
        self._clock = clock
        self._trusted = trusted
        self._names: dict[str, Failures] = {}
        self._addresses: dict[str, list[float]] = {}

    def begin(self, name: str, address: str) -> None:
        """Count one attempt at this name from there; `TooManyAttempts` says how long to wait, and does not count."""
        now = self._clock()
        failures = self._names.get(name, Failures())
        place = self._find_place(address)
        recent = self._addresses.get(place, []) if place else []
        wait = max(failures.wait_left(now), wait_of_address(recent, now))
        if wait > 0:
            raise TooManyAttempts(ceil(wait))
        self._names[name] = failures.add(now)
        _limit(self._names)
        if place:
            self._addresses[place] = [*recent[-MOST_FROM_ONE_ADDRESS:], now]
            _limit(self._addresses)

    def succeed(self, name: str, address: str) -> None:
        """It was no guess: the name starts anew, and its address is given this attempt back."""
        self._names.pop(name, None)
        if tried := self._addresses.get(self._find_place(address)):
            tried.pop()

    def _find_place(self, address: str) -> str:
        """What is counted. Nobody is who comes from this machine or from a proxy of ours: many may stand behind it."""
        return "" if is_loopback(address) or is_inside(address, self._trusted) else widen(address)


class Polls:
    """When each program that waits to be let in asked this node last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: dict[str, float] = {}

    def note(self, sha256: str) -> None:
        """It asks now; `DeviceHasty` when it has just asked."""
        now = self._clock()
        last = self._asked.pop(sha256, None)
        self._asked[sha256] = now
        while len(self._asked) > _MOST_WAITING:
            self._asked.pop(next(iter(self._asked)))
        if last is not None and now - last < EVERY_SECONDS - _EARLY_SECONDS:
            raise DeviceHasty(2 * EVERY_SECONDS)


def _limit(known: "dict[str, Failures] | dict[str, list[float]]") -> None:
    while len(known) > _MOST_KNOWN:
        known.pop(next(iter(known)))
