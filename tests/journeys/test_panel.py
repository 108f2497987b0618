"""One message, five advisors."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from antiphon.conversation.state import ReplyState
from antiphon.conversation.wire import parse_time
from tests.fakes.model_server import answer, cut, done, fail, finish, hang, say, think
from tests.fakes.reader import Reader, all_ended
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House, reply_of


@pytest.mark.both_databases
async def test_everyone_answers_at_the_same_time(house: House) -> None:
    """P1, P3, P5, P9, P10, P11, P13: five requests are open before the first ends; each reply is its advisor's own."""
    for voice in VOICES:
        house.voices.server.hold("m")
        house.voices.script(voice, answer(f"I am the {voice}"))
    conversation = await house.converse()

    sent = await house.send("Should I?", conversation=conversation)
    await house.voices.server.wait_for_requests(5)
    waiting = await house.get(f"/v1/turns/{sent['turn']['id']}")
    house.voices.server.release("m")
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    assert [reply["state"] for reply in waiting["replies"]] == ["sending"] * 5
    assert sorted(reply["advisor_id"] for reply in waiting["replies"]) == sorted(VOICES)
    assert (waiting["all_completed"], waiting["created_at"]) == (False, sent["turn"]["created_at"])
    assert timedelta() <= datetime.now(UTC) - parse_time(waiting["created_at"]) < timedelta(minutes=1)
    assert {reply.advisor_id: reply.text for reply in turn.replies} == {v: f"I am the {v}" for v in VOICES}
    assert turn.all_completed


async def test_failed_advisor_leaves_the_others_alone(house: House) -> None:
    """P53, P54, P55, I-06, D24, XP01, reg-05: a refused key is an error beside one reply; the others answer."""
    house.voices.script("builder", fail(401, {"error": {"message": "bad key"}}))

    turn = await house.ask("Should I?")

    failed = reply_of(turn, "builder")
    assert (failed.state, failed.text, failed.error.code) == (ReplyState.ERROR, "", "auth")
    assert [reply.state for reply in turn.replies if reply is not failed] == [ReplyState.COMPLETE] * 4
    assert len(house.voices.requests("builder")) == 1


async def test_threads_stay_apart(house: House) -> None:
    """P2, P18, P58, I-20, H2, U-01, H16: the second payload holds one's own first answer as assistant and no other."""
    conversation = await house.converse()
    await house.ask("one", conversation=conversation)

    await house.ask("two", conversation=conversation)

    for voice in VOICES:
        messages = house.voices.requests(voice)[1].json["messages"][1:]
        assert [m["role"] for m in messages] == ["user", "assistant", "user"]
        assert messages[0]["content"].endswith("] one")
        assert messages[1]["content"] == f"{voice} answers 1"
        block, note, message = messages[2]["content"].rsplit("\n\n", 2)
        assert (note[0], note[-1], message.endswith("] two")) == ("[", "]", True)
        assert all((f"{other} answers 1" in block) is (other != voice) for other in VOICES)


async def test_error_never_reaches_a_later_payload(house: House) -> None:
    """I-22, D25, reg-04: after a failure and a cut-off answer the next payload holds only what people said."""
    conversation = await house.converse()
    house.voices.script("builder", fail(400, {"error": {"message": "POISON"}}))
    house.voices.script("skeptic", say("half a POISON") + cut())
    await house.ask("one", conversation=conversation)

    await house.ask("two", conversation=conversation)

    for voice in ("builder", "skeptic"):
        messages = house.voices.requests(voice)[-1].json["messages"]
        assert [m["role"] for m in messages] == ["system", "user"], "two messages of the person, merged"
        assert messages[1]["content"].count("] one") == messages[1]["content"].count("] two") == 1
        assert "POISON" not in str(messages)


async def test_some_may_be_asked_alone(house: House) -> None:
    """P3: the set that answers is the set that was asked."""
    turn = await house.ask("just you two", advisor_ids=["contrarian", "skeptic"])

    assert [reply.advisor_id for reply in turn.replies] == ["skeptic", "contrarian"]
    assert len(house.voices.server.requests) == 2


async def test_first_turns_ask_and_later_turns_answer(house: House) -> None:
    """P15, P32, P34, D8: the system prompt is the same bytes inside a phase and changes once, after three turns."""
    conversation = await house.converse()
    for number in range(5):
        await house.ask(f"turn {number}", conversation=conversation, advisor_ids=["skeptic"])

    prompts = [request.json["messages"][0]["content"] for request in house.voices.requests("skeptic")]

    assert len(set(prompts[:3])) == 1
    assert len(set(prompts[3:])) == 1
    assert prompts[0] != prompts[3]


async def test_thinking_travels_beside_the_text(house: House) -> None:
    """P6, XP20: reasoning is shown on its own channel, and never sent again."""
    house.voices.script("skeptic", think("hmm, ") + think("well") + say("No.") + finish() + done())
    conversation = await house.converse()
    reader = Reader(conversation)

    sent = await house.send("one", conversation=conversation, advisor_ids=["skeptic"])
    await reader.read(house.url, all_ended)
    await house.ask("two", conversation=conversation, advisor_ids=["skeptic"])

    turn = await house.api.turn(house.url, sent["turn"]["id"])
    assert (turn.replies[0].thinking, turn.replies[0].text) == ("hmm, well", "No.")
    assert reader.turn.replies[0].thinking == "hmm, well"
    assert "hmm" not in house.voices.requests("skeptic")[1].body.decode()


async def test_white_space_at_the_ends_is_never_shown(house: House) -> None:
    """D33, M10, I-10, M3: what was streamed is what is stored, trimmed, at every moment."""
    house.voices.script("skeptic", say(" \n\n Yes,  \n and no. \n\n ", pieces=12, pause=0.01) + finish() + done())
    conversation = await house.converse()
    reader = Reader(conversation)

    sent = await house.send("one", conversation=conversation, advisor_ids=["skeptic"])
    await reader.read(house.url, all_ended)

    turn = await house.api.turn(house.url, sent["turn"]["id"])
    assert turn.replies[0].text == "Yes,  \n and no."
    reader.check_against(turn)


@pytest.mark.both_databases
async def test_text_is_on_disk_within_half_a_second(house: House) -> None:
    """D32: a reply that goes on for ever is saved while it does."""
    house.voices.script("skeptic", say("The first words") + hang())
    conversation = await house.converse()
    sent = await house.send("one", conversation=conversation, advisor_ids=["skeptic"])
    await house.voices.server.wait_for_requests(1)
    await asyncio.sleep(0.7)

    turn = await house.api.turn(house.url, sent["turn"]["id"])

    assert (turn.replies[0].state, turn.replies[0].text) == (ReplyState.STREAMING, "The first words")
    await house.post(f"/v1/turns/{sent['turn']['id']}/stop")
    await house.api.settled(house.url, sent["turn"]["id"])
