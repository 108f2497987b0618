"""Conversations."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.plain import answer_json
from antiphon.api.schemas.answers import ConversationAnswer, ConversationsAnswer, TurnsAnswer, ViewAnswer
from antiphon.api.schemas.requests import ChangedConversation, NewConversation
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.conversation.wire import encode_turn, encode_view, format_time
from antiphon.engine.commands.create_conversation import create_conversation
from antiphon.engine.commands.rename_conversation import rename_conversation
from antiphon.store.reads.conversations import ConversationLine, PageMark, read_conversation, read_conversations
from antiphon.store.reads.turns import read_turns
from antiphon.store.reads.view import read_view

router = APIRouter(prefix="/v1/conversations", tags=["conversations"])
READ = Policy(Verb.READ, "conversation")
WRITE = Policy(Verb.WRITE, "conversation")

PageSize = Annotated[int, Query(ge=1, le=200)]


@router.post("", status_code=201, response_model=ConversationAnswer)
@allow(WRITE)
async def post_conversation(caller: Caller, rooms: Rooms, body: NewConversation) -> dict[str, Any]:
    """Begin a conversation."""
    panel_id = None if body.panel_id is None else PanelId(body.panel_id)
    return _answer(await create_conversation(rooms.engine, caller, body.title, panel_id))


@router.get("", response_model=ConversationsAnswer)
@allow(READ)
async def get_conversations(
    caller: Caller, rooms: Rooms, limit: PageSize = 50, before: str | None = None
) -> dict[str, Any]:
    """A page of conversations; hand `next` back as `before` for the following one."""
    mark = None if before is None else parse_mark(before)
    lines = await rooms.engine.store.read(caller, read_conversations, limit=limit, after=mark)
    last = lines[-1] if len(lines) == limit else None
    return {"conversations": [_answer(line) for line in lines], "next": None if last is None else format_mark(last)}


@router.get("/{conversation_id}", response_model=ViewAnswer)
@allow(READ)
async def get_conversation(caller: Caller, rooms: Rooms, conversation_id: str, limit: PageSize = 50) -> Response:
    """The newest turns and the fact number they are true at."""
    view = await rooms.engine.store.read(caller, read_view, ConversationId(conversation_id), limit=limit)
    return answer_json(encode_view(view))


@router.patch("/{conversation_id}", response_model=ConversationAnswer)
@allow(WRITE)
async def patch_conversation(
    caller: Caller, rooms: Rooms, conversation_id: str, body: ChangedConversation
) -> dict[str, Any]:
    """Give the conversation another title."""
    return _answer(await rename_conversation(rooms.engine, caller, ConversationId(conversation_id), body.title))


@router.get("/{conversation_id}/turns", response_model=TurnsAnswer)
@allow(READ)
async def get_turns(
    caller: Caller,
    rooms: Rooms,
    conversation_id: str,
    limit: PageSize = 50,
    before: Annotated[int | None, Query(ge=1, le=2_147_483_647)] = None,
) -> dict[str, Any]:
    """Turns before a position, oldest first."""
    store = rooms.engine.store
    await store.read(caller, read_conversation, ConversationId(conversation_id))
    turns = await store.read(caller, read_turns, ConversationId(conversation_id), before=before, limit=limit)
    return {"turns": [encode_turn(turn) for turn in turns], "has_older": bool(turns) and turns[0].position > 1}


def format_mark(line: ConversationLine) -> str:
    """The place after this line, as text."""
    return f"{round(line.updated_at.timestamp() * 1000)}-{line.id}"


def parse_mark(text: str) -> PageMark:
    """The place that was formatted; `Malformed` for anything else."""
    milliseconds, _, conversation_id = text.partition("-")
    if not re.fullmatch("[0-9]{1,14}", milliseconds) or not conversation_id:
        raise Malformed("`before` is not a place this server gave out")
    return PageMark(datetime.fromtimestamp(int(milliseconds) / 1000, tz=UTC), conversation_id)


def _answer(line: ConversationLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "title": line.title,
        "panel_id": line.panel_id,
        "seq": line.seq,
        "turn_count": line.turn_count,
        "created_at": format_time(line.created_at),
        "updated_at": format_time(line.updated_at),
        "in_flight": line.in_flight,
    }
