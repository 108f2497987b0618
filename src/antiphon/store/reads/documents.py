"""Documents: which there are, what is on their pages, and what a message or a system prompt takes from them."""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Row, Select, bindparam, func, or_, select

from antiphon.conversation.document import Document, DocumentKind, DocumentPage, join_pages
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.store.tables import document_chunks, document_data, document_pages, documents
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then


class PageLine(NamedTuple):
    """A page as far as it is listed."""

    number: int
    label: str
    chars: int


class Indexed(NamedTuple):
    """How many of a document's pieces have a vector, of how many."""

    done: int
    total: int


class GuidelineMark(NamedTuple):
    """Which guideline counts, and under which name; what it says never changes."""

    id: DocumentId
    name: str


def read_documents(
    unit: Unit, conversation_id: ConversationId | None, *, kind: DocumentKind | None = None, removed: bool = False
) -> tuple[Document, ...]:
    """Those of all conversations and of this one, newest first; or those that were removed and can come back."""
    query = _in_place(unit, conversation_id)
    query = query.where(documents.c.removed_at.is_not(None) if removed else documents.c.removed_at.is_(None))
    if kind is not None:
        query = query.where(documents.c.kind == kind)
    rows = unit.connection.execute(query.order_by(documents.c.created_at.desc(), documents.c.id.desc()))
    return tuple(as_document(row) for row in rows)


def read_document(unit: Unit, document_id: DocumentId, *, even_removed: bool = False) -> Document:
    """One document, or `NotFound`."""
    row = unit.connection.execute(_ONE, name_reader(unit) | {"id": document_id}).one_or_none()
    if row is None or (row.removed_at is not None and not even_removed):
        raise NotFound("document", document_id)
    return as_document(row)


def find_same(unit: Unit, sha256: str, conversation_id: ConversationId | None, kind: DocumentKind) -> Document | None:
    """The document with these very bytes in this very place, if it was brought before."""
    here = documents.c.conversation_id
    query = select(documents).where(
        visible(unit, documents),
        here.is_(None) if conversation_id is None else here == conversation_id,
        documents.c.kind == kind,
        documents.c.sha256 == sha256,
        documents.c.removed_at.is_(None),
    )
    row = unit.connection.execute(query.order_by(documents.c.id).limit(1)).one_or_none()
    return None if row is None else as_document(row)


def read_page_lines(unit: Unit, document_id: DocumentId) -> tuple[PageLine, ...]:
    """Every page, without its text."""
    query = (
        select(document_pages.c.number, document_pages.c.label, func.length(document_pages.c.text))
        .where(document_pages.c.document_id == document_id, visible(unit, document_pages))
        .order_by(document_pages.c.number)
    )
    return tuple(PageLine(*row) for row in unit.connection.execute(query))


