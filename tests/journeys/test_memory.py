"""The memory inbox through the front door, with scripted models behind a real socket."""

import asyncio
import hashlib
import json

import pytest

from tests.fakes.model_server import answer, fail, finish, hang, say, usage
from tests.fakes.reader import wait_until
from tests.journeys.analyst import SAID, STEPS, Analyst, thing
from tests.journeys.conftest import CANARY, House


@pytest.fixture
def analyst(house: House) -> Analyst:
    """The same model server, which now looks at conversations too."""
    made = Analyst(house)
    house.voices.server.handler = made.choose
    return made


@pytest.mark.both_databases
async def test_what_is_found_waits_until_the_person_accepts_it(house: House, analyst: Analyst) -> None:
    """D46, H12, R1: one transcript is sent, its bytes are kept, and no advisor hears of it before."""
    conversation = await house.converse()
    turn = await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [thing(), thing("Keeps bees.", "I keep bees"), thing(quote="never said")])

    scan = await analyst.scan(conversation)

    assert (scan["status"], scan["first_position"], scan["last_position"]) == ("done", 1, 1)
    assert scan["counts"] == {"found": 2, "dropped_quote": 1, "proposed": 2}
    [sent] = analyst.requests("scan")
    assert [each["role"] for each in sent["messages"]] == ["system", "user"]
    assert sent["messages"][1]["content"].startswith(f"[turn 1, person]\n| {SAID}\n[turn 1, advisor ")
    [call] = scan["calls"]
    assert json.loads(call["body"]) == sent
    assert (call["sha256"], call["bytes"]) == (hashlib.sha256(call["body"].encode()).hexdigest(), len(call["body"]))
    assert (call["outcome"], call["usage"]["input_tokens"]) == ("complete", 10)
    found = await analyst.inbox()
    assert [(each["text"], each["quote"], each["turn_id"], each["position"]) for each in found] == [
        ("Lives in Athens.", "I live in Athens", turn.id, 1),
        ("Keeps bees.", "I keep bees", turn.id, 1),
    ]

    await house.ask("And now?", conversation=conversation)
    assert "Lives in Athens." not in json.dumps(analyst.requests(None))

    await analyst.decide(found[0]["id"], status="accepted")
    await analyst.decide(found[1]["id"], status="declined")
    await house.ask("And then?", conversation=conversation)
    assert "Lives in Athens." in json.dumps(analyst.requests(None)[-1])
    assert "Keeps bees." not in json.dumps(analyst.requests(None))


async def test_the_scan_is_blind_and_the_match_sees_accepted_ones_only(house: House, analyst: Analyst) -> None:
    """What is known colours nothing that is found, and what was declined goes nowhere."""
    for text in ("Lives in Patras.", "Has no pets."):
        await house.post("/v1/memories", {"text": text})
    status, declined = await house.post("/v1/memories", {"text": "Hates bees."})
    assert (status, declined["status"]) == (201, "accepted")
    await analyst.decide(declined["id"], status="declined")
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [thing(), thing("Keeps bees.", "I keep bees"), thing("Hates bees", "keep bees")])
    analyst.script("match", {"verdict": "contradicts", "item": 1}, {"verdict": "same", "item": 2})
    analyst.script("match", {"verdict": "new", "item": None})
    analyst.script("update", {"text": "Has bees, and no pets."})

    scan = await analyst.scan(conversation)

    assert all(text not in json.dumps(analyst.requests("scan")) for text in ("Patras", "no pets", "Hates"))
    shown = [each["messages"][1]["content"] for each in analyst.requests("match")]
    assert shown[0] == "New note:\nLives in Athens.\n\nExisting notes:\n1. Lives in Patras.\n2. Has no pets."
    sent = json.dumps([analyst.requests(step) for step in (*STEPS, None)])
    assert "Hates bees." not in sent
    assert scan["counts"] == {"found": 3, "known": 1, "proposed": 2}
    known = {each["text"]: each["id"] for each in await analyst.inbox("accepted")}
    assert [(each["text"], each["replaces_id"]) for each in await analyst.inbox()] == [
        ("Lives in Athens.", known["Lives in Patras."]),
        ("Has bees, and no pets.", known["Has no pets."]),
    ]


