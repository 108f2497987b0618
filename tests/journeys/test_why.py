"""Why an answer came out as it did: foreseen, asked with the very bytes that were shown, and honest about chance."""

import json
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from antiphon.app import run_in_process
from antiphon.client import AsyncClient
from antiphon.conversation.turn import Turn
from antiphon.settings import Settings
from tests.fakes.model_server import answer, fail, wait
from tests.fakes.reader import wait_until
from tests.fakes.settled_talk import MODEL, PLACES, Place, forget_all, hold_talk
from tests.journeys.conftest import House, reply_of

LATER = {"Retry-After": "86400"}


async def talk(house: House) -> Turn:
    """Two turns of five: the second was sent the first, and what four others said in it."""
    conversation = await house.converse()
    await house.ask("Shall I sign?", conversation=conversation)
    return await house.ask("And if they wait?", conversation=conversation)


async def find(house: House, reply_id: str, **body: object) -> dict[str, Any]:
    """What was found out, once it has ended."""
    path = f"/v1/replies/{reply_id}/why"
    status, begun = await house.post(path, body, **{"Idempotency-Key": f"why {reply_id} {body}"})
    assert status == 202, begun

    async def has_ended() -> bool:
        return bool((await house.get(path))["status"] != "running")

    await wait_until(has_ended, seconds=60)
    return await house.get(path)


async def refusal(house: House, path: str) -> tuple[int, str]:
    """How a GET is refused."""
    async with house.api.session.get(house.url + path) as response:
        body = await response.json()
        return response.status, str(body.get("detail"))


@pytest.mark.both_databases
async def test_what_is_tried_is_told_before_and_sent_as_it_was_shown(house: House) -> None:
    """The forecast sends nothing; without a part left out the bytes are the receipt's, with one those of the replay."""
    turn = await talk(house)
    reply = reply_of(turn, "skeptic")
    path, sent = f"/v1/replies/{reply.id}/why", len(house.voices.server.requests)

    foreseen = await house.get(f"{path}/forecast")
    whole = await house.get(f"{path}/preview")
    shown = {each["id"]: await house.get(f"{path}/preview?leave_out={each['id']}") for each in foreseen["parts"]}

    assert len(house.voices.server.requests) == sent
    receipt = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"][-1]
    assert whole["sha256"] == receipt["sha256"]
    kinds = sorted((each["kind"], each["advisor_id"], each["position"]) for each in foreseen["parts"])
    others = ["builder", "confidant", "contrarian", "historian"]
    assert kinds == [*(("quote", each, 1) for each in others), ("turn", None, 1)]
    assert (foreseen["tried"], foreseen["surely"]) == (5, 6 + 2 * 5)

    found = await find(house, reply.id)

    calls = (await house.get(f"/v1/analyses/{found['analysis']['id']}"))["calls"]
    assert len(calls) <= foreseen["calls"]
    for part_id, request in shown.items():
        left_out = [each for each in calls if each["step"] == f"without {part_id}"]
        assert [each["sha256"] for each in left_out] == [request["sha256"]] * 2
        assert [each["body"] for each in left_out] == [request["body"]] * 2
    assert {each["sha256"] for each in calls if each["step"] == "unchanged"} == {receipt["sha256"]}
    received = [each.body.decode() for each in house.voices.server.requests[sent:]]
    assert sorted(received) == sorted(each["body"] for each in calls)


async def test_replays_are_no_turns_and_nobody_elses_words_are_in_the_assistants_role(house: House) -> None:
    turn = await talk(house)
    reply = reply_of(turn, "skeptic")
    before = await house.get(f"/v1/conversations/{turn.conversation_id}")

    found = await find(house, reply.id)

    after = await house.get(f"/v1/conversations/{turn.conversation_id}")
    assert after["turns"] == before["turns"]
    calls = (await house.get(f"/v1/analyses/{found['analysis']['id']}"))["calls"]
    said = {
        message["content"]
        for call in calls
        for message in json.loads(call["body"])["messages"]
        if message["role"] == "assistant"
    }
    assert said <= {"skeptic answers 1"}


