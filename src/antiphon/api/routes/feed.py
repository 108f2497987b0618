"""The one stream a tab needs, whatever number of conversations it shows."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack, aclosing
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query
from starlette.responses import StreamingResponse

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.access.rate_limits import Callers
from antiphon.api.bounded import BoundedRoute
from antiphon.api.content import declare_text
from antiphon.api.dependencies import Dependencies, Deps
from antiphon.api.guard import Caller, allow, find_callers
from antiphon.api.held_stream import HeldStream, hold_stream, read_held
from antiphon.api.sse import RECONNECT, SIGNED_OUT, stream_events
from antiphon.conversation.errors import Draining, Malformed, NotFound, NotSignedIn, StoreUnavailable, TooManyFeeds
from antiphon.conversation.ids import ConversationId
from antiphon.feed.cursor import parse_cursor
from antiphon.feed.follow import check_readable, follow

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["feed"])
READ = Policy(Verb.READ, "conversation")

Wanted = Annotated[list[str], Query(alias="conversation", max_length=100, default_factory=list)]
WithList = Annotated[bool, Query(alias="list")]
WithWork = Annotated[bool, Query(alias="work")]


@router.get(
    "/feed",
    response_class=StreamingResponse,
    responses=declare_text("text/event-stream", "Events without end, each with the `id` to go on after"),
    operation_id="follow_feed",
)
@allow(READ, cost=CallCost.HEAVY, raises=(Draining, NotFound, TooManyFeeds))
async def get_feed(
    caller: Caller,
    deps: Deps,
    callers: Annotated[Callers, Depends(find_callers)],
    wanted: Wanted,
    with_list: WithList = False,
    with_work: WithWork = False,
    last_event_id: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
    cursor: Annotated[str | None, Query(alias="last_event_id")] = None,
) -> StreamingResponse:
    """Server-sent events of these conversations, resumed after `Last-Event-ID` when it still can be.

    With `list` also `list_changed`, whenever people make, rename or remove folders, move, archive or restore.
    With `work` also `work_changed`, whenever lasting work is begun, taken, given back or ended.
    """
    if not (wanted or with_list or with_work):
        raise Malformed("follow a conversation, the list, or work")
    if deps.engine.leaving:
        raise Draining
    conversation_ids = tuple(dict.fromkeys(ConversationId(each) for each in wanted))
    places = parse_cursor(last_event_id or cursor)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    with ExitStack() as held:
        held.enter_context(callers.hold_feed(caller))
        await check_readable(deps.feed, caller, conversation_ids)
        news = follow(deps.feed, caller, conversation_ids, places, with_list=with_list, with_work=with_work)
        known = {each: seq for each, seq in places.items() if each in conversation_ids}
        body = _until_drained(deps, stream_events(news, known))
        if deps.gate is not None:
            # Every frame of every voice passes here; without accounts nobody can be signed out.
            body = _until_signed_out(read_held(held.enter_context(hold_stream(deps, caller)), body))
        return HeldStream(body, held.pop_all(), media_type="text/event-stream", headers=headers)


async def _until_signed_out(stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Pass the stream on until its reader's credential has ended; then say so, or that they must ask again."""
    async with aclosing(stream):
        try:
            async for frame in stream:
                yield frame
        except NotSignedIn:
            yield SIGNED_OUT
        except StoreUnavailable:
            yield RECONNECT


async def _until_drained(deps: Dependencies, stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Pass the stream on; when this node shuts down, tell the client to go to another."""
    async with aclosing(stream):
        async for frame in stream:
            yield frame
            if deps.engine.leaving:
                yield RECONNECT
                return
