"""When a provider says to come back."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_IN_WORDS = re.compile(
    r"(?:try again in|retry (?:after|in))\s+([0-9]+(?:\.[0-9]+)?)\s*"
    r"(ms|milliseconds?|s\b|seconds?|m\b|minutes?)",
    re.I,
)


def parse_retry_after(headers: Mapping[str, str], text: str = "", now: datetime | None = None) -> float | None:
    """The seconds to wait, from the headers or else from the message; `None` when nothing usable was said.

    A date that has passed means now. Negative, endless and unreadable waits are not usable.
    """
    lowered = {name.lower(): value.strip() for name, value in headers.items() if name.lower().startswith("retry-")}
    in_milliseconds = _usable(lowered.get("retry-after-ms"))
    if in_milliseconds is not None:
        return in_milliseconds / 1000
    said = lowered.get("retry-after")
    in_seconds = _usable(said)
    if in_seconds is not None:
        return in_seconds
    until_date = _seconds_until(said, now or datetime.now(UTC))
    return until_date if until_date is not None else _parse_words(text)


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
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


def _parse_words(text: str) -> float | None:
    found = _IN_WORDS.search(text)
    if found is None:
        return None
    number, unit = float(found[1]), found[2].lower()
    if unit.startswith(("ms", "milli")):
        return number / 1000
    return number * 60 if unit.startswith("m") else number