async def test_a_voice_that_says_the_same_whatever_is_left_out_has_nothing_named(house: House) -> None:
    """The empty answer is an answer: nothing made a difference beyond chance."""
    turn = await talk(house)
    house.voices.server.handler = lambda _: answer("I would wait a month. Nothing runs away.")

    found = (await find(house, reply_of(turn, "skeptic").id))["found"]

    assert (found["beyond_chance"], found["is_still"], found["strayed"], found["together"]) == (0, True, True, False)
    assert {each["verdict"] for each in found["findings"]} == {"none"}


async def test_a_replay_that_fails_is_not_read_and_is_no_evidence(house: House) -> None:
    """Without the first turn nothing comes; everything else is answered alike."""
    turn = await talk(house)
    house.voices.server.handler = lambda body: (
        answer("I would wait a month.") if "Shall I sign?" in json.dumps(body) else fail(402)
    )

    found = (await find(house, reply_of(turn, "skeptic").id))["found"]

    verdicts = {each["part"]["kind"]: each["verdict"] for each in found["findings"]}
    assert verdicts == {"quote": "none", "turn": "unread"}
    assert found["beyond_chance"] == 0
    assert found["unread"] >= 2


async def test_when_nothing_is_answered_it_has_failed_and_says_why(house: House) -> None:
    turn = await talk(house)
    house.voices.server.handler = lambda _: fail(402)

    found = await find(house, reply_of(turn, "skeptic").id)

    assert (found["status"], found["analysis"]["error"]["code"], found["found"]) == ("failed", "quota", None)


async def test_the_calls_one_allows_are_never_exceeded(house: House) -> None:
    """The fewest that find anything out try one part; more than one allows is left untried, and said so."""
    turn = await talk(house)
    reply = reply_of(turn, "skeptic")
    foreseen = await house.get(f"/v1/replies/{reply.id}/why/forecast")
    least = foreseen["least_calls"]

    found = await find(house, reply.id, calls=least)

    assert found["analysis"]["usage"]["calls"] <= least
    verdicts = [each["verdict"] for each in found["found"]["findings"]]
    assert (verdicts[0], verdicts[1:]) == ("none", ["untried"] * 4)
    few = await refusal(house, f"/v1/replies/{reply.id}/why/forecast?calls={least - 1}")
    assert few[0] == 422
    assert str(least) in few[1]


async def test_a_question_without_anything_around_it_has_nothing_to_leave_out(house: House) -> None:
    turn = await house.ask("Shall I sign?")

    status, why = await refusal(house, f"/v1/replies/{reply_of(turn, 'skeptic').id}/why/forecast")

    assert status == 409
    assert "nothing to leave out" in why


async def test_what_was_forgotten_or_deleted_since_is_not_sent_again(house: House) -> None:
    status, memory = await house.post("/v1/memories", {"kind": "fact", "text": "Lives in Turin."})
    assert status == 201, memory
    turn = await talk(house)
    reply = reply_of(turn, "skeptic")
    found = await find(house, reply.id)
    named = [each["part"] for each in found["found"]["findings"] if each["part"]["kind"] == "memory"]
    assert [(each["name"], each["memory_id"]) for each in named] == [("Lives in Turin.", memory["id"])]

    async with house.api.session.delete(f"{house.url}/v1/memories/{memory['id']}") as gone:
        assert gone.status == 204

    status, why = await refusal(house, f"/v1/replies/{reply.id}/why/forecast")
    assert (status, "forgotten" in why) == (409, True)
    kept = await house.get(f"/v1/replies/{reply.id}/why")
    assert "Turin" not in json.dumps(kept)
    calls = await house.get(f"/v1/analyses/{found['analysis']['id']}")
    assert "Turin" not in json.dumps(calls)
    assert {each["erased"] for each in calls["calls"]} == {True, False}


