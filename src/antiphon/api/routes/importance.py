"""What turns and replies are worth, why, and what follows from it."""

import asyncio
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.bounded import LONG, SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.errors import DRAFT_REFUSALS
from antiphon.api.guard import Caller, allow
from antiphon.api.importance import describe_policies, describe_reply_importance, describe_turn_importance
from antiphon.api.plain import answer_json
from antiphon.api.routes.context import read_draft
from antiphon.api.schemas.context import DraftBody
from antiphon.api.schemas.events import ReplyWeighedFact
from antiphon.api.schemas.importance import ImportanceAnswer, PoliciesAnswer, TurnImportanceAnswer, WorthBody
from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import ReplyId, TurnId
from antiphon.engine.commands.replies import set_importance
from antiphon.engine.previews.policies import compare_policies
from antiphon.store.reads.marks import has_said_pin
from antiphon.store.reads.turns import read_reply, read_turn

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["context"])
READ = Policy(Verb.READ, "context")
WRITE = Policy(Verb.WRITE, "context")


@router.get("/turns/{turn_id}/importance", response_model=TurnImportanceAnswer, operation_id="get_turn_importance")
@allow(READ)
async def get_turn_importance(caller: Caller, deps: Deps, turn_id: str) -> dict[str, Any]:
    """Why a human message is worth what it is, rule by rule, and who pinned it."""
    store = deps.engine.store
    turn = await store.read(caller, read_turn, TurnId(turn_id))
    said_pin = await store.read(caller, has_said_pin, turn.conversation_id, turn.id)
    return await asyncio.to_thread(describe_turn_importance, turn, said_pin=said_pin)


@router.get("/replies/{reply_id}/importance", response_model=ImportanceAnswer, operation_id="get_reply_importance")
@allow(READ)
async def get_reply_importance(caller: Caller, deps: Deps, reply_id: str) -> dict[str, Any]:
    """Why a reply is worth what it is, rule by rule."""
    reply = await deps.engine.store.read(caller, read_reply, ReplyId(reply_id))
    return await asyncio.to_thread(describe_reply_importance, reply)


@router.put("/replies/{reply_id}/importance", response_model=ReplyWeighedFact, operation_id="set_reply_importance")
@allow(WRITE, body=SHORT, raises=(CommandRefused, NotFound))
async def put_worth(caller: Caller, deps: Deps, reply_id: str, body: WorthBody) -> Response:
    """Say what a reply is worth, in place of what was reckoned; nothing takes it back."""
    return answer_json(encode_event(await set_importance(deps.engine, caller, ReplyId(reply_id), body.worth)))


@router.post(
    "/conversations/{conversation_id}/preview/compare", response_model=PoliciesAnswer, operation_id="compare_policies"
)
@allow(READ, body=LONG, cost=CallCost.HEAVY, raises=DRAFT_REFUSALS)
async def post_compare(caller: Caller, deps: Deps, conversation_id: str, body: DraftBody) -> Response:
    """What each advisor would be sent under every rule for dropping, and where the rules part."""
    found = await compare_policies(deps.engine, caller, read_draft(deps, caller, conversation_id, body))
    return answer_json(describe_policies(found))
