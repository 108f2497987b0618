"""What a part of an archive added here and changed here, so that it can be taken back."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Added:
    """Rows by kind and name in the order they came, and what rows that were changed held before."""

    rows: list[list[str]] = field(default_factory=list)
    was: list[list[Any]] = field(default_factory=list)

    def note(self, kind: str, *key: object) -> None:
        """This row came."""
        self.rows.append([kind, *(str(each) for each in key)])

    def note_change(self, kind: str, key: list[Any], before: dict[str, Any]) -> None:
        """This row was changed, and held this before."""
        self.was.append([kind, key, before])

    def write(self) -> dict[str, Any]:
        """As it is kept beside the part."""
        return {"rows": self.rows, "was": self.was}
