"""Conversations."""

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from antiphon.access.policy import Policy, Verb
from antiphon.api.bounded import SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.outline import read_described_outline
from antiphon.api.plain import answer_json
from antiphon.api.schemas.answers import ConversationAnswer, ConversationsAnswer, TurnsAnswer, ViewAnswer
from antiphon.api.schemas.deletions import EverythingAnswer
from antiphon.api.schemas.reading import OutlineAnswer
from antiphon.api.schemas.requests import ChangedConversation, NewConversation
from antiphon.conversation.errors import Malformed, NotFound, NotKept
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.conversation.wire import encode_turn, encode_view, format_time
from antiphon.engine.commands.conversations import (
    create_conversation,
    keep_conversation,
    leave_conversation,
    remove_conversation,
    rename_conversation,
    restore_conversation,
)
from antiphon.engine.commands.conversations import delete_conversation as erase_conversation
from antiphon.engine.commands.folders import move_conversation
from antiphon.engine.commands.panels import choose_panel
from antiphon.engine.commands.topics import choose_topic
from antiphon.store.reads.conversations import ConversationLine, PageMark, read_conversation, read_conversations
from antiphon.store.reads.deletions import Everything, read_everything
from antiphon.store.reads.pages import PageAnchor, Side, read_page
from antiphon.store.reads.pages import PageOfTurns as TurnPage
from antiphon.store.reads.view import read_view

router = APIRouter(route_class=BoundedRoute, prefix="/v1/conversations", tags=["conversations"])
READ = Policy(Verb.READ, "conversation")
WRITE = Policy(Verb.WRITE, "conversation")

PageSize = Annotated[int, Query(ge=1, le=200)]
FolderId = Annotated[str | None, Query(min_length=1, max_length=40)]
Position = Annotated[int | None, Query(ge=1, le=2_147_483_647)]
# A page that begins with the very first turn follows nothing.
After = Annotated[int | None, Query(ge=0, le=2_147_483_647)]


@router.post("", status_code=201, response_model=ConversationAnswer, operation_id="create_conversation")
@allow(WRITE, body=SHORT, raises=(NotFound,), location="/v1/conversations/{id}")
async def post_conversation(caller: Caller, deps: Deps, body: NewConversation) -> dict[str, Any]:
    """Begin a conversation."""
    panel_id = None if body.panel_id is None else PanelId(body.panel_id)
    made = await create_conversation(deps.engine, caller, body.title, panel_id, kept=body.kept)
    return describe_conversation(made)


@router.get("", response_model=ConversationsAnswer, operation_id="list_conversations")
@allow(READ, raises=(NotFound,))
async def get_conversations(
    caller: Caller,
    deps: Deps,
    limit: PageSize = 50,
    before: str | None = None,
    removed: bool = False,
    folder_id: FolderId = None,
) -> dict[str, Any]:
    """A page of conversations, of those archived or of a folder; hand `next` back as `before` for the next page."""
    mark = None if before is None else parse_mark(before)
    lines = await deps.engine.store.read(
        caller, read_conversations, limit=limit, after=mark, removed=removed, folder_id=folder_id
    )
    last = lines[-1] if len(lines) == limit else None
    return {
        "items": [describe_conversation(line) for line in lines],
        "next": None if last is None else format_mark(last),
    }


@router.get("/{conversation_id}", response_model=ViewAnswer, operation_id="get_conversation")
@allow(READ)
async def get_conversation(caller: Caller, deps: Deps, conversation_id: str, limit: PageSize = 50) -> Response:
    """The newest turns and the fact number they are true at."""
    view = await deps.engine.store.read(caller, read_view, ConversationId(conversation_id), limit=limit)
    return answer_json(encode_view(view))


@router.patch("/{conversation_id}", response_model=ConversationAnswer, operation_id="update_conversation")
@allow(WRITE, body=SHORT, raises=(NotKept,))
async def patch_conversation(
    caller: Caller, deps: Deps, conversation_id: str, body: ChangedConversation
) -> dict[str, Any]:
    """Give the conversation another title or folder, or another panel or topic from its next message on.

    With `kept` one that was not kept is kept from now on; `false` only says that somebody has come back to it.
    """
    here = ConversationId(conversation_id)
    if body.panel_id is not None:
        await choose_panel(deps.engine, caller, here, PanelId(body.panel_id))
    if body.title is not None:
        await rename_conversation(deps.engine, caller, here, body.title)
    if "topic" in body.model_fields_set:
        await choose_topic(deps.engine, caller, here, body.topic)
    if "folder_id" in body.model_fields_set:
        await move_conversation(deps.engine, caller, here, body.folder_id)
    if body.kept is not None:
        await keep_conversation(deps.engine, caller, here, kept=body.kept)
    return describe_conversation(await deps.engine.store.read(caller, read_conversation, here))


@router.post("/{conversation_id}/leave", status_code=204, operation_id="leave_conversation")
@allow(WRITE)
async def post_leave(caller: Caller, deps: Deps, conversation_id: str) -> None:
    """Say that nobody looks at a conversation that is not kept: it is deleted for good in a minute."""
    await leave_conversation(deps.engine, caller, ConversationId(conversation_id))


