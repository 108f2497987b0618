"""When a provider says to come back."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,12})?"
_UNIT = r"(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)(?![a-z])"
# "in 494ms", "in 1m12.5s", "after 86400 seconds", "in 2 hours and 5 minutes"
_WAIT = re.compile(
    rf"(?:try again in|try again after|retry in|retry after|please wait)\s{{1,5}}"
    rf"((?:{_NUMBER} ?{_UNIT}(?:,| and)? ?){{1,5}})",
    re.IGNORECASE,
)
_PART = re.compile(rf"({_NUMBER}) ?({_UNIT})", re.IGNORECASE)
_SECONDS = {"ms": 0.001, "mi": 60.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

# Nobody comes back later than this, and a moment further away may be none that a calendar has.
LONGEST_SECONDS = 30 * 86400.0


def parse_retry_after(headers: Mapping[str, str], text: str = "", now: datetime | None = None) -> float | None:
    """The seconds to wait, from the headers or else from the message; `None` when nothing usable was said.

    A date that has passed means now. Negative, endless and unreadable waits are not usable, and none is longer than
    thirty days.
    """
    seconds = _read_headers(headers, now)
    return parse_wait(text) if seconds is None else min(seconds, LONGEST_SECONDS)


def _read_headers(headers: Mapping[str, str], now: datetime | None) -> float | None:
    lowered = {name.lower(): value.strip() for name, value in headers.items() if name.lower().startswith("retry-")}
    in_milliseconds = _usable(lowered.get("retry-after-ms"))
    if in_milliseconds is not None:
        return in_milliseconds / 1000
    said = lowered.get("retry-after")
    in_seconds = _usable(said)
    if in_seconds is not None:
        return in_seconds
    return _seconds_until(said, now or datetime.now(UTC))


def parse_wait(text: str) -> float | None:
    """The seconds a sentence asks to wait; `None` when it names no time."""
    found = _WAIT.search(text)
    if found is None:
        return None
    seconds = sum(float(number) * _unit_seconds(unit.lower()) for number, unit in _PART.findall(found[1]))
    return min(round(seconds, 9), LONGEST_SECONDS)


def _unit_seconds(unit: str) -> float:
    if unit.startswith("milli"):
        return _SECONDS["ms"]
    return _SECONDS.get(unit[:2]) or _SECONDS[unit[0]]


def _usable(text: str | None) -> float | None:
    """A finite number that is not negative."""
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _seconds_until(text: str | None, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(text or "")
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - now).total_seconds())
    # The standard parser stumbles over some malformed dates in ways of its own.
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
