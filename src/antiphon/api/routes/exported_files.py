"""Exports: have a file written with some conversations or everything, fetch it, check it, forget it."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path
from starlette.responses import Response, StreamingResponse

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.principal import Principal
from antiphon.api.bounded import LONG, BoundedRoute
from antiphon.api.content import declare_bytes
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.exports import ExportedFileAnswer, ExportersPage, ExportsPage, NewExport, SignerAnswer
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import CommandRefused, Malformed, NotFound
from antiphon.conversation.exports import Export, ExportId, ExportRequest
from antiphon.conversation.wire import format_time
from antiphon.engine.exports.exports import PIECE_BYTES
from antiphon.store.reads.exports import list_exports, read_export, read_export_piece

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["exports"])
READ = Policy(Verb.READ, "archive")
# Everybody may take along what is theirs, also where they may change nothing.
OWN = Policy(Verb.MANAGE, "archive")

_BYTES = "application/octet-stream"
_QUIET = {
    "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "private, no-store",
}
Number = Annotated[int, Path(ge=0, le=1_000_000)]


@router.get("/exporters", response_model=ExportersPage, operation_id="list_exporters")
@allow(READ)
async def get_exporters(_caller: Caller, deps: Deps) -> dict[str, Any]:
    """The formats that can be written here."""
    names = ("name", "label", "media_type", "suffix", "version")
    return answer_all({name: getattr(each, name) for name in names} for each in deps.exports.exporters)


@router.get("/signer", response_model=SignerAnswer, operation_id="get_signer")
@allow(READ)
async def get_signer(_caller: Caller, deps: Deps) -> dict[str, Any]:
    """Whose signature stands under receipts and files that leave here."""
    signer = await deps.exports.find_signer()
    return {"algorithm": "Ed25519", "signer": None if signer is None else signer.public}


@router.get("/exports", response_model=ExportsPage, operation_id="list_exports")
@allow(READ)
async def get_exports(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Files that were written and are still kept, the newest first."""
    return answer_all(_describe(each) for each in await deps.engine.store.read(caller, list_exports))


@router.post("/exports", status_code=201, response_model=ExportedFileAnswer, operation_id="create_export")
@allow(OWN, body=LONG, cost=CallCost.HEAVY, raises=(Malformed, NotFound), location="/v1/exports/{id}")
async def post_export(caller: Caller, deps: Deps, body: NewExport) -> dict[str, Any]:
    """Have a file written. It goes on behind this answer, whatever becomes of this server; look at its status."""
    request = ExportRequest(body.format, tuple(dict.fromkeys(body.conversation_ids)), body.variants, body.thinking)
    return _describe(await deps.exports.begin(caller, request))


@router.get("/exports/{export_id}", response_model=ExportedFileAnswer, operation_id="get_export")
@allow(READ, raises=(NotFound,))
async def get_export(caller: Caller, deps: Deps, export_id: str) -> dict[str, Any]:
    """One file as far as it has come."""
    return _describe(await deps.engine.store.read(caller, read_export, ExportId(export_id)))


@router.get(
    "/exports/{export_id}/file",
    response_class=StreamingResponse,
    responses=declare_bytes("The file", _BYTES),
    operation_id="download_export",
)
@allow(READ, cost=CallCost.HEAVY, raises=(CommandRefused, NotFound))
async def get_file(caller: Caller, deps: Deps, export_id: str) -> StreamingResponse:
    """The whole file, to be saved."""
    known = await _read_done(caller, deps, export_id)
    headers = {"Content-Disposition": f'attachment; filename="{known.name}"', "Content-Length": str(known.bytes)}
    return StreamingResponse(_walk(caller, deps, known), media_type=_BYTES, headers=headers | _QUIET)


@router.get(
    "/exports/{export_id}/pieces/{number}",
    response_class=Response,
    responses=declare_bytes("A piece of the file", _BYTES),
    operation_id="download_export_piece",
)
@allow(READ, raises=(CommandRefused, NotFound))
async def get_piece(caller: Caller, deps: Deps, export_id: str, number: Number) -> Response:
    """One piece of it, numbered from 0: a large file is fetched piece by piece, and gone on with where it broke off."""
    known = await _read_done(caller, deps, export_id)
    data = await deps.engine.store.read(caller, read_export_piece, known.id, number)
    if data is None:
        raise NotFound("piece", f"{export_id}/{number}")
    return Response(data, media_type=_BYTES, headers=_QUIET)


@router.get(
    "/exports/{export_id}/signature",
    response_class=Response,
    responses=declare_bytes("The signature, to lie beside the file", _BYTES),
    operation_id="download_export_signature",
)
@allow(READ, raises=(CommandRefused, NotFound))
async def get_signature(caller: Caller, deps: Deps, export_id: str) -> Response:
    """The signature of the file, as `verify.py` reads it under the name of the file with `.sig` behind it."""
    known = await _read_done(caller, deps, export_id)
    if known.signature is None:
        raise NotFound("signature", export_id)
    said = {"format": "antiphon.signature", "version": 1, "sha256": known.sha256, "signer": known.signer}
    body = orjson.dumps(said | {"signature": known.signature.hex()}, option=orjson.OPT_INDENT_2)
    headers = {"Content-Disposition": f'attachment; filename="{known.name}.sig"'}
    return Response(body, media_type=_BYTES, headers=headers | _QUIET)


@router.delete("/exports/{export_id}", status_code=204, operation_id="delete_export")
@allow(OWN, raises=(CommandRefused, NotFound))
async def delete_export(caller: Caller, deps: Deps, export_id: str) -> None:
    """Keep the file no longer."""
    await deps.exports.forget(caller, ExportId(export_id))


async def _read_done(caller: Principal, deps: Dependencies, export_id: str) -> Export:
    known = await deps.engine.store.read(caller, read_export, ExportId(export_id))
    if known.status != "done":
        raise CommandRefused("export", "it has not been written to its end")
    return known


async def _walk(caller: Principal, deps: Dependencies, known: Export) -> AsyncIterator[bytes]:
    number = 0
    while (data := await deps.engine.store.read(caller, read_export_piece, known.id, number)) is not None:
        yield data
        number += 1


def _describe(found: Export) -> dict[str, Any]:
    return {
        "id": found.id,
        "format": found.request.format,
        "conversation_ids": list(found.request.conversation_ids),
        "name": found.name,
        "media_type": found.media_type,
        "status": found.status,
        "written": found.written,
        "of": found.of,
        "bytes": found.bytes,
        "pieces": -(-found.bytes // PIECE_BYTES),
        "sha256": found.sha256,
        "signer": found.signer,
        "signature": None if found.signature is None else found.signature.hex(),
        "error": None if found.error is None else {"code": found.error.code, "message": found.error.message},
        "created_at": format_time(found.created_at),
        "kept_until": format_time(found.kept_until),
    }
