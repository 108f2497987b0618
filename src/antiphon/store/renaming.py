"""Names that are taken here: what stands for them, in everything that says them."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Table, select

from antiphon.store.dialect import in_parts
from antiphon.store.unit import Unit

# An id that was drawn is unlike any word. One that somebody gave, such as `skeptic`, is a name only where one stands.
_DRAWN: Final = re.compile(r"[a-z]+_[0-9a-z]{20,}")
_NAMING: Final = re.compile(r"(?:.*_)?(?:ids?|from)|first_wording")


class Renaming:
    """Old names and new ones, in the order they were given."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)
        self.is_changed = False

    def add(self, unit: Unit, old: str, new: str | None = None) -> str:
        """Give it a new name: the one that is meant, or one that is the same whenever the same comes to this person."""
        self.names[old] = new or name_anew(unit, old)
        self.is_changed = True
        return self.names[old]

    def apply(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The record with new names for old ones, however deep they stand."""
        if not self.names:
            return dict(body)
        return {self._drawn(name): self._walk(value, bool(_NAMING.fullmatch(name))) for name, value in body.items()}

    def _walk(self, value: Any, is_name: bool) -> Any:
        match value:
            case str():
                return self.names.get(value, value) if is_name else self._drawn(value)
            case list():
                return [self._walk(each, is_name) for each in value]
            case dict():
                return self.apply(value)
            case _:
                return value

    def _drawn(self, value: str) -> str:
        return self.names.get(value, value) if _DRAWN.fullmatch(value) else value


def name_anew(unit: Unit, old: str) -> str:
    """A name for what was called so elsewhere."""
    prefix = old.partition("_")[0] if _DRAWN.fullmatch(old) else "x"
    seed = f"{unit.workspace_id} {unit.principal.id} {old}"
    return f"{prefix[:10]}_{hashlib.blake2b(seed.encode(), digest_size=13).hexdigest()}"


def find_taken(unit: Unit, table: Table, ids: Iterable[str]) -> list[str]:
    """Those of these that stand in the table, whoever they belong to."""
    found: list[str] = []
    for some in in_parts(list(ids)):
        found += unit.connection.execute(select(table.c.id).where(table.c.id.in_(some))).scalars()
    return found
