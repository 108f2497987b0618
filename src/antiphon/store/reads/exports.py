"""Files that people have written for themselves."""

from typing import Any, Final

from sqlalchemy import Row, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.exports import Export, ExportId, ExportRequest
from antiphon.conversation.reply import ReplyError
from antiphon.store.tables import export_pieces, exports
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MOST: Final = 100


def read_export(unit: Unit, export_id: ExportId) -> Export:
    """One, or `NotFound`."""
    query = select(exports).where(exports.c.id == export_id, visible(unit, exports))
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("export", export_id)
    return _as_export(row)


def list_exports(unit: Unit) -> tuple[Export, ...]:
    """The newest first."""
    query = select(exports).where(visible(unit, exports))
    rows = unit.connection.execute(query.order_by(exports.c.created_at.desc(), exports.c.id.desc()).limit(_MOST))
    return tuple(_as_export(row) for row in rows)


def read_export_piece(unit: Unit, export_id: ExportId, number: int) -> bytes | None:
    """Some of its bytes; nothing behind the last."""
    query = select(export_pieces.c.data).where(
        export_pieces.c.export_id == export_id, export_pieces.c.number == number, visible(unit, export_pieces)
    )
    data: bytes | None = unit.connection.execute(query).scalar_one_or_none()
    return data


def _as_export(row: Row[Any]) -> Export:
    return Export(
        id=ExportId(row.id),
        request=ExportRequest(row.format, tuple(row.conversation_ids), **row.options),
        name=row.name,
        media_type=row.media_type,
        status=row.status,
        written=row.written,
        of=row.of,
        bytes=row.bytes,
        sha256=row.sha256,
        signer=row.signer,
        signature=None if row.signature is None else bytes(row.signature),
        error=None if row.error is None else ReplyError(**row.error),
        created_at=row.created_at,
        updated_at=row.updated_at,
        kept_until=row.kept_until,
    )
