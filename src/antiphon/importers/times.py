"""Moments as other programs write them."""

import re
from datetime import UTC, datetime
from typing import Any, Final

# Seconds beyond this are milliseconds: as seconds it would be the year 5138.
_MILLISECONDS_FROM: Final = 10**11
_FILE_NAME = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s")
_SPOKEN: Final = ("%B %d, %Y %I:%M%p", "%B %d, %Y %H:%M", "%b %d, %Y %I:%M%p")
_FIRST, _LAST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def read_moment(value: Any) -> datetime | None:
    """The moment that is meant, in UTC; nothing where none can be made out. Without a zone it is taken for UTC."""
    try:
        found = _read(value)
    except (ValueError, OverflowError, OSError):
        return None
    if found is None:
        return None
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    return found if _FIRST <= found <= _LAST else None


def _read(value: Any) -> datetime | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return datetime.fromtimestamp(value / 1000 if abs(value) >= _MILLISECONDS_FROM else value, UTC)
    if not isinstance(value, str) or not value.strip():
        return None
    text = value.strip()
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return _read(float(text))
    if (found := _FILE_NAME.search(text)) is not None:
        return datetime(*(int(each) for each in found.groups()), tzinfo=UTC)  # type: ignore[misc,arg-type] # six numbers
    for shape in _SPOKEN:
        try:
            return datetime.strptime(text.upper() if "%p" in shape else text, shape).replace(tzinfo=UTC)
        except ValueError:
            continue
    return datetime.fromisoformat(text)
