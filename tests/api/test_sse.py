"""News as the bytes of one connection."""

import json
import re
from collections.abc import AsyncGenerator

import pytest

from antiphon.api.sse import KEEP_ALIVE, FeedFrames, stream_events
from antiphon.conversation.event import ConversationRenamed, Delta
from antiphon.conversation.event_wire import decode_event
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view
from antiphon.feed.cursor import parse_cursor
from antiphon.feed.news import Gap, News, Snapshot

ONE, TWO = ConversationId("c_1"), ConversationId("c_2")
DELTA = Delta(ONE, ReplyId("r_1"), 1, "text", 0, "line\nbreak\r\n\u2028data: x 🧐")


def parse(frames: bytes) -> list[dict[str, str]]:
    """The fields of each event, read as a browser reads them."""
    blocks = frames.decode().removesuffix("\n\n").split("\n\n")
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def test_an_event_keeps_to_its_lines() -> None:
    """Whatever a model says, it cannot end the event it is in."""
    (event,) = parse(FeedFrames({}).encode([DELTA]))

    assert event["event"] == "delta"
    assert decode_event(json.loads(event["data"])) == DELTA


def test_deltas_and_gaps_carry_no_id() -> None:
    """Their place is in themselves; a resumed client starts at the last fact."""
    events = parse(FeedFrames({}).encode([DELTA, Gap(ONE, "too_old")]))

    assert ["id" in event for event in events] == [False, False]
    assert json.loads(events[1]["data"]) == {"conversation_id": "c_1", "reason": "too_old"}


def test_ids_hold_the_place_in_every_conversation() -> None:
    frames = FeedFrames({TWO: 7})
    view = ConversationView(ONE, seq=3, title="An offer")

    events = parse(
        frames.encode([Snapshot(view), ConversationRenamed(TWO, 8, "Else"), ConversationRenamed(ONE, 4, "X")])
    )

    assert decode_view(json.loads(events[0]["data"])) == view
    assert [parse_cursor(event["id"]) for event in events] == [
        {TWO: 7, ONE: 3},
        {TWO: 8, ONE: 3},
        {TWO: 8, ONE: 4},
    ]


def test_silence_is_a_sign_of_life() -> None:
    assert FeedFrames({}).encode([]) == KEEP_ALIVE


async def test_a_stream_begins_with_when_to_come_back() -> None:
    """XC02: spread out, so that not everyone comes back at once."""

    async def news() -> AsyncGenerator[list[News], None]:
        yield [DELTA]

    chunks = [chunk async for chunk in stream_events(news(), {})]

    waited = re.fullmatch(rb"retry: (\d+)\n\n", chunks[0])
    assert waited
    assert 500 <= int(waited[1]) <= 1500
    assert len(chunks) == 2


@pytest.mark.parametrize("text", ["v1", "v2.c_1-3", "", "v1.c_1", "v1.c_1-x", "../../etc", "v1." + "c" * 9000])
def test_garbage_is_no_cursor(text: str) -> None:
    assert parse_cursor(text) == {}
