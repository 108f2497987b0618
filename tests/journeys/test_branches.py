"""A conversation is branched through the door, and goes on from there."""

import pytest

from tests.fakes.model_server import answer
from tests.journeys.conftest import House

ONE = {"advisor_ids": ["skeptic"]}


@pytest.mark.both_databases
async def test_a_branch_is_sent_what_stood_up_to_its_turn_and_begun_once_for_a_key(house: House) -> None:
    house.voices.script("skeptic", answer("First."), answer("Second."), answer("Third."))
    first = await house.ask("question one", **ONE)
    await house.ask("question two", conversation=first.conversation_id, **ONE)
    address, key = f"/v1/turns/{first.id}/branch", {"Idempotency-Key": "k-branch"}

    status, branch = await house.post(address, None, **key)
    _, again = await house.post(address, None, **key)
    turn = await house.ask("question three", conversation=branch["id"], **ONE)

    assert (status, again["id"]) == (201, branch["id"])
    assert branch["branched_from"] == {
        "conversation_id": first.conversation_id,
        "turn_id": first.id,
        "position": 1,
        "title": branch["title"],
    }
    sent = house.voices.requests("skeptic")[-1].body.decode()
    assert "question one" in sent
    assert "First." in sent
    assert "question two" not in sent
    assert turn.position == 2
    copied = (await house.get(f"/v1/conversations/{branch['id']}"))["turns"][0]["replies"][0]
    kept = await house.get(f"/v1/replies/{first.replies[0].id}/receipts")
    assert await house.get(f"/v1/replies/{copied['id']}/receipts") == kept
