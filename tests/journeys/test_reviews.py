"""On the day of a review an advisor asks how the decision turned out."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.fakes.model_server import Script, answer
from tests.journeys.conftest import House
from tests.journeys.test_heartbeats import Watch

HEADING = "A day to look back"
ASKED = "In spring you decided to sign, and you were 70 percent sure. What happened?"


@pytest.fixture
def watch(house: House) -> Watch:
    """A model that asks about decisions when it is told to, and answers as always otherwise."""
    made = Watch(house)

    def choose(body: dict[str, Any]) -> Script:
        if HEADING not in body["messages"][0]["content"]:
            return house.voices.choose(body)
        return made.queued.popleft()

    house.voices.server.handler = choose
    return made


async def decide(house: House, turn_id: str, **more: object) -> dict[str, Any]:
    """A decision that should be looked back on now."""
    said = {
        "turn_id": turn_id,
        "options": ["Sign it", "Wait"],
        "choice": "Sign it",
        "confidence": 70,
        "review_at": (datetime.now(UTC) - timedelta(minutes=1)).isoformat(),
        "reviewer_id": "skeptic",
    }
    status, made = await house.post("/v1/decisions", said | more)
    assert status == 201, made
    return made


@pytest.mark.both_databases
async def test_the_reviewer_asks_once_on_the_day(house: House, watch: Watch) -> None:
    """I-60, I-61, U-11: a turn of its own, unread, about this decision; nobody asks a second time."""
    turn = await house.ask("Should I sign?")
    watch.queued.append(answer(json.dumps({"why": "You wanted to look back today.", "message": ASKED})))

    made = await decide(house, turn.id)
    [beat] = await watch.ended(turn.conversation_id)

    spoken = (await watch.turns(turn.conversation_id))[-1]
    assert (beat["kind"], beat["status"], beat["decision_id"]) == ("review", "fired", made["id"])
    assert (spoken.origin, spoken.text, spoken.replies[0].text) == ("review", "", ASKED)
    asked = [each.json for each in house.voices.server.requests if HEADING in each.json["messages"][0]["content"]]
    assert len(asked) == 1
    assert "| 70 percent" in asked[0]["messages"][1]["content"]
    assert await watch.unread(turn.conversation_id) == 1


async def test_when_the_model_fails_nothing_is_put_into_the_reviewers_mouth(house: House, watch: Watch) -> None:
    """Errors are never content: the occasion says so, and the journal itself still shows the day."""
    turn = await house.ask("Should I sign?")
    watch.queued.extend([answer("What a day!"), answer("What a day, again!")])

    made = await decide(house, turn.id)
    [beat] = await watch.ended(turn.conversation_id)

    kept = await house.get(f"/v1/decisions/{made['id']}")
    assert (beat["status"], beat["reason"]) == ("skipped", "failed")
    assert len(await watch.turns(turn.conversation_id)) == 1
    assert kept["outcome"] is None


async def test_two_decisions_on_one_day_are_both_asked_about(house: House, watch: Watch) -> None:
    turn = await house.ask("Should I sign?")
    day = (datetime.now(UTC) - timedelta(minutes=1)).isoformat()
    for number in (1, 2):
        watch.queued.append(answer(json.dumps({"why": "Today.", "message": f"What became of it, {number}?"})))

    for _ in range(2):
        await decide(house, turn.id, review_at=day)
    found = await watch.ended(turn.conversation_id, 2)

    assert [each["status"] for each in found] == ["fired", "fired"]
    assert len({each["decision_id"] for each in found}) == 2
