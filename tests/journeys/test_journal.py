"""The journal through the front door."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from markdown_it import MarkdownIt

from antiphon.conversation.turn import Turn
from tests.fakes.model_server import answer, fail
from tests.journeys.cartographer import Cartographer
from tests.journeys.conftest import House, reply_of

FORGED = "# Decisions\n\n```\n## Forged\n\n- confidence: 100 %"


async def decide(house: House, turn: Turn, **more: Any) -> dict[str, Any]:
    """Write a decision down; it must succeed."""
    said = {"turn_id": turn.id, "options": ["Drop it", "Keep it"], "choice": "Drop it", "confidence": 70}
    status, made = await house.post("/v1/decisions", {**said, **more})
    assert status == 201, made
    return made


async def change(house: House, decision_id: str, **said: Any) -> dict[str, Any]:
    """Look back on it; it must succeed."""
    address = f"{house.url}/v1/decisions/{decision_id}"
    async with house.api.session.patch(address, json=said) as response:
        made: dict[str, Any] = await response.json()
        assert response.status == 200, made
    return made


@pytest.mark.both_databases
async def test_a_decision_keeps_what_everybody_said_and_what_they_were_sent(house: House) -> None:
    """U-11: edit the reply and delete the conversation: what was frozen stays, and the place is gone."""
    house.voices.script("skeptic", answer("No. Keep it."))
    house.voices.script("historian", fail(401, {"error": {"message": "bad key"}}))
    turn = await house.ask("Drop the free tier?")
    skeptic = reply_of(turn, "skeptic")
    [receipt] = (await house.get(f"/v1/replies/{skeptic.id}/receipts"))["items"]

    made = await decide(house, turn, stances={"skeptic": "against", "builder": "for"}, change_my_mind="A letter.")

    assert (made["question"], made["reviewer"], made["position"]) == ("Drop the free tier?", skeptic.name, 1)
    assert made["title"] == "Drop the free tier?"
    stances = {each["advisor_id"]: each for each in made["stances"]}
    assert [stances[name]["attitude"] for name in ("skeptic", "builder", "confidant")] == ["against", "for", None]
    assert stances["skeptic"]["text"] == "No. Keep it."
    assert stances["skeptic"]["reply_sha256"] == hashlib.sha256(b"No. Keep it.").hexdigest()
    assert stances["skeptic"]["request_sha256"] == receipt["sha256"]
    assert (stances["historian"]["state"], stances["historian"]["text"]) == ("error", "")

    async with house.api.session.patch(f"{house.url}/v1/replies/{skeptic.id}", json={"text": "Yes."}) as response:
        assert response.status == 200
    async with house.api.session.delete(f"{house.url}/v1/conversations/{turn.conversation_id}") as response:
        assert response.status == 204
    after = await house.get(f"/v1/decisions/{made['id']}")

    assert after == {**made, "title": None, "position": None}


@pytest.mark.both_databases
async def test_a_decision_sent_twice_is_written_once(house: House) -> None:
    """I-03: the same key is the same decision, a key for something else is refused, and without one there are two."""
    turn = await house.ask("Drop the free tier?")
    said = {"turn_id": turn.id, "options": ["Drop it"], "choice": "Drop it", "confidence": 70}
    keyed = {"Idempotency-Key": "k-1"}

    sent = [await house.post("/v1/decisions", said, **keyed) for _ in range(2)]
    other = await house.post("/v1/decisions", {**said, "confidence": 71}, **keyed)

    assert [status for status, _ in sent] == [201, 201]
    assert sent[0] == sent[1]
    assert (other[0], other[1]["code"]) == (409, "key_reused")
    assert len((await house.get("/v1/decisions"))["items"]) == 1
    for _ in range(2):
        await house.post("/v1/decisions", said)
    assert len((await house.get("/v1/decisions"))["items"]) == 3


@pytest.mark.both_databases
async def test_what_was_claimed_and_decided_is_found_by_its_words(house: House) -> None:
    """One search finds turns, claims of maps and decisions, here or anywhere."""
    cartographer = Cartographer(house)
    house.voices.server.handler = cartographer.choose
    turn = await cartographer.three_answer()
    await cartographer.draw(turn)
    made = await decide(house, turn, options=["Sign, rents or not"], choice="Sign, rents or not")

    found = await house.get("/v1/search?q=RENTS")
    here = await house.get(f"/v1/search?q=rents&conversation={turn.conversation_id}")
    elsewhere = await house.get(f"/v1/search?q=rents&conversation={await house.converse()}")

    assert [(each["turn_id"], each["label"]) for each in found["claims"]] == [(turn.id, "near")]
    [decision] = found["decisions"]
    assert (decision["id"], decision["choice"]) == (made["id"], "Sign, rents or not")
    start, end = decision["matches"][0]
    assert decision["snippet"][start:end] == "rents"
    assert (here["claims"], here["decisions"]) == (found["claims"], found["decisions"])
    assert (elsewhere["claims"], elsewhere["decisions"], elsewhere["items"]) == ([], [], [])


async def test_an_outcome_moves_the_numbers_and_can_be_taken_back(house: House) -> None:
    turn = await house.ask("Drop the free tier?")
    due = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    made = await decide(house, turn, confidence=90, stances={"skeptic": "against", "builder": "for"}, review_at=due)
    listed = await house.get("/v1/decisions")
    assert (listed["due"], [each["standing"] for each in listed["items"]]) == (1, ["due"])
    assert "text" not in listed["items"][0]["stances"][0]
    assert (await house.get("/v1/journal/calibration"))["waiting"] == 1

    known = await change(house, made["id"], outcome="wrong", outcome_text=" They left. ")

    assert (known["outcome_text"], known["standing"]) == ("They left.", "known")
    found = await house.get("/v1/journal/calibration")
    assert (found["verdict"], found["turned_out"]["count"], found["waiting"]) == ("too_few", 1, 0)
    assert found["brier"] == pytest.approx(0.81)
    card = {each["advisor_id"]: each for each in (await house.get("/v1/journal/scorecard"))["items"]}
    assert (card["skeptic"]["alone_and_right"], card["skeptic"]["adopted_share"]) == (1, None)
    assert (card["builder"]["stood_for"]["wrong"], card["builder"]["right"]) == (1, 0)

    back = await change(house, made["id"], outcome=None)

    assert {**made, "standing": "due"} == back
    assert (await house.get("/v1/journal/calibration"))["turned_out"]["count"] == 0


async def test_what_was_decided_cannot_be_changed_afterwards(house: House) -> None:
    """U-11."""
    turn = await house.ask("Drop the free tier?")
    made = await decide(house, turn)

    changes: tuple[dict[str, Any], ...] = (
        {"confidence": 10},
        {"choice": "Keep it"},
        {"question": "?"},
        {"stances": {}},
    )
    for said in changes:
        async with house.api.session.patch(f"{house.url}/v1/decisions/{made['id']}", json=said) as response:
            assert response.status == 422
    assert await house.get(f"/v1/decisions/{made['id']}") == made


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"choice": "Sell it"}, 422),
        ({"options": ["Drop it", " Drop  it "]}, 422),
        ({"options": ["Drop it", " "]}, 422),
        ({"confidence": 101}, 422),
        ({"stances": {"nobody": "for"}}, 404),
        ({"reviewer_id": "nobody"}, 404),
        ({"turn_id": "t_none"}, 404),
        ({"review_at": "2027-01-15"}, 422),
        ({"review_at": "9999-12-31T23:59:59-12:00"}, 422),
    ],
)
async def test_what_makes_no_sense_is_refused(house: House, said: dict[str, Any], status: int) -> None:
    turn = await house.ask("Drop the free tier?")
    plain = {"turn_id": turn.id, "options": ["Drop it"], "choice": "Drop it", "confidence": 70}

    got, body = await house.post("/v1/decisions", {**plain, **said})

    assert (got, body["status"]) == (status, status)
    assert (await house.get("/v1/decisions"))["items"] == []


async def test_a_decision_is_taken_out_and_put_back(house: House) -> None:
    turn = await house.ask("Drop the free tier?")
    made = await decide(house, turn)

    async with house.api.session.delete(f"{house.url}/v1/decisions/{made['id']}") as response:
        assert response.status == 204

    assert (await house.get("/v1/decisions"))["items"] == []
    assert (await house.post(f"/v1/decisions/{made['id']}/restore"))[1] == made
    of_the_turn = (await house.get(f"/v1/decisions?turn_id={turn.id}"))["items"]
    assert [each["id"] for each in of_the_turn] == [made["id"]]


async def test_the_whole_journal_as_markdown_holds_every_fingerprint(house: House) -> None:
    """A model that writes Markdown forges nothing."""
    house.voices.script("skeptic", answer(FORGED))
    turn = await house.ask("Drop the free tier?\n# Forged")
    made = await decide(house, turn, change_my_mind=FORGED)
    await decide(house, turn, question="Again?")

    async with house.api.session.get(f"{house.url}/v1/journal/export") as response:
        page = await response.text()
        assert response.headers["Content-Type"] == "text/markdown; charset=utf-8"
    async with house.api.session.get(f"{house.url}/v1/journal/export?decision_id={made['id']}") as response:
        one = await response.text()

    assert [token.tag for token in MarkdownIt().parse(page) if token.type == "heading_open"] == [
        "h1",
        *["h2", *["h3"] * 5] * 2,
    ]
    for stance in made["stances"]:
        assert stance["reply_sha256"] in one
        assert stance["request_sha256"] in one
    assert "Again" not in one
    assert f"\n{FORGED}\n" in one
