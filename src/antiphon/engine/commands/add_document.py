"""Take a file in: made safe, made readable, cut for searching, and kept."""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.document import Document, DocumentKind, DocumentPage
from antiphon.conversation.errors import KindUnfit
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.size import TextSize, measure, total
from antiphon.documents.chunk import cut
from antiphon.documents.door import read_document, read_image
from antiphon.documents.media import MediaType
from antiphon.documents.name import clean_name
from antiphon.documents.page import Extracted
from antiphon.documents.sniff import sniff
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.writes.documents import NewDocument, Piece, bring_again
from antiphon.store.writes.documents import add_document as write_document


@dataclass(frozen=True, slots=True)
class AddDocument:
    """The bytes of a file, the name somebody gave it, what it is for, and where; nowhere means everywhere."""

    data: bytes
    name: str
    kind: DocumentKind
    conversation_id: ConversationId | None = None


class Added(NamedTuple):
    """The document, and whether it is a new one."""

    document: Document
    is_new: bool


async def add_document(engine: Engine, principal: Principal, command: AddDocument) -> Added:
    """When this returns the file is on disk; the same bytes in the same place are the same document.

    Brought again, that document is switched on and has the new name.
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
    same = await engine.store.write(principal, bring_again, sha256, here, command.kind, name)
    if same is not None:
        return Added(same, is_new=False)
    async with engine.reading:
        new = await _build(command, name, media_type, sha256)
    added = Added(*await engine.store.write(principal, write_document, new))
    engine.indexing.wake()
    return added


async def _build(command: AddDocument, name: str, media_type: MediaType, sha256: str) -> NewDocument:
    if media_type.is_image:
        image = await read_image(command.data, media_type, name)
        document = _describe(command, name, image.media_type, sha256, width=image.width, height=image.height)
        return NewDocument(document, TextSize(), image.data)
    extracted = await read_document(command.data, media_type, name)
    return await asyncio.to_thread(_divide, command, name, media_type, sha256, extracted)


def _divide(command: AddDocument, name: str, media_type: MediaType, sha256: str, extracted: Extracted) -> NewDocument:
    """The document with its pages, measured and cut into pieces."""
    pages = tuple(DocumentPage(each.number, each.label, each.text) for each in extracted.pages)
    pieces = tuple(Piece(each.page, each.start, each.end, each.text) for each in cut(extracted.pages))
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
        enabled=True,
        created_at=datetime.now(UTC),
        removed_at=None,
    )
