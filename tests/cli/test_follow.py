"""A conversation followed over broken lines."""

from contextlib import aclosing

import pytest

from antiphon.client import AsyncClient, ServerRefused, ServerUnreachable
from antiphon.client.feed import Sight, choose_pause
from antiphon.conversation.event import Delta, RepliesSending, ReplySettled, Sending
from antiphon.conversation.ids import ReplyId
from antiphon.conversation.state import ReplyState
from tests.cli.samples import CONVERSATION, TURN, build_reply, build_turn, build_view
from tests.cli.stage import HangUp, Stage, frame, news, snapshot

REPLY = ReplyId("r-1")
STARTED = snapshot(build_view(build_turn(build_reply()), seq=2))
SENDING = news(RepliesSending(CONVERSATION, 3, TURN, (Sending(REPLY, 1),)))


def delta(offset: int, text: str) -> bytes:
    return news(Delta(CONVERSATION, REPLY, 1, "text", offset, text))


def settled(length: int, seq: int = 4) -> bytes:
    return news(
        ReplySettled(
            conversation_id=CONVERSATION,
            seq=seq,
            turn_id=TURN,
            reply_id=REPLY,
            epoch=1,
            state=ReplyState.COMPLETE,
            text_length=length,
            thinking_length=0,
        )
    )


async def follow_to_end(client: AsyncClient) -> list[Sight]:
    """Every sight until the only reply has settled."""
    seen = []
    async with aclosing(client.conversations.follow(CONVERSATION, patience=5)) as sights:
        async for sight in sights:
            seen.append(sight)
            if sight.view.turns[-1].all_completed:
                break
    return seen


async def test_deltas_add_up_to_the_reply(stage: Stage, client: AsyncClient) -> None:
    stage.feeds = [[STARTED, SENDING, delta(0, "Good "), delta(5, "day."), settled(9)]]

    seen = await follow_to_end(client)

    texts = [sight.view.turns[-1].replies[0].text for sight in seen]
    assert texts == ["", "", "Good ", "Good day.", "Good day."]
    assert stage.requests[0].query == {"conversation": CONVERSATION}


async def test_lost_connection_is_resumed_after_the_last_event(stage: Stage, client: AsyncClient) -> None:
    """XP: the cursor is the last id seen, and what was shown stays."""
    stage.feeds = [[STARTED, SENDING, delta(0, "Good "), HangUp], [delta(0, "Good day."), settled(9)]]

    seen = await follow_to_end(client)

    assert seen[-1].view.turns[-1].replies[0].text == "Good day."
    assert [each.headers.get("last-event-id") for each in stage.requests] == [None, "c-1:3"]
    assert [sight.connected for sight in seen].count(False) == 1


@pytest.mark.parametrize("end", ["reconnect", "signed_out"])
async def test_feed_that_is_ended_is_resumed_where_it_stood(stage: Stage, client: AsyncClient, end: str) -> None:
    stage.feeds = [[STARTED, SENDING, frame(end, {})], [delta(0, "Hi"), settled(2)]]

    seen = await follow_to_end(client)

    assert seen[-1].view.turns[-1].replies[0].text == "Hi"
    assert stage.requests[1].headers["last-event-id"] == "c-1:3"


async def test_gap_waits_for_the_snapshot(stage: Stage, client: AsyncClient) -> None:
    gap = frame("gap", {"conversation_id": CONVERSATION, "reason": "slow"})
    fresh = snapshot(build_view(build_turn(build_reply(1, ReplyState.STREAMING, "Good ")), seq=3))
    stage.feeds = [[STARTED, gap, delta(7, "lost"), fresh, delta(5, "day."), settled(9)]]

    seen = await follow_to_end(client)

    assert [sight.view.turns[-1].replies[0].text for sight in seen] == ["", "Good ", "Good day.", "Good day."]
    assert len(stage.requests) == 1


async def test_gap_and_hang_up_start_from_a_snapshot(stage: Stage, client: AsyncClient) -> None:
    gap = frame("gap", {"conversation_id": CONVERSATION, "reason": "slow"})
    done = snapshot(build_view(build_turn(build_reply(1, ReplyState.COMPLETE, "Hi")), seq=4))
    stage.feeds = [[STARTED, gap, HangUp], [done]]

    await follow_to_end(client)

    assert "last-event-id" not in stage.requests[1].headers


async def test_missing_text_starts_from_a_snapshot(stage: Stage, client: AsyncClient) -> None:
    done = snapshot(build_view(build_turn(build_reply(1, ReplyState.COMPLETE, "Good day.")), seq=4))
    stage.feeds = [[STARTED, SENDING, delta(5, "day.")], [done]]

    seen = await follow_to_end(client)

    assert "last-event-id" not in stage.requests[1].headers
    assert seen[-1].view.turns[-1].replies[0].text == "Good day."


async def test_event_of_a_newer_server_starts_from_a_snapshot(stage: Stage, client: AsyncClient) -> None:
    done = snapshot(build_view(build_turn(build_reply(1, ReplyState.COMPLETE, "Hi")), seq=4))
    unheard = frame("turn_sung", {"kind": "turn_sung", "conversation_id": CONVERSATION, "seq": 3}, id="c-1:3")
    stage.feeds = [[STARTED, unheard], [done]]

    seen = await follow_to_end(client)

    assert seen[-1].view.seq == 4


async def test_unknown_conversation_is_refused_at_once(client: AsyncClient, stage: Stage) -> None:
    with pytest.raises(ServerRefused, match="there is no"):
        await client.conversations.read("nowhere", limit=1)


async def test_server_that_stays_away_is_given_up(stage: Stage, client: AsyncClient) -> None:
    stage.feeds = [[HangUp]]

    with pytest.raises(ServerUnreachable):
        await anext(client.conversations.follow(CONVERSATION, patience=0.2))


@pytest.mark.parametrize("failures", [0, 1, 2, 3, 50])
def test_pause_stays_between_half_a_second_and_three(failures: int) -> None:
    pauses = [choose_pause(failures) for _ in range(200)]

    assert min(pauses) >= 0.5
    assert max(pauses) <= 3.0
    assert len(set(pauses)) > 100
