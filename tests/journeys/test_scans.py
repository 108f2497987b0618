"""What a scan has read, what it may show, and what forgetting takes out of it."""

import json
import threading

import pytest

from tests.fakes.model_server import answer, fail, wait
from tests.fakes.reader import wait_until
from tests.journeys.analyst import SAID, Analyst, thing
from tests.journeys.conftest import House

CANARY = "canary-78"


@pytest.fixture
def analyst(house: House) -> Analyst:
    """The same model server, which now looks at conversations too."""
    made = Analyst(house)
    house.voices.server.handler = made.choose
    return made


async def forget(house: House, memory_id: str) -> None:
    """Forget a memory for good."""
    async with house.api.session.delete(f"{house.url}/v1/memories/{memory_id}") as response:
        assert response.status == 204


@pytest.mark.both_databases
async def test_turns_read_by_name_leave_the_others_to_be_read(house: House, analyst: Analyst) -> None:
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation)
    second = await house.ask("And a boat.", conversation=conversation)
    analyst.script("scan", [], [])

    named = await analyst.scan(conversation, turn_ids=[second.id])
    rest = await analyst.scan(conversation)

    assert (named["first_position"], named["last_position"], named["counts"]["named"]) == (2, 2, 1)
    assert (rest["first_position"], rest["last_position"]) == (1, 2)


async def test_what_does_not_fit_is_read_by_the_next_scan(house: House, analyst: Analyst) -> None:
    """Nothing is skipped, and nothing is read twice."""
    conversation = await house.converse()
    for number in (1, 2):
        await house.ask(f"{number} {'Some words that say little. ' * 1600}", conversation=conversation)
    analyst.script("scan", [], [])

    first, second = await analyst.scan(conversation), await analyst.scan(conversation)

    assert (first["first_position"], first["last_position"], first["counts"]["left_out"]) == (1, 1, 1)
    assert (second["first_position"], second["last_position"]) == (2, 2)
    assert "left_out" not in second["counts"]


@pytest.mark.both_databases
async def test_what_matters_is_read_first_and_the_rest_waits(house: House, analyst: Analyst) -> None:
    """M38: of what does not fit, the turn that names a limit is read before an older one that does not."""
    conversation = await house.converse()
    filler = "Some words that say little. " * 1600
    for said in (f"Well. {filler}", f"It must cost 900 at most. {filler}", f"Also. {filler}"):
        await house.ask(said, conversation=conversation)
    analyst.script("scan", [], [], [])

    read = [await analyst.scan(conversation) for _ in range(3)]

    assert [each["first_position"] for each in read] == [2, 1, 3]
    assert [each["counts"].get("left_out", 0) for each in read] == [2, 1, 0]
    status, _ = await house.post(f"/v1/conversations/{conversation}/memories/scan", {})
    assert status == 409, "nothing is left"


async def test_what_was_found_twice_is_forgotten_in_every_scan(house: House, analyst: Analyst) -> None:
    """I-43: in the one that found it, in an answer that could not be read, and in those that found it again."""
    conversation = await house.converse()
    turn = await house.ask(SAID, conversation=conversation)
    found = thing(f"Lives at {CANARY}.")
    analyst.script("scan", answer(f"They live at {CANARY}."), [found], [found], [found])
    scans = [await analyst.scan(conversation)]
    scans.append(await analyst.scan(conversation, turn_ids=[turn.id]))
    [memory] = await analyst.inbox()
    await analyst.decide(memory["id"], status="accepted")
    scans.append(await analyst.scan(conversation, turn_ids=[turn.id]))
    assert [each["counts"].get("known", 0) for each in scans] == [0, 1, 1]

    await forget(house, memory["id"])

    kept = [await house.get(f"/v1/analyses/{each['id']}") for each in scans]
    assert CANARY not in json.dumps(kept)
    assert [call["erased"] for each in kept for call in each["calls"]] == [True] * 4
    assert all(call["body"] for each in kept for call in each["calls"]), "the transcript was shown no memory"


async def test_the_same_in_other_words_is_forgotten_with_what_it_says_again(house: House, analyst: Analyst) -> None:
    _, known = await house.post("/v1/memories", {"text": f"Is at home in {CANARY}."})
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation, choice={"omit": [f"/memory:{known['id']}"]})
    analyst.script("scan", [thing(f"Lives in {CANARY}.")])
    analyst.script("match", {"verdict": "same", "item": 1})
    analyst.script("update", {"text": f"Is at home in {CANARY}."})
    scan = await analyst.scan(conversation)
    assert scan["counts"] == {"found": 1, "known": 1, "proposed": 0}

    await forget(house, known["id"])

    assert CANARY not in json.dumps(await house.get(f"/v1/analyses/{scan['id']}"))


@pytest.mark.both_databases
@pytest.mark.parametrize("word", ["declined", "forgotten"])
async def test_what_is_taken_back_during_a_scan_is_shown_no_more(house: House, analyst: Analyst, word: str) -> None:
    """R1: what may be sent is what is accepted at that moment."""
    _, known = await house.post("/v1/memories", {"text": f"Lives in {CANARY}."})
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation, choice={"omit": [f"/memory:{known['id']}"]})
    gate = threading.Event()
    analyst.script("scan", [thing(), thing("Keeps bees.", "I keep bees")])
    analyst.script("match", wait(gate) + answer('{"verdict": "same", "item": 1}'), {"verdict": "new", "item": None})
    analyst.script("update", {"text": "Lives in Athens."})
    _, begun = await house.post(f"/v1/conversations/{conversation}/memories/scan")
    await wait_until(lambda: _is_asked(analyst, 1))

    if word == "declined":
        await analyst.decide(known["id"], status="declined")
    else:
        await forget(house, known["id"])
    gate.set()
    scan = await analyst.ended(begun["id"])

    assert (len(analyst.requests("match")), analyst.requests("update")) == (1, [])
    assert scan["counts"] == {"found": 2, "proposed": 2}
    assert [(each["text"], each["replaces_id"]) for each in await analyst.inbox()] == [
        ("Lives in Athens.", None),
        ("Keeps bees.", None),
    ]


@pytest.mark.both_databases
async def test_what_is_taken_back_is_not_shown_by_trying_again(house: House, analyst: Analyst) -> None:
    _, known = await house.post("/v1/memories", {"text": f"Lives in {CANARY}."})
    conversation = await house.converse()
    await house.ask(SAID, conversation=conversation, choice={"omit": [f"/memory:{known['id']}"]})
    gate = threading.Event()
    analyst.script("scan", [thing()])
    analyst.script("match", wait(gate) + fail(429, headers={"Retry-After": "0"}), {"verdict": "new", "item": None})
    _, begun = await house.post(f"/v1/conversations/{conversation}/memories/scan")
    await wait_until(lambda: _is_asked(analyst, 1))

    await analyst.decide(known["id"], status="declined")
    gate.set()
    scan = await analyst.ended(begun["id"])

    assert len(analyst.requests("match")) == 1
    assert scan["counts"] == {"found": 1, "unmatched": 1, "proposed": 1}


async def _is_asked(analyst: Analyst, times: int) -> bool:
    return len(analyst.requests("match")) == times
