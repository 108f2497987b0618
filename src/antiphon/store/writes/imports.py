"""An export arrives piece by piece, is read, is to be written or undone, and goes."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.imports import ImportId, ImportStatus
from antiphon.conversation.reply import ReplyError
from antiphon.store.dialect import insert_into
from antiphon.store.tables import import_items, import_originals, import_pieces, imports
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class NewItem(NamedTuple):
    """A conversation as it was read; `original` is empty for a branch, which came out of the same bytes."""

    number: int
    source_id: str
    source_key: str
    branch: int
    title: str
    began_at: datetime | None
    turns: int
    replies: int
    digest: str
    fate: str
    content: bytes
    original: bytes


def begin_import(unit: Unit, import_id: ImportId, name: str, at: datetime) -> None:
    """Somebody brings a file; its bytes follow."""
    unit.connection.execute(
        insert(imports),
        {
            "id": import_id,
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "name": name,
            "bytes": 0,
            "status": "arriving",
            "created_at": at,
            "updated_at": at,
        },
    )


def append_piece(unit: Unit, import_id: ImportId, number: int, data: bytes) -> None:
    """Some bytes of it; the same number twice replaces them. `CommandRefused` when they come too late."""
    row = {"workspace_id": unit.workspace_id, "import_id": import_id, "number": number, "data": data}
    put = insert_into(import_pieces, unit.dialect).values(row)
    unit.connection.execute(put.on_conflict_do_update(index_elements=["import_id", "number"], set_={"data": data}))
    size = select(func.coalesce(func.sum(func.length(import_pieces.c.data)), 0)).where(
        import_pieces.c.import_id == import_id
    )
    mine = (imports.c.id == import_id) & visible(unit, imports) & (imports.c.status == "arriving")
    changed = unit.connection.execute(update(imports).where(mine).values(bytes=size.scalar_subquery()))
    if changed.rowcount != 1:
        raise CommandRefused("import", "all of this file has arrived already")


def change_import(unit: Unit, import_id: ImportId, **values: Any) -> None:
    """Set these columns; `NotFound` for one that is not there."""
    mine = (imports.c.id == import_id) & visible(unit, imports)
    if unit.connection.execute(update(imports).where(mine).values(**values)).rowcount != 1:
        raise NotFound("import", import_id)


def step_import(
    unit: Unit, import_id: ImportId, expected: Collection[ImportStatus], status: ImportStatus, at: datetime
) -> bool:
    """From one of these states to the next; False, and nothing happens, when it is in none of them."""
    mine = (imports.c.id == import_id) & visible(unit, imports) & imports.c.status.in_(expected)
    changed = unit.connection.execute(update(imports).where(mine).values(status=status, updated_at=at))
    return changed.rowcount == 1


def fail_import(unit: Unit, import_id: ImportId, error: ReplyError, at: datetime) -> None:
    """It ends here, for this reason; what was written of it stays until it is undone."""
    body = {"code": error.code, "message": error.message, "facts": dict(error.facts)}
    change_import(unit, import_id, status="failed", error=body, updated_at=at)
    _drop_pieces(unit, import_id)


def forget_items(unit: Unit, import_id: ImportId) -> None:
    """Nothing was read yet: whoever was at it before has left half of it."""
    for table in (import_items, import_originals):
        unit.connection.execute(delete(table).where(table.c.import_id == import_id, visible(unit, table)))


def add_items(unit: Unit, import_id: ImportId, several: Sequence[NewItem]) -> None:
    """Conversations that were read, with the bytes they were read from."""
    place = {"workspace_id": unit.workspace_id, "import_id": import_id}
    rows = [place | {name: value for name, value in each._asdict().items() if name != "original"} for each in several]
    unit.connection.execute(insert(import_items), rows)
    kept = [place | {"source_id": each.source_id, "data": each.original} for each in several if each.original]
    if kept:
        unit.connection.execute(insert(import_originals), kept)


def end_reading(unit: Unit, import_id: ImportId, report: dict[str, Any], at: datetime) -> None:
    """Everything in it is known: the file itself is needed no more."""
    change_import(unit, import_id, status="ready", report=report, updated_at=at)
    _drop_pieces(unit, import_id)


def leave_items(unit: Unit, import_id: ImportId, numbers: Sequence[int]) -> None:
    """The person does not want these."""
    mine = (import_items.c.import_id == import_id) & visible(unit, import_items)
    waiting = import_items.c.fate.in_(("new", "grown"))
    unit.connection.execute(
        update(import_items).where(mine, waiting, import_items.c.number.in_(numbers)).values(fate="left")
    )


def count_written(unit: Unit, import_id: ImportId) -> int:
    """How many conversations of it stand here."""
    query = select(func.count()).where(
        import_items.c.import_id == import_id, import_items.c.fate == "imported", visible(unit, import_items)
    )
    return int(unit.connection.execute(query).scalar_one())


def delete_import(unit: Unit, import_id: ImportId) -> None:
    """Forget that it was ever brought; conversations that stand here stay."""
    forget_items(unit, import_id)
    _drop_pieces(unit, import_id)
    unit.connection.execute(delete(imports).where(imports.c.id == import_id, visible(unit, imports)))


def _drop_pieces(unit: Unit, import_id: ImportId) -> None:
    mine = (import_pieces.c.import_id == import_id) & visible(unit, import_pieces)
    unit.connection.execute(delete(import_pieces).where(mine))
