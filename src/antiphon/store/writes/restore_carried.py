"""What of a part of an archive nobody here can read is kept beside it, to leave again as it came."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import select

from antiphon.conversation.archive import RECORDS, find_file, list_fields
from antiphon.store.carried import BEGINNING, WHOLE, name_record, pack_fields
from antiphon.store.dialect import in_parts, insert_into
from antiphon.store.renaming import Renaming
from antiphon.store.tables import carried, conversations
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.restore_added import Added
from antiphon.store.writes.restore_rows import Body, read_piece

CARRIED: Final = "carried"
_KEY: Final = ("conversation_id", "file", "anchor", "number")
_FIELDS: Final = {record: frozenset(list_fields(record)) for record in RECORDS}
_STEM: Final = re.compile(r"[^/.]+")


def has_carried(unit: Unit, records: Sequence[tuple[str, Body]]) -> bool:
    """Whether all that nobody can read stands here already."""
    for row in _build_rows(unit, records, Renaming({}), ""):
        same = [carried.c[name] == row[name] for name in _KEY]
        query = select(carried.c.file).where(visible(unit, carried), carried.c.data == row["data"], *same)
        if unit.connection.execute(query).first() is None:
            return False
    return True


def add_carried(
    unit: Unit,
    import_id: str,
    records: Sequence[tuple[str, Body]],
    renaming: Renaming,
    added: Added | None = None,
    conversation_id: str = "",
) -> None:
    """Keep it; what is kept of the same thing already stays as it is. Of a conversation it goes when that goes."""
    if not any(_is_unknown(kind, body) for kind, body in records):
        return
    rows = [
        row | {"import_id": import_id}
        for row in _build_rows(unit, records, renaming, conversation_id)
        if _has_conversation(unit, row)
    ]
    put = insert_into(carried, unit.dialect).on_conflict_do_nothing()
    if added is None:
        for some in in_parts(rows):
            unit.connection.execute(put, some)
        return
    for row in rows:
        is_new = unit.connection.execute(put.values(row).returning(carried.c.file)).first() is not None
        if is_new:
            added.note(CARRIED, *(row[name] for name in _KEY))


def _is_unknown(kind: str, body: Body) -> bool:
    return kind == CARRIED or (kind in RECORDS and not body.keys() <= _FIELDS[kind])


def _build_rows(
    unit: Unit, records: Sequence[tuple[str, Body]], renaming: Renaming, conversation_id: str
) -> Iterator[dict[str, Any]]:
    """Fields of each record, and each line behind the record it came after."""
    mine = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id, "conversation_id": conversation_id}
    places: dict[str, tuple[str, int]] = {}
    for kind, body in records:
        if kind == CARRIED and "path" in body:
            yield mine | _build_file(body, renaming)
        elif kind == CARRIED:
            anchor, number = places.get(body["file"], (BEGINNING, 0))
            places[body["file"]] = anchor, number + 1
            line = str(body["line"]).encode()
            yield mine | {"file": body["file"], "anchor": anchor, "number": number + 1, "data": line}
        elif kind in RECORDS:
            file = find_file(kind, in_conversation=bool(conversation_id))
            said = body if kind == "card" else renaming.apply(body)
            anchor = name_record(kind, said)
            places[file] = anchor, 0
            if (packed := pack_fields(kind, said)) is not None:
                yield mine | {"file": file, "anchor": anchor, "number": 0, "data": packed}


def _has_conversation(unit: Unit, row: Mapping[str, Any]) -> bool:
    """Whether what is called like a conversation finds it here: somebody may have left it out."""
    if row["anchor"] != WHOLE or not row["conversation_id"]:
        return True
    mine = (conversations.c.id == row["conversation_id"]) & (conversations.c.owner_id == unit.principal.id)
    return unit.connection.execute(select(conversations.c.id).where(mine)).first() is not None


def _build_file(body: Body, renaming: Renaming) -> dict[str, Any]:
    """A file as a whole: of a conversation where its name says so."""
    old = str(body["conversation_id"])
    path = _STEM.sub(lambda found: renaming.names.get(found[0], found[0]), str(body["path"]))
    names = {"conversation_id": renaming.names.get(old, old), "file": path, "anchor": WHOLE, "number": 0}
    return names | {"data": read_piece(body)}
