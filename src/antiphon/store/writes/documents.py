"""A file is brought, changed, removed, brought back, and forgotten for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, text, update

from antiphon.conversation.document import Document, DocumentKind, DocumentPage
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.size import TextSize
from antiphon.store.dialect import lock_key
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.documents import find_same, read_document
from antiphon.store.tables import document_chunks, document_data, document_pages, documents
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# Rows of a long document go to the database a few hundred at a time.
_AT_ONCE = 500


class DocumentPiece(NamedTuple):
    """A stretch of a page, as it is searched."""

    page: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A file that was made safe and readable, with all that is kept of it."""

    document: Document
    size: TextSize
    data: bytes
    pages: Sequence[DocumentPage] = ()
    pieces: Sequence[DocumentPiece] = ()


def add_document(unit: Unit, new: NewDocument) -> tuple[Document, bool]:
    """Keep the file, its pages and its pieces, all or nothing; true when it is new.

    The same bytes in the same place are the document that is there already, which is brought again. `NotFound` for an
    unknown conversation.
    """
    document = new.document
    if document.conversation_id is not None:
        read_conversation(unit, document.conversation_id)
    _wait_for_the_same(unit, document.sha256)
    same = bring_again(unit, document.sha256, document.conversation_id, document.kind, document.name)
    if same is not None:
        return same, False
    _insert(unit, new)
    return read_document(unit, document.id), True


def keep_picture(unit: Unit, new: NewDocument) -> DocumentId:
    """The document of this picture: the one with the same bytes in the same place, left as it is, or else a new one."""
    document = new.document
    _wait_for_the_same(unit, document.sha256)
    same = find_same(unit, document.sha256, document.conversation_id, document.kind)
    if same is not None:
        return same.id
    _insert(unit, new)
    return document.id


def _insert(unit: Unit, new: NewDocument) -> None:
    document = new.document
    unit.connection.execute(insert(documents), _row(unit, new))
    owner = {"workspace_id": unit.workspace_id, "document_id": document.id}
    unit.connection.execute(insert(document_data), {**owner, "data": new.data})
    pages = [{**owner, "number": each.number, "label": each.label, "text": each.text} for each in new.pages]
    pieces = [{**owner, **each._asdict()} for each in new.pieces]
    for table, rows in ((document_pages, pages), (document_chunks, pieces)):
        for start in range(0, len(rows), _AT_ONCE):
            unit.connection.execute(insert(table), rows[start : start + _AT_ONCE])


def bring_again(
    unit: Unit,
    sha256: str,
    conversation_id: ConversationId | None,
    kind: DocumentKind,
    name: str,
    *,
    is_wanted: bool = True,
) -> Document | None:
    """The document with these very bytes in this very place, switched on and under this name; none if it is new.

    Where nobody wants it on yet, it stays as it is.
    """
    same = find_same(unit, sha256, conversation_id, kind)
    if same is None or not is_wanted or (same.enabled and same.name == name):
        return same
    return change_document(unit, same.id, {"enabled": True, "name": name})


def change_document(unit: Unit, document_id: DocumentId, change: dict[str, Any]) -> Document:
    """The document with another kind or name, or switched on or off; `NotFound` for one that is not there."""
    if change:
        _update(unit, document_id, change, removed=False)
    return read_document(unit, document_id)


def remove_document(unit: Unit, document_id: DocumentId, at: datetime) -> Document:
    """Remove the document; nothing new takes anything from it until it comes back."""
    _update(unit, document_id, {"removed_at": at}, removed=False)
    return read_document(unit, document_id, even_removed=True)


def restore_document(unit: Unit, document_id: DocumentId) -> Document:
    """Bring a document back that was removed and not yet forgotten."""
    _update(unit, document_id, {"removed_at": None}, removed=True)
    return read_document(unit, document_id)


def forget_documents(unit: Unit, before: datetime) -> int:
    """Forget for good what was removed before this moment, in every workspace."""
    gone = select(documents.c.id).where(documents.c.removed_at < before)
    for table in (document_chunks, document_pages, document_data):
        unit.connection.execute(delete(table).where(table.c.document_id.in_(gone)))
    count = unit.connection.execute(delete(documents).where(documents.c.removed_at < before)).rowcount
    if count:
        forget_words(unit)
    return count


def forget_words(unit: Unit) -> None:
    """Have the index let go of words whose pieces are gone: SQLite's only notes it, until its parts are merged."""
    if unit.dialect == "sqlite":
        unit.connection.execute(text("INSERT INTO document_words(document_words) VALUES ('optimize')"))


def _update(unit: Unit, document_id: DocumentId, values: dict[str, Any], *, removed: bool) -> None:
    statement = update(documents).where(
        documents.c.id == document_id,
        visible(unit, documents),
        documents.c.removed_at.is_not(None) if removed else documents.c.removed_at.is_(None),
    )
    if not unit.connection.execute(statement.values(**values)).rowcount:
        raise NotFound("document", document_id)


def _wait_for_the_same(unit: Unit, sha256: str) -> None:
    """Two uploads of the same bytes at once meet here; with SQLite there is one writer anyway."""
    if unit.dialect == "postgresql":
        key = lock_key("document", f"{unit.workspace_id}:{unit.principal.id}:{sha256}")
        unit.connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})


def _row(unit: Unit, new: NewDocument) -> dict[str, Any]:
    document = new.document
    return {
        "id": document.id,
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "conversation_id": document.conversation_id,
        "kind": document.kind,
        "name": document.name,
        "title": document.title,
        "media_type": document.media_type,
        "bytes": document.bytes,
        "sha256": document.sha256,
        "pages": document.pages,
        "width": document.width,
        "height": document.height,
        "enabled": document.enabled,
        "created_at": document.created_at,
        **new.size._asdict(),
    }
