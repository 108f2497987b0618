"""A message sent once and followed to its end."""

import asyncio
import os
import signal

import pytest

from antiphon.cli.interrupts import Interrupts
from antiphon.cli.turns.ask import Asked, choose_exit_code, follow_turn
from antiphon.cli.turns.display import SilentDisplay
from antiphon.client import AsyncClient, Message, ServerRefused, ServerUnreachable
from antiphon.conversation.ids import TurnId
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_turn
from tests.cli.samples import CONVERSATION, build_reply, build_turn, build_view
from tests.cli.stage import Answer, HangUp, Request, Responder, Stage, snapshot

TURNS = f"/v1/conversations/{CONVERSATION}/turns"
STOP = "/v1/turns/t-1/stop"


class Curtain(SilentDisplay):
    """Remembers what it was asked to show."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.finished: list[Turn] = []

    def note(self, footer: str) -> None:
        self.notes.append(footer)

    def finish(self, turn: Turn) -> None:
        self.finished.append(turn)


def accept_after(failures: list[Answer | type[HangUp]]) -> Responder:
    """Fail in these ways, one after another, then accept the turn."""

    def respond(request: Request) -> Answer:
        if failures:
            failure = failures.pop(0)
            if isinstance(failure, Answer):
                return failure
            raise failure
        return Answer(202, {"turn": encode_turn(build_turn(build_reply())), "seq": 2, "replayed": False})

    return respond


async def test_send_is_repeated_with_the_same_key(stage: Stage, client: AsyncClient) -> None:
    """A lost answer and a draining node are both survived, and the turn is sent once."""
    draining = Answer(503, {"code": "draining", "detail": "in a moment", "facts": {}})
    stage.answers[f"POST {TURNS}"] = accept_after([HangUp, draining])

    turn = await client.turns.send(CONVERSATION, Message("Hello", ("a-1",)), key="k-1")

    sent = stage.seen("POST", TURNS)
    assert turn.id == "t-1"
    assert [each.headers["idempotency-key"] for each in sent] == ["k-1"] * 3
    assert all(each.body == {"text": "Hello", "advisor_ids": ["a-1"]} for each in sent)


async def test_refused_message_is_not_repeated(stage: Stage, client: AsyncClient) -> None:
    body = {"code": "turn_in_flight", "detail": "wait for it or stop it", "facts": {}}
    stage.answer("POST", TURNS, body, status=409)

    with pytest.raises(ServerRefused, match="wait for it") as refusal:
        await client.turns.send(CONVERSATION, Message("Hello"), key="k-1")

    assert refusal.value.code == "turn_in_flight"
    assert len(stage.seen("POST", TURNS)) == 1


@pytest.mark.measured
async def test_send_gives_up_when_patience_ends(stage: Stage, client: AsyncClient) -> None:
    stage.answers[f"POST {TURNS}"] = accept_after([HangUp] * 1000)
    before = asyncio.get_running_loop().time()

    with pytest.raises(ServerUnreachable):
        await client.turns.send(CONVERSATION, Message("Hello"), key="k-1", patience=1.5)

    assert asyncio.get_running_loop().time() - before < 2
    assert len(stage.seen("POST", TURNS)) > 1


async def test_first_interrupt_stops_the_turn_and_waits(stage: Stage, client: AsyncClient) -> None:
    """Ctrl-C is a stop on the server; the replies are still seen to settle."""
    stopped = asyncio.Event()
    turn = build_turn(build_reply(1, ReplyState.STREAMING, "So far"))
    ended = build_turn(build_reply(1, ReplyState.STOPPED, "So far"))
    stage.feeds = [[snapshot(build_view(turn, seq=3)), stopped, snapshot(build_view(ended, seq=4))]]

    def stop(_: Request) -> Answer:
        stopped.set()
        return Answer(202, {"stopping": ["r-1"]})

    stage.answers[f"POST {STOP}"] = stop
    curtain = Curtain()
    with Interrupts() as interrupts:
        asyncio.get_running_loop().call_later(0.2, os.kill, os.getpid(), signal.SIGINT)
        asked = await follow_turn(client, turn, curtain, interrupts)

    assert asked == Asked(ended, stopped=True)
    assert choose_exit_code(asked) == 130
    assert len(stage.seen("POST", STOP)) == 1
    assert "stopping… Ctrl-C again leaves at once" in curtain.notes
    assert curtain.finished == [ended]


async def test_second_interrupt_leaves_at_once(stage: Stage, client: AsyncClient) -> None:
    never = asyncio.Event()
    turn = build_turn(build_reply(1, ReplyState.STREAMING, "So far"))
    stage.feeds = [[snapshot(build_view(turn, seq=3)), never]]
    stage.answer("POST", STOP, {"stopping": ["r-1"]}, status=202)
    curtain = Curtain()

    async def leave() -> None:
        with Interrupts() as interrupts:
            loop = asyncio.get_running_loop()
            loop.call_later(0.1, interrupts.press)
            loop.call_later(0.3, interrupts.press)
            await follow_turn(client, turn, curtain, interrupts)

    task = asyncio.create_task(leave())
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(5):
            await task

    never.set()
    assert len(stage.seen("POST", STOP)) == 1
    assert curtain.finished == []


async def test_stop_is_repeated_until_it_arrives(stage: Stage, client: AsyncClient) -> None:
    stopped = asyncio.Event()
    failures = [HangUp, HangUp]
    turn = build_turn(build_reply(1, ReplyState.STREAMING, "So far"))
    ended = build_turn(build_reply(1, ReplyState.STOPPED, "So far"))
    stage.feeds = [[snapshot(build_view(turn, seq=3)), stopped, snapshot(build_view(ended, seq=4))]]

    def stop(_: Request) -> Answer:
        if failures:
            raise failures.pop()
        stopped.set()
        return Answer(202, {"stopping": ["r-1"]})

    stage.answers[f"POST {STOP}"] = stop
    with Interrupts() as interrupts:
        interrupts.press()
        asked = await follow_turn(client, turn, Curtain(), interrupts)

    assert asked.stopped
    assert len(stage.seen("POST", STOP)) == 3


async def test_failure_while_following_keeps_its_name(stage: Stage, client: AsyncClient) -> None:
    """A failure inside the task group reaches the person as one sentence, not as a group."""
    stage.answer("POST", STOP, {"code": "not_found", "detail": "there is no turn t-1"}, status=404)
    turn = build_turn(build_reply(1, ReplyState.STREAMING, "So far"))
    waiting = asyncio.Event()
    stage.feeds = [[snapshot(build_view(turn, seq=3)), waiting]]

    interrupts = Interrupts()
    interrupts.press()
    with pytest.raises(ServerRefused, match="there is no turn t-1"):
        await follow_turn(client, turn, Curtain(), interrupts)

    waiting.set()


@pytest.mark.parametrize(
    ("states", "code"),
    [
        ((ReplyState.COMPLETE, ReplyState.ERROR), 0),
        ((ReplyState.ERROR, ReplyState.RATE_LIMITED), 2),
        ((ReplyState.EMPTY,), 2),
    ],
)
def test_exit_code_says_whether_somebody_answered(states: tuple[ReplyState, ...], code: int) -> None:
    turn = build_turn(*(build_reply(number, state) for number, state in enumerate(states, 1)))

    assert choose_exit_code(Asked(turn, stopped=False)) == code
    assert choose_exit_code(Asked(turn, stopped=True)) == 130


async def test_turn_too_old_for_the_feed_is_followed_by_looking(stage: Stage, client: AsyncClient) -> None:
    """A variant of an old turn: the feed begins with newer ones, and only that reply is shown and waited for."""
    newer = build_turn(build_reply(2), position=60, id=TurnId("t-60"))
    never = asyncio.Event()
    stage.feeds = [[snapshot(build_view(newer, seq=200)), never]]
    states = [ReplyState.STREAMING, ReplyState.COMPLETE]

    def look(request: Request) -> Answer:
        state = states.pop(0) if len(states) > 1 else states[0]
        return Answer(200, encode_turn(build_turn(build_reply(1, ReplyState.COMPLETE), build_reply(2, state, "So"))))

    stage.answers["GET /v1/turns/t-1"] = look
    display = Curtain()
    started = build_turn(build_reply(1, ReplyState.COMPLETE), build_reply(2))

    with Interrupts() as interrupts:
        asked = await follow_turn(client, started, display, interrupts, only="r-2")

    never.set()
    assert [reply.id for reply in asked.turn.replies] == ["r-2"]
    assert asked.turn.replies[0].state is ReplyState.COMPLETE
    assert display.finished == [asked.turn]
    assert choose_exit_code(asked) == 0
