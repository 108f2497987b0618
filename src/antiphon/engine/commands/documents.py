"""Take a file in, say what it is for, remove it, bring it back, and look for passages."""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, TypedDict

from antiphon.access.principal import Principal
from antiphon.conversation.document import Document, DocumentKind, DocumentPage
from antiphon.conversation.errors import KindUnfit, Malformed
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.passage import FoundPassage
from antiphon.conversation.size import TextSize, measure, total
from antiphon.documents.chunk import cut
from antiphon.documents.media import MediaType
from antiphon.documents.name import clean_name
from antiphon.documents.page import Extracted
from antiphon.documents.sniff import sniff
from antiphon.engine.engine import Engine
from antiphon.engine.retrieval.documents import Documents
from antiphon.engine.retrieval.indexing import Indexing
from antiphon.engine.retrieval.reading import BroughtFile, DocumentReader
from antiphon.engine.retrieval.search import Retrieval, Search
from antiphon.engine.runtime.identity import new_id
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.documents import read_document
from antiphon.store.reads.retrieval import IndexedPieces, count_indexed
from antiphon.store.unit import Unit
from antiphon.store.writes.documents import DocumentPiece, NewDocument, bring_again, change_document
from antiphon.store.writes.documents import add_document as write_document
from antiphon.store.writes.documents import remove_document as write_removal
from antiphon.store.writes.documents import restore_document as write_restoring


@dataclass(frozen=True, slots=True)
class AddDocument:
    """The bytes of a file, the name somebody gave it, what it is for, and where; nowhere means everywhere."""

    data: bytes
    name: str
    kind: DocumentKind
    conversation_id: ConversationId | None = None
    # One that is switched off is kept and goes nowhere until the person switches it on.
    enabled: bool = True


class AddedDocument(NamedTuple):
    """The document, and whether it is a new one."""

    document: Document
    is_new: bool


async def add_document(
    engine: Engine, documents: Documents, principal: Principal, command: AddDocument
) -> AddedDocument:
    """When this returns the file is on disk; the same bytes in the same place are the same document.

    Brought again, that document is switched on and has the new name, unless it is brought switched off.
    What it is is seen from its bytes. Refuses what is of no known kind, what cannot be read within the limits, a
    picture that is to be read, and an unknown conversation.
    """
    engine.check_open()
    name = clean_name(command.name)
    # Looking at millions of characters takes a while, which is not the loop's to spend.
    media_type = await asyncio.to_thread(sniff, command.data, name)
    if media_type.is_image and command.kind != "inline":
        raise KindUnfit(name, command.kind)
    here = command.conversation_id
    if here is not None:
        await engine.store.read(principal, read_conversation, here)
    sha256 = await asyncio.to_thread(lambda: hashlib.sha256(command.data).hexdigest())
    same = await engine.store.write(principal, bring_again, sha256, here, command.kind, name, is_wanted=command.enabled)
    if same is not None:
        return AddedDocument(same, is_new=False)
    new = await _build(documents.reading, principal, command, BroughtFile(command.data, sha256, media_type, name))
    added = AddedDocument(*await engine.store.write(principal, _write, documents.indexing, new))
    documents.indexing.wake()
    return added


def _write(unit: Unit, indexing: Indexing, new: NewDocument) -> tuple[Document, bool]:
    indexing.begin(unit)
    return write_document(unit, new)


async def _build(reading: DocumentReader, principal: Principal, command: AddDocument, file: BroughtFile) -> NewDocument:
    name, media_type, sha256 = file.name, file.media_type, file.sha256
    if media_type.is_image:
        image = await reading.read_picture(principal, file)
        document = _describe(command, name, image.media_type, sha256, width=image.width, height=image.height)
        return NewDocument(document, TextSize(), image.data)
    extracted = await reading.read_text(principal, file)
    return await asyncio.to_thread(_divide, command, name, media_type, sha256, extracted)


def _divide(command: AddDocument, name: str, media_type: MediaType, sha256: str, extracted: Extracted) -> NewDocument:
    """The document with its pages, measured and cut into pieces."""
    pages = tuple(DocumentPage(each.number, each.label, each.text) for each in extracted.pages)
    pieces = tuple(DocumentPiece(each.page, each.start, each.end, each.text) for each in cut(extracted.pages))
    document = _describe(command, name, media_type, sha256, pages=len(pages), title=extracted.title)
    return NewDocument(document, total(measure(page.text) for page in pages), command.data, pages, pieces)


def _describe(
    command: AddDocument,
    name: str,
    media_type: MediaType,
    sha256: str,
    *,
    pages: int = 0,
    title: str = "",
    width: int | None = None,
    height: int | None = None,
) -> Document:
    return Document(
        id=DocumentId(new_id("d")),
        conversation_id=command.conversation_id,
        kind=command.kind,
        name=name,
        title=title,
        media_type=media_type.value,
        bytes=len(command.data),
        sha256=sha256,
        pages=pages,
        width=width,
        height=height,
        chars=0,
        enabled=command.enabled,
        created_at=datetime.now(UTC),
        removed_at=None,
    )


class DocumentChange(TypedDict, total=False):
    """What to change; what is absent stays."""

    kind: DocumentKind
    name: str
    enabled: bool


async def edit_document(
    engine: Engine, principal: Principal, document_id: DocumentId, change: DocumentChange
) -> Document:
    """The document as it is then. Messages it went along with stay as they were sent."""
    engine.check_open()
    if "kind" in change and change["kind"] != "inline":
        document = await engine.store.read(principal, read_document, document_id)
        if document.is_image:
            raise KindUnfit(document.name, change["kind"])
    if "name" in change:
        change = {**change, "name": clean_name(change["name"])}
    return await engine.store.write(principal, change_document, document_id, dict(change))


async def remove_document(engine: Engine, principal: Principal, document_id: DocumentId) -> Document:
    """Remove it: it is no longer listed, searched, shown or followed. After a day it is forgotten for good."""
    engine.check_open()
    return await engine.store.write(principal, write_removal, document_id, datetime.now(UTC))


async def restore_document(engine: Engine, principal: Principal, document_id: DocumentId) -> Document:
    """Bring it back as it was; `NotFound` when it is there, or was forgotten."""
    engine.check_open()
    return await engine.store.write(principal, write_restoring, document_id)


class FoundPassages(NamedTuple):
    """Passages, best first; and how many pieces of all can be found by meaning, none without a model for it."""

    found: tuple[FoundPassage, ...]
    embedder: str | None
    indexed: IndexedPieces


async def search_documents(retrieval: Retrieval, principal: Principal, search: Search) -> FoundPassages:
    """What answers best; with a conversation only what its advisors may look at.

    Refuses a question without words, and a conversation that is not there. A search never fails because the model for
    meaning is away: then words alone decide.
    """
    if not search.question.strip():
        raise Malformed("there is nothing to look for")
    found = await retrieval.search(principal, search)
    embedder = retrieval.embedder
    name = None if embedder is None else embedder.name
    return FoundPassages(found, name, await retrieval.store.read(principal, count_indexed, name))
