"""Conversations."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.outline import read_described_outline
from antiphon.api.plain import answer_json
from antiphon.api.schemas.answers import ConversationAnswer, ConversationsAnswer, TurnsAnswer, ViewAnswer
from antiphon.api.schemas.reading import OutlineAnswer, RemovedConversationAnswer
from antiphon.api.schemas.requests import ChangedConversation, NewConversation
from antiphon.conversation.errors import Malformed
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.conversation.wire import encode_turn, encode_view, format_time
from antiphon.engine.commands.choose_panel import choose_panel
from antiphon.engine.commands.create_conversation import create_conversation
from antiphon.engine.commands.edit_topic import choose_topic
from antiphon.engine.commands.remove_conversation import remove_conversation, restore_conversation
from antiphon.engine.commands.rename_conversation import rename_conversation
from antiphon.store.reads.conversations import ConversationLine, PageMark, read_conversation, read_conversations
from antiphon.store.reads.pages import Place, Side, read_page
from antiphon.store.reads.view import read_view

router = APIRouter(prefix="/v1/conversations", tags=["conversations"])
READ = Policy(Verb.READ, "conversation")
WRITE = Policy(Verb.WRITE, "conversation")

PageSize = Annotated[int, Query(ge=1, le=200)]
Position = Annotated[int | None, Query(ge=1, le=2_147_483_647)]


@router.post("", status_code=201, response_model=ConversationAnswer)
@allow(WRITE)
async def post_conversation(caller: Caller, rooms: Rooms, body: NewConversation) -> dict[str, Any]:
    """Begin a conversation."""
    panel_id = None if body.panel_id is None else PanelId(body.panel_id)
    return _answer(await create_conversation(rooms.engine, caller, body.title, panel_id))


@router.get("", response_model=ConversationsAnswer)
@allow(READ)
async def get_conversations(
    caller: Caller, rooms: Rooms, limit: PageSize = 50, before: str | None = None, removed: bool = False
) -> dict[str, Any]:
    """A page of conversations, or of those put away; hand `next` back as `before` for the following one."""
    mark = None if before is None else parse_mark(before)
    lines = await rooms.engine.store.read(caller, read_conversations, limit=limit, after=mark, removed=removed)
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
    """Give the conversation another title, or another panel or topic from its next message on."""
    here = ConversationId(conversation_id)
    if body.panel_id is not None:
        await choose_panel(rooms.engine, caller, here, PanelId(body.panel_id))
    if body.title is not None:
        await rename_conversation(rooms.engine, caller, here, body.title)
    if "topic" in body.model_fields_set:
        await choose_topic(rooms.engine, caller, here, body.topic)
    return _answer(await rooms.engine.store.read(caller, read_conversation, here))


@router.delete("/{conversation_id}", response_model=RemovedConversationAnswer)
@allow(WRITE)
async def delete_conversation(caller: Caller, rooms: Rooms, conversation_id: str) -> dict[str, Any]:
    """Put the conversation away and stop what runs there; it can be restored."""
    stopped = await remove_conversation(rooms.engine, caller, ConversationId(conversation_id))
    return {"id": conversation_id, "stopping": stopped.reply_ids}


# Not `/restore`: that brings deleted turns back.
@router.post("/{conversation_id}/bring-back", response_model=ConversationAnswer)
@allow(WRITE)
async def post_conversation_bring_back(caller: Caller, rooms: Rooms, conversation_id: str) -> dict[str, Any]:
    """Bring a conversation back that was put away."""
    return _answer(await restore_conversation(rooms.engine, caller, ConversationId(conversation_id)))


@router.get("/{conversation_id}/outline", response_model=OutlineAnswer)
@allow(READ)
async def get_outline(caller: Caller, rooms: Rooms, conversation_id: str) -> Response:
    """Every turn in a few words: what a ribbon needs, in one answer."""
    here = ConversationId(conversation_id)
    return answer_json(await rooms.engine.store.read(caller, read_described_outline, here))


@router.get("/{conversation_id}/turns", response_model=TurnsAnswer)
@allow(READ)
async def get_turns(
    caller: Caller,
    rooms: Rooms,
    conversation_id: str,
    limit: PageSize = 50,
    before: Position = None,
    after: Position = None,
    at: Position = None,
) -> Response:
    """Turns before a position, after one, or around one, oldest first; without a position the newest."""
    place = _choose_place(before, after, at)
    page = await rooms.engine.store.read(caller, read_page, ConversationId(conversation_id), place, limit=limit)
    turns = [encode_turn(turn) for turn in page.turns]
    return answer_json({"turns": turns, "has_older": page.has_older, "has_newer": page.has_newer})


def _choose_place(before: int | None, after: int | None, at: int | None) -> Place | None:
    given: dict[Side, int | None] = {"before": before, "after": after, "at": at}
    places = [Place(side, position) for side, position in given.items() if position is not None]
    if len(places) > 1:
        raise Malformed("a page has one place: `before`, `after` or `at`")
    return places[0] if places else None


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
        "topic": line.topic,
        "opening": line.opening,
        "unread": line.unread,
    }
