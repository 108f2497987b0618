"""Documents: bring, list, read, change, remove."""

from typing import Annotated, Any, cast
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.bounded import SHORT, UPLOAD, BoundedRoute
from antiphon.api.content import declare_bytes
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.documents import (
    ChangedDocument,
    DocumentAnswer,
    DocumentsAnswer,
    FileName,
    Kind,
    PageAnswer,
    WholeDocumentAnswer,
)
from antiphon.api.schemas.page import answer_all
from antiphon.api.upload import read_upload
from antiphon.conversation.document import Document
from antiphon.conversation.errors import (
    FileTooLarge,
    KindUnfit,
    NotFound,
    TooManyFiles,
    UnreadableFile,
    UnsupportedFile,
    UploadBroken,
)
from antiphon.conversation.ids import ConversationId, DocumentId
from antiphon.conversation.picture import MEDIA_TYPES
from antiphon.conversation.wire import format_time
from antiphon.documents.name import clean_name
from antiphon.engine.commands.documents import (
    AddDocument,
    DocumentChange,
    add_document,
    edit_document,
    remove_document,
    restore_document,
)
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

router = APIRouter(route_class=BoundedRoute, prefix="/v1/documents", tags=["documents"])
READ = Policy(Verb.READ, "document")
WRITE = Policy(Verb.WRITE, "document")

Place = Annotated[str | None, Query(max_length=40)]
PageNumber = Annotated[int, Path(ge=1, le=2_147_483_647)]
# Nothing a file holds may run or load anything, wherever it is opened.
_SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'"
# Written by ourselves, pixel by pixel; everything else is only ever saved.


@router.post(
    "",
    status_code=201,
    response_model=DocumentAnswer,
    responses={200: {"model": DocumentAnswer, "description": "It was there already"}},
    operation_id="create_document",
)
@allow(
    WRITE,
    body=UPLOAD,
    cost=CallCost.HEAVY,
    raises=(FileTooLarge, KindUnfit, NotFound, TooManyFiles, UnreadableFile, UnsupportedFile, UploadBroken),
    location="/v1/documents/{id}",
)
async def post_document(
    caller: Caller,
    deps: Deps,
    request: Request,
    response: Response,
    name: Annotated[FileName, Query()],
    kind: Kind = "inline",
    conversation: Place = None,
) -> dict[str, Any]:
    """Bring a file: its bytes are the body. A 201 means it is on disk, a 200 that it was there already."""
    here = None if conversation is None else ConversationId(conversation)
    # Before the first byte is taken: what waits to be read waits in memory.
    with deps.documents.reading.admit(caller):
        data = await read_upload(request, clean_name(name), deps.settings.upload_mib)
        added = await add_document(deps.engine, deps.documents, caller, AddDocument(data, name, kind, here))
    response.status_code = 201 if added.is_new else 200
    return await _answer(deps, caller, added.document)


@router.get("", response_model=DocumentsAnswer, operation_id="list_documents")
@allow(READ, raises=(NotFound,))
async def get_documents(
    caller: Caller, deps: Deps, conversation: Place = None, kind: Kind | None = None, removed: bool = False
) -> dict[str, Any]:
    """The documents of all conversations, and of this one if it is named; or those that were removed."""
    here = None if conversation is None else ConversationId(conversation)
    if here is not None:
        await deps.engine.store.read(caller, read_conversation, here)
    found = await deps.engine.store.read(caller, read_documents, here, kind=kind, removed=removed)
    indexed = await deps.engine.store.read(caller, read_indexed, [each.id for each in found])
    return answer_all(_describe(each, indexed.get(each.id)) for each in found)


@router.get("/{document_id}", response_model=WholeDocumentAnswer, operation_id="get_document")
@allow(READ)
async def get_document(caller: Caller, deps: Deps, document_id: str) -> dict[str, Any]:
    """One document and the names of its pages."""
    found = await deps.engine.store.read(caller, read_document, DocumentId(document_id))
    lines = await deps.engine.store.read(caller, read_page_lines, found.id)
    return await _answer(deps, caller, found) | {"page_list": [line._asdict() for line in lines]}


@router.get("/{document_id}/pages/{number}", response_model=PageAnswer, operation_id="get_document_page")
@allow(READ)
async def get_document_page(caller: Caller, deps: Deps, document_id: str, number: PageNumber) -> dict[str, Any]:
    """The text of one page."""
    document = await deps.engine.store.read(caller, read_document, DocumentId(document_id))
    page = await deps.engine.store.read(caller, read_document_page, document.id, number)
    return {
        "document_id": document.id,
        "name": document.name,
        "number": page.number,
        "label": page.label,
        "text": page.text,
    }


@router.get(
    "/{document_id}/data",
    response_class=Response,
    responses={
        **declare_bytes("The bytes", "application/octet-stream", *sorted(MEDIA_TYPES)),
        304: {"description": "They are those of the `If-None-Match`"},
    },
    operation_id="download_document",
)
@allow(READ)
async def get_document_data(caller: Caller, deps: Deps, request: Request, document_id: str) -> Response:
    """The bytes, to be saved; a picture may also be shown. They never change, and may be gone the next time."""
    document = await deps.engine.store.read(caller, read_document, DocumentId(document_id))
    is_shown = document.is_image and document.media_type in MEDIA_TYPES
    media_type = document.media_type if is_shown else "application/octet-stream"
    headers = {
        "Content-Disposition": _dispose("inline" if is_shown else "attachment", document.name),
        "Content-Security-Policy": _SANDBOX,
        "Cache-Control": "private, no-cache",
        "ETag": f'"{document.id}"',
    }
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    _, data = await deps.engine.store.read(caller, read_document_data, document.id)
    return Response(data, media_type=media_type, headers=headers)


@router.patch("/{document_id}", response_model=DocumentAnswer, operation_id="update_document")
@allow(WRITE, body=SHORT, raises=(KindUnfit,))
async def patch_document(caller: Caller, deps: Deps, document_id: str, body: ChangedDocument) -> dict[str, Any]:
    """Use it in another way, call it something else, or switch it on or off."""
    change = cast("DocumentChange", body.model_dump(exclude_none=True))
    return await _answer(deps, caller, await edit_document(deps.engine, caller, DocumentId(document_id), change))


@router.delete("/{document_id}", status_code=204, operation_id="delete_document")
@allow(WRITE)
async def delete_document(caller: Caller, deps: Deps, document_id: str) -> None:
    """Remove it; it can be restored for a day."""
    await remove_document(deps.engine, caller, DocumentId(document_id))


@router.post("/{document_id}/restore", response_model=DocumentAnswer, operation_id="restore_document")
@allow(WRITE)
async def post_restore(caller: Caller, deps: Deps, document_id: str) -> dict[str, Any]:
    """Bring a document back that was removed."""
    return await _answer(deps, caller, await restore_document(deps.engine, caller, DocumentId(document_id)))


async def _answer(deps: Dependencies, caller: Principal, document: Document) -> dict[str, Any]:
    indexed = await deps.engine.store.read(caller, read_indexed, [document.id])
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
