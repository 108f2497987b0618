"""What turns and replies are worth, why, and what follows from it."""

import asyncio
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.importance import describe_policies, describe_reply_importance, describe_turn_importance
from antiphon.api.plain import answer_json
from antiphon.api.routes.context import read_draft
from antiphon.api.schemas.context import DraftBody
from antiphon.api.schemas.events import ReplyWeighedFact
from antiphon.api.schemas.importance import ImportanceAnswer, PoliciesAnswer, TurnImportanceAnswer, WorthBody
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import ReplyId, TurnId
from antiphon.engine.commands.weigh_reply import weigh_reply
from antiphon.engine.policies import compare_policies
from antiphon.store.reads.pins import has_said_pin
from antiphon.store.reads.turns import read_reply, read_turn

router = APIRouter(prefix="/v1", tags=["context"])
READ = Policy(Verb.READ, "context")
WRITE = Policy(Verb.WRITE, "context")


@router.get("/turns/{turn_id}/importance", response_model=TurnImportanceAnswer)
@allow(READ)
async def get_turn_importance(caller: Caller, rooms: Rooms, turn_id: str) -> dict[str, Any]:
    """Why a human message is worth what it is, rule by rule, and who pinned it."""
    store = rooms.engine.store
    turn = await store.read(caller, read_turn, TurnId(turn_id))
    said_pin = await store.read(caller, has_said_pin, turn.conversation_id, turn.id)
    return await asyncio.to_thread(describe_turn_importance, turn, said_pin=said_pin)


@router.get("/replies/{reply_id}/importance", response_model=ImportanceAnswer)
@allow(READ)
async def get_reply_importance(caller: Caller, rooms: Rooms, reply_id: str) -> dict[str, Any]:
    """Why a reply is worth what it is, rule by rule."""
    reply = await rooms.engine.store.read(caller, read_reply, ReplyId(reply_id))
    return await asyncio.to_thread(describe_reply_importance, reply)


@router.put("/replies/{reply_id}/worth", response_model=ReplyWeighedFact)
@allow(WRITE)
async def put_worth(caller: Caller, rooms: Rooms, reply_id: str, body: WorthBody) -> Response:
    """Say what a reply is worth, in place of what was reckoned; nothing takes it back."""
    return answer_json(encode_event(await weigh_reply(rooms.engine, caller, ReplyId(reply_id), body.worth)))


@router.post("/conversations/{conversation_id}/preview/compare", response_model=PoliciesAnswer)
@allow(READ)
async def post_compare(caller: Caller, rooms: Rooms, conversation_id: str, body: DraftBody) -> Response:
    """What each advisor would be sent under every rule for dropping, and where the rules part."""
    found = await compare_policies(rooms.engine, caller, read_draft(rooms, conversation_id, body))
    return answer_json(describe_policies(found))