def read_document_page(unit: Unit, document_id: DocumentId, number: int) -> DocumentPage:
    """One page of a document that was not removed, or `NotFound`."""
    document = read_document(unit, document_id)
    query = select(document_pages.c.number, document_pages.c.label, document_pages.c.text).where(
        document_pages.c.document_id == document.id, document_pages.c.number == number
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("page of this document", str(number))
    return DocumentPage(*row)


def read_document_data(unit: Unit, document_id: DocumentId) -> tuple[Document, bytes]:
    """A document and its bytes: those of a picture as they were written anew, of anything else as they came."""
    document = read_document(unit, document_id)
    query = select(document_data.c.data).where(document_data.c.document_id == document.id)
    return document, bytes(unit.connection.execute(query).scalar_one())


def read_image_data(unit: Unit, document_ids: Sequence[DocumentId]) -> dict[DocumentId, bytes]:
    """The bytes of those of these pictures that were not removed."""
    found = unit.connection.execute(_IMAGES, name_reader(unit) | {"ids": list(document_ids)})
    return {DocumentId(row.id): bytes(row.data) for row in found}


def read_image_sizes(unit: Unit, document_ids: Sequence[DocumentId]) -> dict[DocumentId, int]:
    """How many bytes those of these pictures have that were not removed."""
    found = unit.connection.execute(_IMAGE_SIZES, name_reader(unit) | {"ids": list(document_ids)})
    return {DocumentId(row.id): row.size for row in found}


def read_whole_text(unit: Unit, document_id: DocumentId) -> str:
    """All that is in a document, from its first page to its last."""
    return join_pages(DocumentPage(*row) for row in unit.connection.execute(_TEXTS, {"id": document_id}))


def read_guideline_marks(unit: Unit, conversation_id: ConversationId) -> tuple[GuidelineMark, ...]:
    """The guidelines that count in a conversation: those for all of them first, each in the order they came."""
    place = name_reader(unit) | {"conversation": conversation_id}
    return tuple(GuidelineMark(DocumentId(row.id), row.name) for row in unit.connection.execute(_GUIDELINES, place))


def fingerprint_images(unit: Unit) -> str:
    """Other words for which pictures there are: it changes when one comes, goes, or comes back."""
    found = unit.connection.execute(_PRESENT_IMAGES, name_reader(unit))
    return hashlib.sha256("\n".join(found.scalars()).encode()).hexdigest()


# The same where there is no picture at all.
NO_IMAGES = hashlib.sha256(b"").hexdigest()


def read_indexed(unit: Unit, document_ids: Sequence[DocumentId]) -> dict[DocumentId, Indexed]:
    """How far each of these documents has been made findable by meaning."""
    query = (
        select(
            document_chunks.c.document_id, func.count(document_chunks.c.embedder).label("done"), func.count().label("n")
        )
        .where(document_chunks.c.document_id.in_(document_ids), visible(unit, document_chunks))
        .group_by(document_chunks.c.document_id)
    )
    return {DocumentId(row.document_id): Indexed(row.done, row.n) for row in unit.connection.execute(query)}


_ONE = select(documents).where(documents.c.id == bindparam("id"), visible_then(documents))
_HERE = (
    documents.c.id.in_(bindparam("ids", expanding=True)),
    visible_then(documents),
    documents.c.removed_at.is_(None),
)
_IMAGE_SIZES = (
    select(documents.c.id, func.length(document_data.c.data).label("size"))
    .join(document_data, document_data.c.document_id == documents.c.id)
    .where(*_HERE)
)
_IMAGES = (
    select(documents.c.id, document_data.c.data)
    .join(document_data, document_data.c.document_id == documents.c.id)
    .where(*_HERE)
)
_TEXTS = (
    select(document_pages.c.number, document_pages.c.label, document_pages.c.text)
    .where(document_pages.c.document_id == bindparam("id"))
    .order_by(document_pages.c.number)
)
_PRESENT_IMAGES = (
    select(documents.c.id)
    .where(
        visible_then(documents),
        documents.c.removed_at.is_(None),
        documents.c.width.is_not(None),
    )
    .order_by(documents.c.id)
)
_GUIDELINES = (
    select(documents.c.id, documents.c.name)
    .where(
        visible_then(documents),
        or_(documents.c.conversation_id.is_(None), documents.c.conversation_id == bindparam("conversation")),
        documents.c.kind == "guideline",
        documents.c.enabled,
        documents.c.removed_at.is_(None),
    )
    .order_by(documents.c.conversation_id.is_not(None), documents.c.created_at, documents.c.id)
)


def _in_place(unit: Unit, conversation_id: ConversationId | None) -> Select[Any]:
    query = select(documents).where(visible(unit, documents))
    if conversation_id is None:
        return query.where(documents.c.conversation_id.is_(None))
    return query.where(or_(documents.c.conversation_id.is_(None), documents.c.conversation_id == conversation_id))


def as_document(row: Row[Any]) -> Document:
    """The document a row stands for."""
    return Document(
        id=DocumentId(row.id),
        conversation_id=None if row.conversation_id is None else ConversationId(row.conversation_id),
        kind=row.kind,
        name=row.name,
        title=row.title,
        media_type=row.media_type,
        bytes=row.bytes,
        sha256=row.sha256,
        pages=row.pages,
        width=row.width,
        height=row.height,
        chars=row.chars,
        enabled=row.enabled,
        created_at=row.created_at,
        removed_at=row.removed_at,
    )
