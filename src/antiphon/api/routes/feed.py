"""The one stream a tab needs, whatever number of conversations it shows."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Query
from starlette.responses import StreamingResponse

from antiphon.access.policy import Policy, Verb
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, Rooms
from antiphon.api.sse import RECONNECT, stream_events
from antiphon.conversation.errors import Draining
from antiphon.conversation.ids import ConversationId
from antiphon.feed.cursor import parse_cursor
from antiphon.feed.follow import check_readable, follow

router = APIRouter(prefix="/v1", tags=["feed"])
READ = Policy(Verb.READ, "conversation")

Wanted = Annotated[list[str], Query(alias="conversation", min_length=1, max_length=100)]


@router.get("/feed", response_class=StreamingResponse)
@allow(READ)
async def get_feed(
    caller: Caller,
    rooms: Rooms,
    wanted: Wanted,
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
    cursor: Annotated[str | None, Query(alias="last_event_id")] = None,
) -> StreamingResponse:
    """Server-sent events of these conversations, resumed after `Last-Event-ID` when it still can be."""
    if rooms.engine.leaving:
        raise Draining
    conversation_ids = tuple(dict.fromkeys(ConversationId(each) for each in wanted))
    await check_readable(rooms.feed, caller, conversation_ids)
    places = parse_cursor(last_event_id or cursor)
    news = follow(rooms.feed, caller, conversation_ids, places)
    known = {each: seq for each, seq in places.items() if each in conversation_ids}
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    body = _until_drained(rooms, stream_events(news, known))
    return StreamingResponse(body, media_type="text/event-stream", headers=headers)


async def _until_drained(rooms: House, stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Pass the stream on; when this node shuts down, tell the client to go to another."""
    async with aclosing(stream):
        async for frame in stream:
            yield frame
            if rooms.engine.leaving:
                yield RECONNECT
                return
