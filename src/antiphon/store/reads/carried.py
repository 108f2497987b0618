"""What was carried along from archives of later versions, as it leaves again."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select

from antiphon.store.carried import BEGINNING, WHOLE, fill_fields, name_record
from antiphon.store.tables import carried
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class Carried:
    """What belongs to the records of one file."""

    def __init__(self, fields: Mapping[str, bytes], lines: dict[str, list[bytes]]) -> None:
        self._fields = fields
        self._lines = lines

    def begin(self) -> Iterator[bytes]:
        """Lines before the first record."""
        return iter(self._lines.pop(BEGINNING, ()))

    def fill(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        """The record with the fields that were carried for it."""
        packed = self._fields.get(name_record(kind, body)) if self._fields else None
        return body if packed is None else fill_fields(body, packed)

    def follow(self, kind: str, body: Mapping[str, Any]) -> Iterator[bytes]:
        """Lines that came behind this record."""
        return iter(self._lines.pop(name_record(kind, body), ())) if self._lines else iter(())

    def end(self) -> Iterator[bytes]:
        """Lines whose record is here no more."""
        return (line for _, lines in sorted(self._lines.items()) for line in lines)


def read_carried(unit: Unit, file: str, conversation_id: str = "") -> Carried:
    """What stands in one file beside the records that are known; most often nothing."""
    here = (carried.c.file == file) & (carried.c.conversation_id == conversation_id) & (carried.c.anchor != WHOLE)
    query = select(carried.c.anchor, carried.c.number, carried.c.data).where(visible(unit, carried), here)
    fields: dict[str, bytes] = {}
    lines: dict[str, list[bytes]] = {}
    for row in unit.connection.execute(query.order_by(carried.c.number)):
        if row.number:
            lines.setdefault(row.anchor, []).append(bytes(row.data))
        else:
            fields[row.anchor] = bytes(row.data)
    return Carried(fields, lines)


def list_carried_files(unit: Unit) -> list[str]:
    """Files that nobody here knows."""
    query = select(carried.c.file).where(visible(unit, carried), carried.c.anchor == WHOLE)
    return sorted(unit.connection.execute(query).scalars())


def read_carried_file(unit: Unit, path: str) -> bytes:
    """The bytes of one."""
    whole = (carried.c.file == path) & (carried.c.anchor == WHOLE)
    return bytes(unit.connection.execute(select(carried.c.data).where(visible(unit, carried), whole)).scalar_one())
