"""News as server-sent events."""

import random
from collections.abc import AsyncGenerator, Iterable

import orjson

from antiphon.conversation.event import Delta
from antiphon.conversation.event_wire import encode_event
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.wire import encode_view
from antiphon.feed.cursor import format_cursor
from antiphon.feed.news import Gap, ListChanged, News, Snapshot, WorkChanged

KEEP_ALIVE = b": keep-alive\n\n"
RECONNECT = b"event: reconnect\ndata: {}\n\n"
SIGNED_OUT = b"event: signed_out\ndata: {}\n\n"


def hello() -> bytes:
    """The first bytes of a stream: when to come back, spread out so that not everyone comes at once."""
    return f"retry: {random.randint(500, 1500)}\n\n".encode()  # noqa: S311 - jitter


class FeedFrames:
    """Encodes news for one connection and keeps the cursor its client can resume from."""

    def __init__(self, places: dict[ConversationId, int]) -> None:
        self._places = places

    def encode(self, news: Iterable[News]) -> bytes:
        """One write's worth of events; a sign of life when there are none."""
        return b"".join(self._encode_one(each) for each in news) or KEEP_ALIVE

    def _encode_one(self, news: News) -> bytes:
        if isinstance(news, Delta):
            return b"event: delta\ndata: %b\n\n" % orjson.dumps(encode_event(news))
        if isinstance(news, Gap):
            body = {"conversation_id": news.conversation_id, "reason": news.reason}
            return b"event: gap\ndata: %b\n\n" % orjson.dumps(body)
        if isinstance(news, ListChanged):
            return b"event: list_changed\ndata: %b\n\n" % orjson.dumps({"number": news.number})
        if isinstance(news, WorkChanged):
            return b"event: work_changed\ndata: {}\n\n"
        seq, body = (
            (news.view.seq, encode_view(news.view)) if isinstance(news, Snapshot) else (news.seq, encode_event(news))
        )
        self._places[news.conversation_id] = seq
        place = format_cursor(self._places).encode()
        return b"event: %b\nid: %b\ndata: %b\n\n" % (news.kind.encode(), place, orjson.dumps(body))


async def stream_events(
    news: AsyncGenerator[list[News], None], places: dict[ConversationId, int]
) -> AsyncGenerator[bytes, None]:
    """The bytes of one connection."""
    frames = FeedFrames(places)
    yield hello()
    async for batch in news:
        yield frames.encode(batch)
