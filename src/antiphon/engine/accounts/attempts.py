"""Who guessed wrong of late, on this node: names, known or not, and addresses."""

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from antiphon.access.throttle import MOST_FROM_ONE_ADDRESS, Failures, wait_of_address
from antiphon.conversation.errors import TooManyAttempts

# Whoever tries more names than this of late loses the oldest; the addresses they come from are counted all the same.
_MOST_KNOWN = 50_000


class Attempts:
    """Counts attempts when they begin: a hundred at once are a hundred."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._names: dict[str, Failures] = {}
        self._addresses: dict[str, list[float]] = {}

    def begin(self, name: str, address: str) -> None:
        """Count one attempt at this name from there; `TooManyAttempts` says how long to wait, and does not count."""
        now = self._clock()
        failures = self._names.get(name, Failures())
        place = _widen(address)
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
        if tried := self._addresses.get(_widen(address)):
            tried.pop()


def _widen(address: str) -> str:
    """Whoever has one address of IPv6 has 2 ** 64 of them. Nobody is counted who comes from this machine: a proxy."""
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    if ip.is_loopback:
        return ""
    return str(ip_network((ip, 64), strict=False)) if isinstance(ip, IPv6Address) else str(ip)


def _limit(known: "dict[str, Failures] | dict[str, list[float]]") -> None:
    while len(known) > _MOST_KNOWN:
        known.pop(next(iter(known)))
