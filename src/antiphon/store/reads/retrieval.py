"""What is known about the pieces documents are searched by."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import BigInteger, and_, case, cast, func, or_, select, true

from antiphon.conversation.ids import ConversationId, PrincipalId, WorkspaceId
from antiphon.store.reads.own_files import find_unkept_files
from antiphon.store.tables import document_chunks, document_pages, documents
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class Passage(NamedTuple):
    """A piece of a document with the page it stands on."""

    chunk_id: int
    document_id: str
    name: str
    page: int
    label: str
    start: int
    end: int
    text: str


class Waiting(NamedTuple):
    """A piece without a vector of the current model, whose it is, and what its document calls itself."""

    chunk_id: int
    workspace_id: WorkspaceId
    owner_id: PrincipalId
    document: str
    text: str


class IndexedPieces(NamedTuple):
    """How many pieces have a vector, and how many there are."""

    done: int
    of: int


def read_searched(unit: Unit, conversation_id: ConversationId | None) -> tuple[str, ...]:
    """The documents a search looks at.

    With a conversation: what its advisors may look at, the library of all and its own, as far as it is switched on.
    Without: everything the person has, but for what belongs to conversations that are not kept.
    """
    here = and_(visible(unit, documents), documents.c.removed_at.is_(None))
    if conversation_id is not None:
        its_own = or_(documents.c.conversation_id.is_(None), documents.c.conversation_id == conversation_id)
        here = and_(here, its_own, documents.c.kind == "library", documents.c.enabled)
    unkept = frozenset(find_unkept_files(unit) if conversation_id is None else ())
    found = unit.connection.execute(select(documents.c.id).where(here)).scalars()
    return tuple(each for each in found if each not in unkept)


def read_passages(unit: Unit, chunk_ids: Collection[int]) -> dict[int, Passage]:
    """These pieces with name and page; those that are gone meanwhile are missing."""
    chunks, pages = document_chunks, document_pages
    query = (
        select(
            chunks.c.id,
            chunks.c.document_id,
            documents.c.name,
            chunks.c.page,
            pages.c.label,
            chunks.c.start,
            chunks.c.end,
            chunks.c.text,
        )
        .join(documents, documents.c.id == chunks.c.document_id)
        .join(pages, and_(pages.c.document_id == chunks.c.document_id, pages.c.number == chunks.c.page))
        .where(visible(unit, chunks), chunks.c.id.in_(chunk_ids), documents.c.removed_at.is_(None))
    )
    return {row.id: Passage(*row) for row in unit.connection.execute(query)}


def read_waiting(unit: Unit, embedder: str, limit: int, *, below: int | None = None) -> tuple[Waiting, ...]:
    """The newest pieces of any workspace that have no vector of this model. For the system's own work only.

    What was brought last is what is asked about first. What was removed is read as well, for it may come back.
    Whoever goes on `below` the piece that came last does not pass all those that have one by now.
    """
    chunks = document_chunks
    query = (
        select(
            chunks.c.id,
            chunks.c.workspace_id,
            documents.c.owner_id,
            func.coalesce(func.nullif(documents.c.title, ""), documents.c.name),
            chunks.c.text,
        )
        .join(documents, documents.c.id == chunks.c.document_id)
        .where(chunks.c.embedder.is_distinct_from(embedder), true() if below is None else chunks.c.id < below)
        .order_by(chunks.c.id.desc())
        .limit(limit)
    )
    return tuple(Waiting(*row) for row in unit.connection.execute(query))


def is_newest_waiting(unit: Unit, embedder: str) -> bool:
    """Whether the piece that came last has no vector of this model yet."""
    newest = select(document_chunks.c.embedder).order_by(document_chunks.c.id.desc()).limit(1)
    row = unit.connection.execute(newest).one_or_none()
    return row is not None and row.embedder != embedder


def count_indexed(unit: Unit, embedder: str | None) -> IndexedPieces:
    """How far the workspace's documents have been read by this model."""
    chunks = document_chunks
    query = (
        select(func.count(case((chunks.c.embedder == embedder, 1))), func.count())
        .select_from(chunks)
        .where(visible(unit, chunks))
    )
    return IndexedPieces(*unit.connection.execute(query).one())


class Vectors(NamedTuple):
    """Which vectors there are, in figures that change with them; SQLite gives the numbers of pieces out again."""

    number: int
    sum_of_ids: int
    newest: str


def read_vectors_version(unit: Unit, embedder: str) -> Vectors:
    """Changes whenever a vector comes or goes."""
    chunks = document_chunks
    total = func.coalesce(func.sum(cast(chunks.c.id, BigInteger)), 0)
    newest = func.coalesce(func.max(chunks.c.document_id), "")
    query = select(func.count(), cast(total, BigInteger), newest).where(
        visible(unit, chunks), chunks.c.embedder == embedder
    )
    return Vectors(*unit.connection.execute(query).one())


def read_vectors(unit: Unit, embedder: str) -> Sequence[tuple[int, str, bytes]]:
    """Every vector of this model in the workspace: piece, document, bytes."""
    chunks = document_chunks
    query = select(chunks.c.id, chunks.c.document_id, chunks.c.vector).where(
        visible(unit, chunks), chunks.c.embedder == embedder, chunks.c.vector.is_not(None)
    )
    return [tuple(row) for row in unit.connection.execute(query)]
