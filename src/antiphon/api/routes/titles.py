"""Titles that a model finds."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.api.analyses import describe_analysis
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.schemas.titles import FindingTitle, TitleAnswer
from antiphon.conversation.errors import CommandRefused, Draining, KeyMissing, ModelUnknown
from antiphon.conversation.ids import ConversationId
from antiphon.engine.commands.conversations import name_conversation

router = APIRouter(route_class=BoundedRoute, tags=["conversations"])
WRITE = Policy(Verb.WRITE, "conversation")


@router.post("/v1/conversations/{conversation_id}/title", response_model=TitleAnswer, operation_id="find_title")
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(CommandRefused, Draining, KeyMissing, ModelUnknown))
async def post_title(caller: Caller, deps: Deps, conversation_id: str, body: FindingTitle, key: Key) -> dict[str, Any]:
    """Have the conversation named, and its newest turn tagged, once for one key; answers when that has ended."""
    ended = await name_conversation(
        deps.engine, deps.analyses.titles, caller, ConversationId(conversation_id), body.model, key
    )
    found = dict(ended.result or {})
    return {
        "analysis": describe_analysis(deps, ended),
        "title": found.get("title"),
        "tags": found.get("tags", []),
        "turn_id": found.get("turn_id"),
    }
