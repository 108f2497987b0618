"""A file is wanted, written piece by piece, fetched for a while, and forgotten."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from antiphon.conversation.errors import NotFound
from antiphon.conversation.exports import ExportId, ExportRequest
from antiphon.conversation.reply import ReplyError
from antiphon.store.dialect import insert_into
from antiphon.store.tables import export_pieces, exports
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def begin_export(
    unit: Unit,
    export_id: ExportId,
    request: ExportRequest,
    name: str,
    media_type: str,
    at: datetime,
    kept_until: datetime,
) -> None:
    """Somebody wants a file."""
    unit.connection.execute(
        insert(exports),
        {
            "id": export_id,
            "workspace_id": unit.workspace_id,
            "owner_id": unit.principal.id,
            "format": request.format,
            "conversation_ids": list(request.conversation_ids),
            "options": {"variants": request.variants, "thinking": request.thinking},
            "name": name,
            "media_type": media_type,
            "status": "writing",
            "created_at": at,
            "updated_at": at,
            "kept_until": kept_until,
        },
    )


def change_export(unit: Unit, export_id: ExportId, **values: Any) -> None:
    """Set these columns; `NotFound` for one that is not there."""
    mine = (exports.c.id == export_id) & visible(unit, exports)
    if unit.connection.execute(update(exports).where(mine).values(**values)).rowcount != 1:
        raise NotFound("export", export_id)


def append_export_piece(unit: Unit, export_id: ExportId, number: int, data: bytes) -> None:
    """Some bytes of it; the same number twice replaces them."""
    row = {"workspace_id": unit.workspace_id, "export_id": export_id, "number": number, "data": data}
    put = insert_into(export_pieces, unit.dialect).values(row)
    unit.connection.execute(put.on_conflict_do_update(index_elements=["export_id", "number"], set_={"data": data}))


def drop_export_pieces(unit: Unit, export_id: ExportId) -> None:
    """Nothing of it was written yet: whoever was at it before has left half of it."""
    mine = (export_pieces.c.export_id == export_id) & visible(unit, export_pieces)
    unit.connection.execute(delete(export_pieces).where(mine))


def fail_export(unit: Unit, export_id: ExportId, error: ReplyError, at: datetime) -> None:
    """It ends here, for this reason."""
    body = {"code": error.code, "message": error.message, "facts": dict(error.facts)}
    change_export(unit, export_id, status="failed", error=body, updated_at=at)
    drop_export_pieces(unit, export_id)


def delete_export(unit: Unit, export_id: ExportId) -> None:
    """Forget it with its bytes; `NotFound` for one that is not there."""
    drop_export_pieces(unit, export_id)
    mine = (exports.c.id == export_id) & visible(unit, exports)
    if unit.connection.execute(delete(exports).where(mine)).rowcount != 1:
        raise NotFound("export", export_id)


def forget_exports(unit: Unit, before: datetime) -> None:
    """Forget, in every workspace, what was to be kept no longer than this moment; not what is being written."""
    gone = select(exports.c.id).where(exports.c.kept_until < before, exports.c.status != "writing")
    unit.connection.execute(delete(export_pieces).where(export_pieces.c.export_id.in_(gone)))
    unit.connection.execute(delete(exports).where(exports.c.id.in_(gone)))
