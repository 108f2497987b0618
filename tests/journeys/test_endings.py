"""The eight ways a reply may end, and when a request is made again."""

from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select

from antiphon.access.principal import LOCAL
from antiphon.app.database import database_url
from antiphon.context.importance import score_reply
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.engine.runtime.limits import Limits
from antiphon.settings import Settings
from antiphon.store.dialect import open_engine
from antiphon.store.tables import replies
from antiphon.store.unit import Store
from tests.fakes.model_server import Script, answer, cut, done, fail, finish, raw, reset, say, usage
from tests.journeys.conftest import House
from tests.journeys.test_turns_without_a_node import GHOST, forget_ghost
from tests.store.deeds import ask, piece, save, start


@dataclass(frozen=True)
class Case:
    """What the model does, and what becomes of the reply."""

    name: str
    scripts: tuple[Script, ...]
    state: ReplyState
    text: str = ""
    code: str | None = None
    requests: int = 1
    finish_reason: str | None = None


LATER = {"Retry-After": "86400"}
SOON = {"Retry-After": "0.05"}
FILTER = "filtered"
PAGE = raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi")
CASES = [
    Case("complete", (answer("Yes."),), ReplyState.COMPLETE, "Yes.", finish_reason="stop"),
    Case("too long", (say("Yes") + finish("length") + done(),), ReplyState.COMPLETE, "Yes", finish_reason="length"),
    Case("XP20 nothing", (finish() + usage(3, 0) + done(),), ReplyState.EMPTY, finish_reason="stop"),
    Case("XP20 white space", (say(" \n ") + finish() + done(),), ReplyState.EMPTY, finish_reason="stop"),
    Case(
        "XP08 filtered",
        (say("We") + finish("content_filter") + done(),),
        ReplyState.FILTERED,
        "We",
        None,
        1,
        "filtered",
    ),
    Case("XP12 cut off", (say("We were") + cut(),), ReplyState.INCOMPLETE, "We were", "net"),
    Case("XP12 reset", (say("We were") + reset(),), ReplyState.INCOMPLETE, "We were", "net"),
    Case("XP12 done without an end", (say("We were") + done(),), ReplyState.INCOMPLETE, "We were", "net"),
    Case("XP02 no credit", (fail(402),), ReplyState.ERROR, "", "quota"),
    Case("XP03 no model", (fail(404, {"error": {"code": "model_not_found"}}),), ReplyState.ERROR, "", "model"),
    Case("XP05 much later", (fail(429, None, LATER),), ReplyState.RATE_LIMITED, "", "rate_limited"),
    Case("XP05 soon", (fail(429, None, SOON), answer("Yes.")), ReplyState.COMPLETE, "Yes.", None, 2, "stop"),
    Case("XP04 overloaded", (fail(503, None, SOON), answer("Yes.")), ReplyState.COMPLETE, "Yes.", None, 2, "stop"),
    Case("XP04 down", (fail(503, None, SOON),) * 4, ReplyState.ERROR, "", "provider", 4),
    Case(
        "XP16 nonsense",
        (PAGE,),
        ReplyState.ERROR,
        "",
        "protocol",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_reply_ends_as_it_should(house: House, case: Case) -> None:
    """D21, D24, I-08, I-15: the ending, its error and the number of requests."""
    house.voices.script("skeptic", *case.scripts)

    turn = await house.ask("Should I?", advisor_ids=["skeptic"])

    reply = turn.replies[0]
    assert (reply.state, reply.text, reply.finish_reason) == (case.state, case.text, case.finish_reason)
    assert (reply.error.code if reply.error else None) == case.code
    assert len(house.voices.server.requests) == case.requests


async def test_long_wait_belongs_to_the_person(house: House) -> None:
    """XP05, D21: the reply says when to come back."""
    house.voices.script("skeptic", fail(429, None, LATER))

    turn = await house.ask("Should I?", advisor_ids=["skeptic"])

    assert turn.replies[0].error is not None
    assert turn.replies[0].error.facts["retry_after"] == 86400
    assert str(turn.replies[0].error.facts["retry_at"]).endswith("Z")


async def test_an_ending_that_cannot_be_described_is_a_plain_error(
    settings: Settings, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """I-04: what goes wrong while the end is written ends the reply once, instead of starting it three times."""

    def fail_to_score(text: str) -> float:
        raise OverflowError(text)

    monkeypatch.setattr("antiphon.engine.turns.reply.score_reply", fail_to_score)

    turn = await house.ask("Should I?", advisor_ids=["skeptic"])

    reply = turn.replies[0]
    assert (reply.state, reply.text, reply.epoch) == ("incomplete", "skeptic answers 1", 1)
    assert reply.error is not None
    assert reply.error.code == "internal"
    assert len(house.voices.server.requests) == 1
    assert await count_chars(settings, turn) == [len(reply.text)]


@pytest.mark.both_databases
async def test_words_that_a_dead_node_left_have_their_weight(settings: Settings, house: House) -> None:
    """They are sent on where the person keeps them, so it is known what they take."""
    await house.api.put(f"{house.url}/v1/settings/on_interrupt", {"value": "keep"})
    store = Store(open_engine(database_url(settings), 2), 1)
    turn = await ask(store, ConversationId(await house.converse()), advisors=1, node=GHOST)
    await start(store, turn, node=GHOST)
    await save(store, piece(turn, 0, "You must not go."))

    await store.write(LOCAL, forget_ghost)
    await store.close()
    ended = await house.api.settled(house.url, turn.id)

    assert (ended.replies[0].state, ended.replies[0].text) == (ReplyState.INTERRUPTED, "You must not go.")
    assert ended.replies[0].importance == score_reply("You must not go.")
    assert await count_chars(settings, ended) == [len("You must not go.")]


async def count_chars(settings: Settings, turn: Turn) -> list[int]:
    """How long each reply is taken to be when it is weighed."""
    store = Store(open_engine(database_url(settings), 2), 1)
    query = select(replies.c.chars).where(replies.c.turn_id == turn.id).order_by(replies.c.slot)
    found = await store.read(LOCAL, lambda unit: unit.connection.execute(query).scalars().all())
    await store.close()
    return list(found)


@pytest.mark.both_databases
async def test_every_attempt_has_its_receipt(house: House) -> None:
    """I-26, I-35: the receipts hold the bytes the model received, attempt by attempt, with outcome and usage."""
    house.voices.script("skeptic", fail(503, None, SOON), say("Yes.") + finish() + usage(7, 2) + done())

    turn = await house.ask("Should I?", advisor_ids=["skeptic"])
    receipts = (await house.get(f"/v1/replies/{turn.replies[0].id}/receipts"))["items"]

    received = [request.body for request in house.voices.server.requests]
    assert [receipt["body"].encode() for receipt in receipts] == received
    assert [(each["attempt"], each["outcome"]) for each in receipts] == [(1, "provider"), (2, "complete")]
    assert receipts[1]["usage"] == {"input_tokens": 7, "output_tokens": 2, "cached_tokens": 0, "reasoning_tokens": 0}
    assert turn.replies[0].metrics is not None
    assert (turn.replies[0].metrics.attempts, turn.replies[0].metrics.output_tokens) == (2, 2)


async def test_every_attempt_counts_against_the_minute(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    count = Limits.count

    async def count_aloud(limits: Limits, provider: str, *more: Any) -> None:
        counted.append(provider)
        await count(limits, provider, *more)

    monkeypatch.setattr(Limits, "count", count_aloud)
    house.voices.script("skeptic", fail(503, None, SOON), say("Yes.") + finish() + usage(7, 2) + done())

    await house.ask("Should I?", advisor_ids=["skeptic"])

    assert counted == ["fake", "fake"]
