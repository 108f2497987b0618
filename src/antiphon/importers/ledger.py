"""Every field of a format accounted for: what is taken, what stays in the original alone, what is refused.

An importer declares its fields here and looks at each record through the same declaration, so that what nobody has
accounted for is counted and told.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Use = Literal["taken", "original", "refused"]

# As many names of unknown fields as a report can show.
_MOST_NAMES: Final = 200
_LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class FieldUse:
    """One field: `record` is the kind of object it stands in, `becomes` says what it turns into or why not."""

    record: str
    name: str
    use: Use
    becomes: str = ""


def declare(record: str, use: Use, **fields: str) -> tuple[FieldUse, ...]:
    """Several fields of one record that are used alike, each with what becomes of it."""
    return tuple(FieldUse(record, name, use, becomes) for name, becomes in fields.items())


def declare_kept(record: str, *names: str) -> tuple[FieldUse, ...]:
    """Fields that stay in the original and nowhere else."""
    return tuple(FieldUse(record, name, "original") for name in names)


@dataclass(slots=True)
class Ledger:
    """What was seen while reading, beyond the conversations themselves."""

    fields: tuple[FieldUse, ...]
    unknown: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)
    _declared: dict[str, frozenset[str]] = field(default_factory=dict)

    def look(self, record: str, found: Mapping[str, Any]) -> None:
        """Count the fields of this record that nobody has accounted for."""
        declared = self._declared.get(record)
        if declared is None:
            declared = frozenset(each.name for each in self.fields if each.record == record)
            self._declared[record] = declared
        if not found.keys() <= declared:
            for name in found.keys() - declared:
                self._count(self.unknown, f"{record}.{name[:_LONGEST_NAME]}")

    def warn(self, kind: str) -> None:
        """Count something that could not be brought as it was; `kind` is one of the words in `report.py`."""
        self._count(self.warnings, kind)

    def _count(self, counter: Counter[str], name: str) -> None:
        if name in counter or len(counter) < _MOST_NAMES:
            counter[name] += 1
