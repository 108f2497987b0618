"""Character cards: look at one, make an advisor of it, hand an advisor out as one."""

from dataclasses import asdict
from typing import Annotated, Any, Literal
from urllib.parse import quote

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import UPLOAD, BoundedRoute
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.routes.advisors import answer_advisor
from antiphon.api.schemas.cards import CardAnswer, TakenCardAnswer
from antiphon.api.schemas.documents import FileName
from antiphon.api.upload import read_upload
from antiphon.conversation.errors import FileTooLarge, NotFound, TooManyFiles, UnreadableFile, UploadBroken
from antiphon.conversation.ids import AdvisorId
from antiphon.documents.card import MAX_PICTURE
from antiphon.documents.name import clean_name
from antiphon.engine.commands.cards import ReadCard, export_card, export_picture, read_card, take_card

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["advisors"])
READ = Policy(Verb.READ, "advisors")
WRITE = Policy(Verb.WRITE, "advisors")

_MIB = 1024 * 1024
_UNFIT = (FileTooLarge, TooManyFiles, UnreadableFile, UploadBroken)
Name = Annotated[FileName, Query()]
Person = Annotated[str, Query(max_length=80)]


@router.post("/cards/read", response_model=CardAnswer, operation_id="read_card")
@allow(WRITE, body=UPLOAD, cost=CallCost.HEAVY, raises=_UNFIT)
async def post_read(caller: Caller, deps: Deps, request: Request, name: Name, person: Person = "") -> dict[str, Any]:
    """What the card in a file would become: PNG, JSON or `.charx`. Its bytes are the body; nothing is kept."""
    with deps.documents.reading.admit(caller):
        data = await _read_body(request, deps, name)
        read = await read_card(deps.documents, caller, data, clean_name(name), person)
    return asdict(read.plan) | {"carrier": read.carrier, "person": read.person, "entries": _list_entries(read)}


@router.post("/cards", status_code=201, response_model=TakenCardAnswer, operation_id="import_card")
@allow(WRITE, body=UPLOAD, cost=CallCost.HEAVY, raises=_UNFIT, location="/v1/advisors/{id}")
async def post_card(
    caller: Caller, deps: Deps, request: Request, name: Name, person: Person = "", lore: bool = True
) -> dict[str, Any]:
    """Make an advisor of the card in a file, keep the whole card, and its lorebook as documents that are off."""
    with deps.documents.reading.admit(caller):
        data = await _read_body(request, deps, name)
        read = await read_card(deps.documents, caller, data, clean_name(name), person)
        taken = await take_card(deps.engine, deps.documents, caller, read, data, with_lore=lore)
    advisor = answer_advisor(taken.line)
    return {"id": advisor["id"], "advisor": advisor, "document_ids": [each.id for each in taken.documents]}


@router.get(
    "/advisors/{advisor_id}/card",
    response_class=Response,
    responses={
        200: {
            "description": "The card",
            "content": {
                "application/json": {"schema": {"type": "object"}},
                "image/png": {"schema": {"type": "string", "format": "binary"}},
            },
        }
    },
    operation_id="export_card",
)
@allow(READ, cost=CallCost.HEAVY, raises=(NotFound,))
async def get_card(caller: Caller, deps: Deps, advisor_id: str, form: Literal["json", "png"] = "json") -> Response:
    """An advisor as a character card, version three: JSON, or a picture that holds it for older programs too."""
    if form == "png":
        advisor, data = await export_picture(deps.engine, caller, AdvisorId(advisor_id))
    else:
        advisor, card = await export_card(deps.engine, caller, AdvisorId(advisor_id))
        data = orjson.dumps(card, option=orjson.OPT_INDENT_2)
    named = f"attachment; filename=\"card.{form}\"; filename*=UTF-8''{quote(advisor.name, safe='')}.{form}"
    headers = {"Content-Disposition": named, "Content-Security-Policy": "sandbox; default-src 'none'"}
    return Response(data, media_type="image/png" if form == "png" else "application/json", headers=headers)


async def _read_body(request: Request, deps: Dependencies, name: str) -> bytes:
    return await read_upload(request, clean_name(name), min(MAX_PICTURE // _MIB, deps.settings.upload_mib))


def _list_entries(read: ReadCard) -> list[dict[str, Any]]:
    return [each._asdict() for each in read.plan.entries]