@pytest.mark.both_databases
async def test_what_was_found_out_is_thrown_away_and_what_it_used_stays_counted(house: House) -> None:
    turn = await talk(house)
    reply = reply_of(turn, "skeptic")
    found = await find(house, reply.id)
    used = await house.get("/v1/spending")

    async with house.api.session.delete(f"{house.url}/v1/replies/{reply.id}/why") as gone:
        assert gone.status == 204

    assert (await house.get(f"/v1/replies/{reply.id}/why"))["status"] == "none"
    assert (await refusal(house, f"/v1/analyses/{found['analysis']['id']}"))[0] == 404
    assert await house.get("/v1/spending") == used


async def test_it_is_stopped_like_any_work_and_asked_for_once_for_one_key(house: House) -> None:
    turn = await talk(house)
    reply = reply_of(turn, "skeptic")
    gate = threading.Event()
    house.voices.server.handler = lambda _: wait(gate) + answer("Late.")
    path = f"/v1/replies/{reply.id}/why"

    _, begun = await house.post(path, {}, **{"Idempotency-Key": "one"})
    _, again = await house.post(path, {}, **{"Idempotency-Key": "one"})
    status, _ = await house.post(path, {}, **{"Idempotency-Key": "two"})
    running = await house.get(path)
    stopped, _ = await house.post(f"/v1/work/{begun['id']}/stop")
    gate.set()

    assert (again["id"], status, stopped) == (begun["id"], 409, 200)
    assert (running["status"], running["answered"]) == ("running", 0)
    assert running["most"] > 0
    ended = await house.get(path)
    assert (ended["status"], ended["analysis"]["error"]["code"]) == ("failed", "stopped")


@pytest.fixture
async def weathervane(tmp_path: Path) -> AsyncIterator[AsyncClient]:
    """A house whose voice takes its view from one sentence and never says it in the same words."""
    settings = Settings(data_dir=tmp_path / "vane", default_model=MODEL)
    async with run_in_process(settings) as url, AsyncClient(url) as client:
        yield client


@pytest.mark.parametrize("place", PLACES)
async def test_the_passage_that_decided_is_found_wherever_it_stands(weathervane: AsyncClient, place: Place) -> None:
    held = await hold_talk(weathervane, 11, place)

    await weathervane.whys.find(held.reply_id)
    found = (await weathervane.whys.wait(held.reply_id)).found

    assert found is not None
    beyond = [each for each in found.findings if each.verdict in ("flipped", "mattered")]
    assert [(each.part.kind, each.verdict) for each in beyond] == [(place, "flipped")]
    assert {each.before > each.after for each in beyond[0].shifts} == {True, False}


async def test_two_passages_that_say_the_same_are_found_by_trying_each_alone(weathervane: AsyncClient) -> None:
    """Leaving out either changes nothing, because the other is still there."""
    settles = "What settles it: the rent in the year 1920."
    await weathervane.memory.add("fact", settles)
    held = await hold_talk(weathervane, 20, None, also=settles)

    await weathervane.whys.find(held.reply_id)
    found = (await weathervane.whys.wait(held.reply_id)).found

    assert found is not None
    assert found.together is True
    beyond = [each for each in found.findings if each.verdict in ("flipped", "mattered")]
    assert {each.part.kind for each in beyond} == {"memory", "turn"}
    assert {each.alone for each in beyond} == {True}


async def test_where_nothing_decides_nothing_is_named(weathervane: AsyncClient) -> None:
    for seed in (30, 31, 32):
        held = await hold_talk(weathervane, seed, None)
        await weathervane.whys.find(held.reply_id)
        found = (await weathervane.whys.wait(held.reply_id)).found
        await forget_all(weathervane)

        assert found is not None
        assert found.beyond_chance == 0