async def test_an_edited_acceptance_replaces_the_old_one_and_can_be_taken_back(house: House, analyst: Analyst) -> None:
    _, old = await house.post("/v1/memories", {"text": "Lives in Patras."})
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [thing()])
    analyst.script("match", {"verdict": "contradicts", "item": 1})
    await analyst.scan(conversation)
    [new] = await analyst.inbox()

    _, kept = await analyst.decide(new["id"], status="accepted", text="  Lives in\nAthens now. ")

    assert (kept["text"], kept["status"]) == ("Lives in Athens now.", "accepted")
    assert [each["id"] for each in await analyst.inbox("retired")] == [old["id"]]
    await analyst.decide(new["id"], status="proposed")
    assert [each["id"] for each in await analyst.inbox("accepted")] == [old["id"]]


async def test_only_what_is_new_since_the_last_scan_is_read(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    first = await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [], [], [thing()])
    await analyst.scan(conversation)

    status, refused = await house.post(f"/v1/conversations/{conversation}/memories/scan", {})
    assert (status, refused["code"]) == (409, "command_refused")
    await house.ask("Anything else?", conversation=conversation)
    assert (await analyst.scan(conversation))["first_position"] == 2
    again = await analyst.scan(conversation, turn_ids=[first.id])

    assert (again["first_position"], again["last_position"], again["counts"]["proposed"]) == (1, 1, 1)
    listed = (await house.get(f"/v1/conversations/{conversation}/analyses"))["items"]
    assert [each["first_position"] for each in listed] == [1, 2, 1]
    assert "calls" not in listed[0]


