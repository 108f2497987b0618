"""What this process has complained about in its log, counted by name.

A line of the log is an event name and facts, and only the name is kept: no fact, and nothing of anybody's.
"""

import logging
from datetime import UTC, datetime
from typing import Final, NamedTuple

from typing_extensions import override

# The house has fewer names than this; whatever is more is no name of ours.
_MOST_NAMES: Final = 200


class Fault(NamedTuple):
    """Something that was complained about, how often, and when last."""

    name: str
    times: int
    last_at: datetime


class FaultCounter(logging.Handler):
    """Hears the house's own loggers, from warnings on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._counts: dict[str, tuple[int, float]] = {}

    @override
    def emit(self, record: logging.LogRecord) -> None:
        """Count it, unless it is somebody else's: they may quote what people said."""
        name = str(record.msg)
        if not record.name.startswith("antiphon.") or not (name in self._counts or len(self._counts) < _MOST_NAMES):
            return
        self._counts[name] = (self._counts.get(name, (0, 0.0))[0] + 1, record.created)

    def read(self) -> tuple[Fault, ...]:
        """Everything that was counted, the last first."""
        seen = sorted(self._counts.items(), key=lambda each: each[1][1], reverse=True)
        return tuple(Fault(name, count, datetime.fromtimestamp(last, UTC)) for name, (count, last) in seen)


faults: Final = FaultCounter()