@router.delete("/{conversation_id}", status_code=204, operation_id="delete_conversation")
@allow(WRITE)
async def delete_conversation(caller: Caller, deps: Deps, conversation_id: str) -> None:
    """Archive the conversation and stop what runs there; it can be restored."""
    await remove_conversation(deps.engine, caller, ConversationId(conversation_id))


@router.post("/{conversation_id}/restore", response_model=ConversationAnswer, operation_id="restore_conversation")
@allow(WRITE)
async def post_restore(caller: Caller, deps: Deps, conversation_id: str) -> dict[str, Any]:
    """Bring a conversation back that was archived."""
    return describe_conversation(await restore_conversation(deps.engine, caller, ConversationId(conversation_id)))


@router.get("/{conversation_id}/everything", response_model=EverythingAnswer, operation_id="describe_everything")
@allow(READ)
async def get_everything(caller: Caller, deps: Deps, conversation_id: str) -> dict[str, Any]:
    """What deleting the conversation for good would take, and what would stay; also for one that was archived."""
    found = await deps.engine.store.read(caller, read_everything, ConversationId(conversation_id))
    return describe_everything(found)


@router.delete("/{conversation_id}/everything", status_code=204, operation_id="delete_everything")
@allow(WRITE)
async def delete_everything(caller: Caller, deps: Deps, conversation_id: str) -> None:
    """Delete the conversation for good, whoever still speaks there being stopped first; nothing brings it back.

    When this answers nothing of it is left. Asking twice is harmless.
    """
    await erase_conversation(deps.engine, deps.deletions, caller, ConversationId(conversation_id))


@router.get("/{conversation_id}/outline", response_model=OutlineAnswer, operation_id="get_outline")
@allow(READ)
async def get_outline(caller: Caller, deps: Deps, conversation_id: str) -> Response:
    """Every turn in a few words: what a ribbon needs, in one answer."""
    here = ConversationId(conversation_id)
    return answer_json(await deps.engine.store.read(caller, read_described_outline, here))


@router.get("/{conversation_id}/turns", response_model=TurnsAnswer, operation_id="list_turns")
@allow(READ)
async def get_turns(
    caller: Caller,
    deps: Deps,
    conversation_id: str,
    limit: PageSize = 50,
    before: Position = None,
    after: After = None,
    at: Position = None,
) -> Response:
    """Turns before a position, after one, or around one, oldest first; without a position the newest.

    Hand `next` back as `before` for older ones, and `newer` as `after` for newer ones.
    """
    place = _choose_place(before, after, at)
    page = await deps.engine.store.read(caller, read_page, ConversationId(conversation_id), place, limit=limit)
    older, newer = _find_ends(page, place)
    return answer_json({"items": [encode_turn(turn) for turn in page.turns], "next": older, "newer": newer})


def _choose_place(before: int | None, after: int | None, at: int | None) -> PageAnchor | None:
    given: dict[Side, int | None] = {"before": before, "after": after, "at": at}
    places = [PageAnchor(side, position) for side, position in given.items() if position is not None]
    if len(places) > 1:
        raise Malformed("a page has one place: `before`, `after` or `at`")
    return places[0] if places else None


def _find_ends(page: TurnPage, place: PageAnchor | None) -> tuple[str | None, str | None]:
    """Where older turns end and newer ones begin, as far as there are any beside this page."""
    if page.turns:
        first, last = page.turns[0].position, page.turns[-1].position
    else:
        # Nothing lies on the side that was asked for, so what there is lies on the other side of the place itself.
        at = 0 if place is None else place.position
        first, last = at + 1, at - 1
    return str(first) if page.has_older else None, str(last) if page.has_newer else None


def format_mark(line: ConversationLine) -> str:
    """The place after this line, as text."""
    return f"{round(line.updated_at.timestamp() * 1000)}-{line.id}"


def parse_mark(text: str) -> PageMark:
    """The place that was formatted; `Malformed` for anything else."""
    milliseconds, _, conversation_id = text.partition("-")
    if not re.fullmatch("[0-9]{1,14}", milliseconds) or not conversation_id:
        raise Malformed("`before` is not a place this server gave out")
    return PageMark(datetime.fromtimestamp(int(milliseconds) / 1000, tz=UTC), conversation_id)


def describe_everything(found: Everything) -> dict[str, Any]:
    """What would go, and what would stay."""
    counts = found._asdict()
    stays = {name: counts.pop(name) for name in ("decisions", "memories", "tests", "shared_files")}
    branches = [{"conversation_id": each.id, "title": each.title} for each in counts.pop("branches")]
    return counts | {"stays": stays | {"branches": branches}}


def describe_conversation(line: ConversationLine) -> dict[str, Any]:
    """A conversation in a list."""
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
        "folder_id": line.folder_id,
        "opening": line.opening,
        "unread": line.unread,
        "kept_until": None if line.kept_until is None else format_time(line.kept_until),
        "surface": line.surface,
        "branched_from": None
        if line.branched_from_id is None
        else {
            "conversation_id": line.branched_from_id,
            "turn_id": line.branched_from,
            "position": line.branched_from_position,
            "title": line.branched_from_title,
        },
    }
