"""Voices without a network."""

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.conversation.errors import RateLimited, StreamBroken
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.providers.provider import AnswerText, CalledTool, Finished, Provider, Used
from antiphon.providers.scripted.provider import Scripted
from antiphon.providers.scripted.rehearsal import build_answer, shorten
from antiphon.providers.scripted.steps import call_tool, fail, finish, hang, say, stall, think
from tests.providers.hearing import hear

STARTERS = ["skeptic", "builder", "historian", "confidant", "contrarian"]


def ask(advisor: str, question: str = "Shall I move to the sea?") -> Payload:
    return Payload(AdvisorId(advisor), "scripted:rehearsal", (Message("user", question),), 200)


async def test_a_script_is_played_in_order() -> None:
    provider: Provider = (scripted := Scripted())
    scripted.script("skeptic", think("Hm."), say("What happened?", pieces=3), call_tool("look", "{}"))

    heard = await hear(provider, ask("skeptic"))

    assert (heard.thinking, heard.text, heard.finish) == ("Hm.", "What happened?", "stop")
    assert heard.calls == [CalledTool(0, "call_0", "look", "{}")]
    assert heard.yields == 6


async def test_scripts_wait_in_line_per_advisor() -> None:
    scripted = Scripted(words_per_second=100_000)
    scripted.script("skeptic", say("first"))
    scripted.script("skeptic", say("second"), finish("length"))
    scripted.script("builder", say("other"))

    heard = [await hear(scripted, ask(each)) for each in ("skeptic", "builder", "skeptic")]

    assert [each.text for each in heard] == ["first", "other", "second"]
    assert heard[2].finish == "length"
    assert [request.advisor_id for request in scripted.requests] == ["skeptic", "builder", "skeptic"]


async def test_a_rehearsal_that_goes_on_for_days_keeps_the_last_requests_only() -> None:
    scripted = Scripted()
    for _ in range(1_001):
        scripted.script("skeptic", say("again"))

    for number in range(1_001):
        await hear(scripted, ask("skeptic", f"What about {number}?"))

    assert len(scripted.requests) == 1_000
    assert b"What about 1000?" in scripted.requests[-1].body
    assert b"What about 1?" in scripted.requests[0].body


async def test_failures_come_after_what_was_said() -> None:
    scripted = Scripted()
    scripted.script("skeptic", say("Well,"), fail(StreamBroken("scripted")))
    scripted.script("skeptic", fail(RateLimited("scripted", retry_after=3)))

    cut, refused = await hear(scripted, ask("skeptic")), await hear(scripted, ask("skeptic"))

    assert (cut.text, cut.code, cut.finish) == ("Well,", "net", None)
    assert refused.error is not None
    assert refused.error.retry_after == 3


async def test_a_hanging_voice_can_be_cancelled() -> None:
    scripted = Scripted()
    scripted.script("skeptic", say("Well,"), stall(0.01), hang())
    task = asyncio.create_task(hear(scripted, ask("skeptic")))
    await asyncio.sleep(0.05)

    assert not task.done()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@given(st.text(max_size=20), st.lists(st.integers(0, 80), max_size=10))
def test_cutting_bytes_never_breaks_text(text: str, cuts: list[int]) -> None:
    """XP14."""
    step = say(text, split_bytes=[cut for cut in cuts if cut <= len(text.encode())] or [0])

    assert "".join(step.pieces) == text


async def test_an_advisor_without_a_script_rehearses() -> None:
    scripted = Scripted(words_per_second=100_000)

    heard = await hear(scripted, ask("builder"))

    assert heard.text == build_answer("builder", "Shall I move to the sea?")
    assert isinstance(heard.outputs[-2], Finished)
    assert isinstance(heard.outputs[-1], Used)


async def test_a_rehearsal_takes_its_time() -> None:
    scripted = Scripted(words_per_second=400)
    started = time.monotonic()

    heard = await hear(scripted, ask("builder"))

    assert heard.yields > 4
    assert time.monotonic() - started > 0.15


def test_the_same_payload_gives_the_same_bytes() -> None:
    scripted = Scripted()

    request = scripted.encode(ask("skeptic"))

    assert request == scripted.encode(ask("skeptic"))
    assert (request.url, request.model) == ("scripted:rehearsal", "rehearsal")


@pytest.mark.parametrize("advisor", [*STARTERS, "anyone"])
def test_every_voice_has_its_own_words(advisor: str) -> None:
    answers = {build_answer(advisor, f"{number}?").replace(f"{number}?", "") for number in range(40)}

    assert 2 <= len(answers) <= 3
    assert all(55 <= len(answer.split()) <= 120 for answer in answers)
    others = {build_answer(other, "0?") for other in STARTERS if other != advisor}
    assert build_answer(advisor, "0?") not in others


def test_an_unknown_advisor_speaks_as_anyone() -> None:
    assert build_answer("../secrets", "Why?") == build_answer("anyone", "Why?")


def test_the_question_is_put_in_once() -> None:
    """R-04: what is put in is not looked at again."""
    answer = build_answer("skeptic", "{question} {0} {question.__class__} ${HOME}")

    assert "{question} {0} {question.__class__} ${HOME}" in answer


def test_long_questions_are_shortened() -> None:
    short = shorten("word\n" * 100)

    assert len(short) <= 80
    assert short.endswith("word…")
    assert len(shorten("x" * 300)) == 80


async def test_outputs_are_said_as_given() -> None:
    scripted = Scripted()
    scripted.script("skeptic", say("a\0b"))

    stream = scripted.stream(scripted.encode(ask("skeptic")))

    assert await anext(stream) == (AnswerText("a\0b"),)
    await stream.aclose()