async def test_an_unreadable_answer_is_asked_for_once_more_and_then_fails(house: House, analyst: Analyst) -> None:
    """Repaired where that is honest; otherwise asked again strictly; otherwise said so."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", answer("Sure! They live in Athens."), answer(json.dumps([thing()])[:-1] + ", // end"))
    assert (await analyst.scan(conversation))["counts"]["proposed"] == 1
    strict = analyst.requests("scan")[1]["messages"][0]["content"]
    assert "could not be read: it is not JSON" in strict

    await house.ask("More?", conversation=conversation)
    analyst.script("scan", answer("No idea."), answer("Still none."))
    failed = await analyst.scan(conversation)

    assert (failed["status"], failed["error"]["code"]) == ("failed", "answer_unreadable")
    assert [each["outcome"] for each in failed["calls"]] == ["answer_unreadable", "answer_unreadable"]
    assert [each["answer"] for each in failed["calls"]] == ["No idea.", "Still none."]
    analyst.script("scan", [])
    assert (await analyst.scan(conversation))["first_position"] == 2


async def test_an_answer_cut_at_its_length_is_a_failure_and_not_half_a_list(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", say(json.dumps([thing()])) + finish("length") + usage(9, 9))

    failed = await analyst.scan(conversation)

    assert (failed["status"], failed["error"]["code"]) == ("failed", "answer_cut")
    assert len(failed["calls"]) == 1
    assert await analyst.inbox() == []


async def test_failures_are_classified_retried_and_receipted(house: House, analyst: Analyst) -> None:
    """I-52: and nothing of the key is anywhere."""
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", fail(429, headers={"Retry-After": "0"}), [thing()])
    retried = await analyst.scan(conversation)
    assert [each["outcome"] for each in retried["calls"]] == ["rate_limited", "complete"]

    await house.ask("More?", conversation=conversation)
    analyst.script("scan", fail(401, {"error": {"message": f"bad key {CANARY}"}}))
    failed = await analyst.scan(conversation)

    assert (failed["error"]["code"], [each["outcome"] for each in failed["calls"]]) == ("auth", ["auth"])
    assert CANARY not in json.dumps([retried, failed])


async def test_a_verdict_that_does_not_come_loses_nothing_that_was_found(house: House, analyst: Analyst) -> None:
    await house.post("/v1/memories", {"text": "Lives in Patras."})
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", [thing(), thing("Keeps bees.", "I keep bees")])
    analyst.script("match", fail(400), {"verdict": "new", "item": None})

    scan = await analyst.scan(conversation)

    assert scan["counts"] == {"found": 2, "unmatched": 1, "proposed": 2}
    assert [each["replaces_id"] for each in await analyst.inbox()] == [None, None]


@pytest.mark.both_databases
async def test_one_scan_at_a_time_and_not_for_ever(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    analyst.script("scan", hang())
    path = f"/v1/conversations/{conversation}/memories/scan"
    status, begun = await house.post(path)
    assert (status, begun["status"]) == (202, "running")

    status, refused = await house.post(path)

    assert (status, refused["facts"]["reason"]) == (409, "one is running in this conversation already")


async def test_after_each_turn_if_the_person_wants_that(house: House, analyst: Analyst) -> None:
    await analyst.choose_when("after_turn")
    analyst.script("scan", [thing()])
    conversation = await house.converse()

    await house.ask(SAID, conversation=conversation)

    async def is_proposed() -> bool:
        return [each["text"] for each in await analyst.inbox()] == ["Lives in Athens."]

    await wait_until(is_proposed)


async def test_nothing_is_scanned_by_itself_or_when_it_is_off(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    await asyncio.sleep(0.3)
    assert analyst.requests("scan") == []

    await analyst.choose_when("off")
    status, refused = await house.post(f"/v1/conversations/{conversation}/memories/scan")

    assert (status, refused["code"]) == (409, "command_refused")


async def test_a_scan_is_counted_in_what_the_day_cost(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    before = (await house.get("/v1/spending"))["today"]
    analyst.script("scan", [thing()])

    scan = await analyst.scan(conversation)

    after = await house.get("/v1/spending")
    assert after["today"]["tokens_in"] - before["tokens_in"] == scan["usage"]["input_tokens"] == 10
    assert after["today"]["replies"] == before["replies"]
    assert sum(each["tokens_in"] for each in after["by_advisor"]) == before["tokens_in"]


@pytest.mark.both_databases
async def test_what_is_forgotten_is_in_no_answer_of_ours(house: House, analyst: Analyst) -> None:
    """The canary was written down, compared in a scan, and forgotten."""
    _, known = await house.post("/v1/memories", {"text": "canary-77"})
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation, choice={"omit": [f"/memory:{known['id']}"]})
    analyst.script("scan", [thing()])
    analyst.script("match", {"verdict": "new", "item": None})
    scan = await analyst.scan(conversation)
    assert "canary-77" in json.dumps(scan)

    async with house.api.session.delete(f"{house.url}/v1/memories/{known['id']}") as response:
        assert response.status == 204

    seen = [await house.get(path) for path in ("/v1/memories", f"/v1/analyses/{scan['id']}")]
    assert "canary-77" not in json.dumps(seen)
    assert [each["erased"] for each in seen[1]["calls"]] == [False, True]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"text": " "}, 422),
        ({"text": "x" * 301}, 422),
        ({"text": "x", "kind": "secret"}, 422),
        ({"text": "x" * 300}, 201),
    ],
)
async def test_a_memory_is_one_short_line(house: House, body: dict[str, str], status: int) -> None:
    assert (await house.post("/v1/memories", body))[0] == status


async def test_what_is_not_there_is_not_found(house: House, analyst: Analyst) -> None:
    assert (await analyst.decide("m_none", status="accepted"))[0] == 404
    assert (await house.post("/v1/conversations/c_none/memories/scan"))[0] == 404
    for path in ("/v1/analyses/an_none", "/v1/conversations/c_none/analyses"):
        async with house.api.session.get(house.url + path) as response:
            assert response.status == 404
