"""Imports: bring an export of another program, look at what is in it, have it written, take it back."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import FILE, SHORT, BoundedRoute
from antiphon.api.content import declare_bytes
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.imports import (
    ImportedConversationsPage,
    ImportedFileAnswer,
    ImportersPage,
    ImportsPage,
    NewImport,
    StartImport,
)
from antiphon.api.schemas.page import answer_all
from antiphon.api.upload import read_upload
from antiphon.conversation.errors import CommandRefused, FileTooLarge, NotFound, UploadBroken
from antiphon.conversation.imports import Import, ImportId, ImportItem
from antiphon.conversation.wire import format_time
from antiphon.documents.name import clean_name
from antiphon.store.reads.imports import list_imports, list_items, read_import, read_original

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["imports"])
READ = Policy(Verb.READ, "import")
WRITE = Policy(Verb.WRITE, "import")

_MIB = 1024 * 1024
_PAGE = 200
Number = Annotated[int, Query(ge=0, le=1_000_000)]
Place = Annotated[int, Path(ge=1, le=2_147_483_647)]


@router.get("/importers", response_model=ImportersPage, operation_id="list_importers")
@allow(READ)
async def get_importers(_caller: Caller, deps: Deps) -> dict[str, Any]:
    """The formats that can be read here."""
    found = deps.plugins.list_importers()
    return answer_all({"name": each.name, "label": each.label, "version": each.version} for each in found)


@router.get("/imports", response_model=ImportsPage, operation_id="list_imports")
@allow(READ)
async def get_imports(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every file that was brought, the newest first."""
    return answer_all(_describe(each) for each in await deps.engine.store.read(caller, list_imports))


@router.post("/imports", status_code=201, response_model=ImportedFileAnswer, operation_id="create_import")
@allow(WRITE, body=SHORT, location="/v1/imports/{id}")
async def post_import(caller: Caller, deps: Deps, body: NewImport) -> dict[str, Any]:
    """Say that a file is coming. Its bytes follow in pieces, then it is read; nothing is written until it starts."""
    import_id = await deps.imports.begin(caller, clean_name(body.name))
    return _describe(await deps.engine.store.read(caller, read_import, import_id))


@router.post("/imports/{import_id}/pieces", response_model=ImportedFileAnswer, operation_id="add_import_piece")
@allow(WRITE, body=FILE, raises=(CommandRefused, FileTooLarge, NotFound, UploadBroken))
async def post_piece(caller: Caller, deps: Deps, request: Request, import_id: str, number: Number) -> dict[str, Any]:
    """The next bytes of the file: the body, 8 MiB at most, numbered from 0. The same number twice replaces them."""
    known = await deps.engine.store.read(caller, read_import, ImportId(import_id))
    if known.bytes > deps.settings.import_mib * _MIB:
        raise FileTooLarge(known.name, deps.settings.import_mib)
    data = await read_upload(request, known.name, FILE // _MIB)
    await deps.imports.take_piece(caller, known.id, number, data)
    return _describe(await deps.engine.store.read(caller, read_import, known.id))


@router.post(
    "/imports/{import_id}/read", status_code=202, response_model=ImportedFileAnswer, operation_id="read_import"
)
@allow(WRITE, cost=CallCost.HEAVY, raises=(CommandRefused, NotFound))
async def post_read(caller: Caller, deps: Deps, import_id: str) -> dict[str, Any]:
    """The file has arrived: read it. When its status is `ready`, its report says what will come and what cannot."""
    return _describe(await deps.imports.arrived(caller, ImportId(import_id)))


@router.get("/imports/{import_id}", response_model=ImportedFileAnswer, operation_id="get_import")
@allow(READ, raises=(NotFound,))
async def get_import(caller: Caller, deps: Deps, import_id: str) -> dict[str, Any]:
    """One file as far as it has come."""
    return _describe(await deps.engine.store.read(caller, read_import, ImportId(import_id)))


@router.get(
    "/imports/{import_id}/conversations",
    response_model=ImportedConversationsPage,
    operation_id="list_import_conversations",
)
@allow(READ, raises=(NotFound,))
async def get_conversations(caller: Caller, deps: Deps, import_id: str, before: Number = 0) -> dict[str, Any]:
    """The conversations in it, in the order of the file; `before` is the `next` of the page that was read last."""
    known = await deps.engine.store.read(caller, read_import, ImportId(import_id))
    items = await deps.engine.store.read(caller, list_items, known.id, before, _PAGE)
    next_ = str(items[-1].number) if len(items) == _PAGE else None
    return {"items": [_describe_item(each) for each in items], "next": next_}


@router.get(
    "/imports/{import_id}/conversations/{number}/original",
    response_class=Response,
    responses=declare_bytes("The bytes it was read from", "application/octet-stream"),
    operation_id="download_import_original",
)
@allow(READ, raises=(NotFound,))
async def get_original(caller: Caller, deps: Deps, import_id: str, number: Place) -> Response:
    """One conversation as it stood in the file, to be saved."""
    data = await deps.engine.store.read(caller, read_original, ImportId(import_id), number)
    headers = {
        "Content-Disposition": f'attachment; filename="original-{number}.json"',
        "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "Cache-Control": "private, no-cache",
    }
    return Response(data, media_type="application/octet-stream", headers=headers)


@router.post(
    "/imports/{import_id}/start", status_code=202, response_model=ImportedFileAnswer, operation_id="start_import"
)
@allow(WRITE, body=SHORT, cost=CallCost.HEAVY, raises=(CommandRefused, NotFound))
async def post_start(caller: Caller, deps: Deps, import_id: str, body: StartImport) -> dict[str, Any]:
    """Write what is in it. What is here already is not written again."""
    return _describe(await deps.imports.start(caller, ImportId(import_id), body.leave_out))


@router.delete(
    "/imports/{import_id}",
    status_code=204,
    operation_id="delete_import",
)
@allow(WRITE, cost=CallCost.HEAVY, raises=(CommandRefused, NotFound))
async def delete_import(caller: Caller, deps: Deps, import_id: str) -> None:
    """Take back all that it brought, or forget it where that is nothing. Conversations somebody has gone on with stay.

    It goes on behind this answer: the import is `undoing`, and `undone` when nothing is left.
    """
    await deps.imports.undo(caller, ImportId(import_id))


def _describe(found: Import) -> dict[str, Any]:
    return {
        "id": found.id,
        "name": found.name,
        "bytes": found.bytes,
        "status": found.status,
        "importer": found.importer,
        "label": found.label,
        "report": found.report,
        "counts": dict(found.counts),
        "error": None if found.error is None else {"code": found.error.code, "message": found.error.message},
        "created_at": format_time(found.created_at),
        "updated_at": format_time(found.updated_at),
    }


def _describe_item(item: ImportItem) -> dict[str, Any]:
    return {
        "number": item.number,
        "title": item.title,
        "branch": item.branch,
        "began_at": None if item.began_at is None else format_time(item.began_at),
        "turns": item.turns,
        "replies": item.replies,
        "fate": item.fate,
        "conversation_id": item.conversation_id,
    }
