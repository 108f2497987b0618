"""Titles that a model finds."""

from typing import Any

from fastapi import APIRouter

from antiphon.access.policy import Policy, Verb
from antiphon.api.analyses import describe_analysis
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.schemas.titles import FindingTitle, TitleAnswer
from antiphon.conversation.ids import ConversationId
from antiphon.engine.commands.name_conversation import name_conversation

router = APIRouter(tags=["conversations"])
WRITE = Policy(Verb.WRITE, "conversation")


@router.post("/v1/conversations/{conversation_id}/title", response_model=TitleAnswer)
@allow(WRITE)
async def post_title(caller: Caller, rooms: Rooms, conversation_id: str, body: FindingTitle) -> dict[str, Any]:
    """Have the conversation named, and its newest turn tagged; answers when that has ended."""
    ended = await name_conversation(rooms.engine, caller, ConversationId(conversation_id), body.model)
    found = dict(ended.result or {})
    return {
        "analysis": describe_analysis(rooms, ended),
        "title": found.get("title"),
        "tags": found.get("tags", []),
        "turn_id": found.get("turn_id"),
    }
