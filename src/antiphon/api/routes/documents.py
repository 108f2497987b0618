"""Documents: bring, list, read, change, put away."""

from typing import Annotated, Any, cast
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, Rooms
from antiphon.api.schemas.documents import (
    ChangedDocument,
    DocumentAnswer,
    DocumentsAnswer,
    FileName,
    Kind,
    PageAnswer,
    WholeDocumentAnswer,
)
from antiphon.api.upload import read_upload
from antiphon.conversation.document import Document
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.wire import format_time
from antiphon.documents.name import clean_name
from antiphon.engine.commands.add_document import AddDocument, add_document
from antiphon.engine.commands.edit_document import DocumentChange, edit_document
from antiphon.engine.commands.remove_document import remove_document, restore_document
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.documents import (
    Indexed,
    read_document,
    read_document_data,
    read_document_page,
    read_documents,
    read_indexed,
    read_page_lines,
)

router = APIRouter(prefix="/v1/documents", tags=["documents"])
READ = Policy(Verb.READ, "document")
WRITE = Policy(Verb.WRITE, "document")

Place = Annotated[str | None, Query(max_length=40)]
PageNumber = Annotated[int, Path(ge=1, le=2_147_483_647)]
# Nothing a file holds may run or load anything, wherever it is opened.
_SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'"
# Written by ourselves, pixel by pixel; everything else is only ever saved.
_SHOWN = frozenset({"image/png", "image/jpeg", "image/webp"})


@router.post("", status_code=201, response_model=DocumentAnswer)
@allow(WRITE)
async def post_document(
    caller: Caller,
    rooms: Rooms,
    request: Request,
    response: Response,
    name: Annotated[FileName, Query()],
    kind: Kind = "inline",
    conversation: Place = None,
) -> dict[str, Any]:
    """Bring a file: its bytes are the body. A 201 means it is on disk, a 200 that it was there already."""
    data = await read_upload(request, clean_name(name), rooms.settings.upload_mib)
    here = None if conversation is None else ConversationId(conversation)
    added = await add_document(rooms.engine, caller, AddDocument(data, name, kind, here))
    response.status_code = 201 if added.is_new else 200
    return await _answer(rooms, caller, added.document)


@router.get("", response_model=DocumentsAnswer)
@allow(READ)
async def get_documents(
    caller: Caller, rooms: Rooms, conversation: Place = None, kind: Kind | None = None, removed: bool = False
) -> dict[str, Any]:
    """The documents of all conversations, and of this one if it is named; or those that were put away."""
    here = None if conversation is None else ConversationId(conversation)
    if here is not None:
        await rooms.engine.store.read(caller, read_conversation, here)
    found = await rooms.engine.store.read(caller, read_documents, here, kind=kind, removed=removed)
    indexed = await rooms.engine.store.read(caller, read_indexed, [each.id for each in found])
    return {"documents": [_describe(each, indexed.get(each.id)) for each in found]}


@router.get("/{document_id}", response_model=WholeDocumentAnswer)
@allow(READ)
async def get_document(caller: Caller, rooms: Rooms, document_id: str) -> dict[str, Any]:
    """One document and the names of its pages."""
    found = await rooms.engine.store.read(caller, read_document, DocumentId(document_id))
    lines = await rooms.engine.store.read(caller, read_page_lines, found.id)
    return await _answer(rooms, caller, found) | {"page_list": [line._asdict() for line in lines]}


@router.get("/{document_id}/pages/{number}", response_model=PageAnswer)
@allow(READ)
async def get_document_page(caller: Caller, rooms: Rooms, document_id: str, number: PageNumber) -> dict[str, Any]:
    """The text of one page."""
    document = await rooms.engine.store.read(caller, read_document, DocumentId(document_id))
    page = await rooms.engine.store.read(caller, read_document_page, document.id, number)
    return {
        "document_id": document.id,
        "name": document.name,
        "number": page.number,
        "label": page.label,
        "text": page.text,
    }


@router.get("/{document_id}/data", response_class=Response)
@allow(READ)
async def get_document_data(caller: Caller, rooms: Rooms, request: Request, document_id: str) -> Response:
    """The bytes, to be saved; a picture may also be shown. They never change, and may be gone the next time."""
    document = await rooms.engine.store.read(caller, read_document, DocumentId(document_id))
    is_shown = document.is_image and document.media_type in _SHOWN
    media_type = document.media_type if is_shown else "application/octet-stream"
    headers = {
        "Content-Disposition": _dispose("inline" if is_shown else "attachment", document.name),
        "Content-Security-Policy": _SANDBOX,
        "Cache-Control": "private, no-cache",
        "ETag": f'"{document.id}"',
    }
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    _, data = await rooms.engine.store.read(caller, read_document_data, document.id)
    return Response(data, media_type=media_type, headers=headers)


@router.patch("/{document_id}", response_model=DocumentAnswer)
@allow(WRITE)
async def patch_document(caller: Caller, rooms: Rooms, document_id: str, body: ChangedDocument) -> dict[str, Any]:
    """Use it in another way, call it something else, or switch it on or off."""
    change = cast("DocumentChange", body.model_dump(exclude_none=True))
    return await _answer(rooms, caller, await edit_document(rooms.engine, caller, DocumentId(document_id), change))


@router.delete("/{document_id}", response_model=DocumentAnswer)
@allow(WRITE)
async def delete_document(caller: Caller, rooms: Rooms, document_id: str) -> dict[str, Any]:
    """Put it away; it can be brought back for a day."""
    return await _answer(rooms, caller, await remove_document(rooms.engine, caller, DocumentId(document_id)))


@router.post("/{document_id}/bring-back", response_model=DocumentAnswer)
@allow(WRITE)
async def post_document_bring_back(caller: Caller, rooms: Rooms, document_id: str) -> dict[str, Any]:
    """Bring a document back that was put away."""
    return await _answer(rooms, caller, await restore_document(rooms.engine, caller, DocumentId(document_id)))


async def _answer(rooms: House, caller: Principal, document: Document) -> dict[str, Any]:
    indexed = await rooms.engine.store.read(caller, read_indexed, [document.id])
    return _describe(document, indexed.get(document.id))


def _describe(document: Document, indexed: Indexed | None) -> dict[str, Any]:
    return {
        "id": document.id,
        "conversation_id": document.conversation_id,
        "kind": document.kind,
        "name": document.name,
        "title": document.title,
        "media_type": document.media_type,
        "bytes": document.bytes,
        "pages": document.pages,
        "width": document.width,
        "height": document.height,
        "chars": document.chars,
        "enabled": document.enabled,
        "created_at": format_time(document.created_at),
        "removed_at": None if document.removed_at is None else format_time(document.removed_at),
        "indexed": (indexed or Indexed(0, 0))._asdict(),
    }


def _dispose(way: str, name: str) -> str:
    """The header that names the file to save it under, in plain letters and in full."""
    plain = "".join(each if each.isascii() and (each.isalnum() or each in " ._-") else "_" for each in name)
    return f"{way}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
