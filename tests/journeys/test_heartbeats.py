"""An advisor speaks unasked: through the front door, on both databases."""

import json
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import decode_turn
from tests.fakes.model_server import Script, answer, wait
from tests.fakes.reader import Reader, wait_until
from tests.journeys.conftest import House

HEADING = "Nobody has asked you anything"
MESSAGE = "The deadline you named is tomorrow. Shall we look at it?"


@dataclass(slots=True)
class Watch:
    """The model behind advisors that may speak unasked, and the deeds of a person who lets them."""

    house: House
    queued: deque[Script] = field(default_factory=deque)

    def choose(self, body: dict[str, Any]) -> Script:
        """The next decision; everything else goes to the advisors' own scripts."""
        if HEADING not in body["messages"][0]["content"]:
            return self.house.voices.choose(body)
        return self.queued.popleft()

    def decide(self, message: str = MESSAGE, why: str = "You named a date.") -> None:
        """What the next advisor decides; without a message it keeps silent."""
        self.queued.append(answer(json.dumps({"reach_out": bool(message), "why": why, "message": message})))

    @property
    def asked(self) -> list[dict[str, Any]]:
        """Every request that asked for a decision."""
        found = [request.json for request in self.house.voices.server.requests]
        return [each for each in found if HEADING in each["messages"][0]["content"]]

    async def allow(self, conversation: str, advisor: str = "skeptic", **more: Any) -> dict[str, Any]:
        """Give leave, due at once."""
        body = {"every_minutes": 30, "next_at": datetime.now(UTC).isoformat()} | more
        address = f"{self.house.url}/v1/conversations/{conversation}/heartbeats/{advisor}"
        status, saved = await self.house.api.put(address, body)
        assert status == 200, saved
        return saved

    async def beats(self, conversation: str) -> list[dict[str, Any]]:
        """What became of each occasion."""
        return list((await self.house.get(f"/v1/conversations/{conversation}/heartbeat-runs"))["items"])

    async def ended(self, conversation: str, count: int = 1) -> list[dict[str, Any]]:
        """The same, once so many have ended."""

        async def have_ended() -> bool:
            found = await self.beats(conversation)
            return sum(int(each["times"]) for each in found if each["status"] != "taken") >= count

        await wait_until(have_ended, seconds=60)
        return await self.beats(conversation)

    async def turns(self, conversation: str) -> Sequence[Turn]:
        """Every turn, oldest first."""
        found = await self.house.get(f"/v1/conversations/{conversation}/turns")
        return [decode_turn(each) for each in found["items"]]

    async def unread(self, conversation: str) -> int:
        """How many messages wait there, as the list of conversations says."""
        found = (await self.house.get("/v1/conversations"))["items"]
        return next(int(each["unread"]) for each in found if each["id"] == conversation)


@pytest.fixture
def watch(house: House) -> Watch:
    """The same model server, which now decides too."""
    made = Watch(house)
    house.voices.server.handler = made.choose
    return made


@pytest.mark.both_databases
async def test_nobody_may_speak_unasked_unless_told(house: House, watch: Watch) -> None:
    """D45: off by default."""
    turn = await house.ask("Should I go?")

    found = await house.get(f"/v1/conversations/{turn.conversation_id}/heartbeats")

    assert [each["enabled"] for each in found["items"]] == [False] * 5
    assert watch.asked == []


@pytest.mark.both_databases
async def test_an_advisor_speaks_up_in_a_turn_of_its_own(house: House, watch: Watch) -> None:
    """H13, H16, D45, I-61: no human text, one complete reply, unread, and every client is told as of any turn."""
    turn = await house.ask("Should I go on Friday?")
    here = turn.conversation_id
    reader = Reader(here)
    await reader.read(house.url, lambda r: r.view is not None)
    watch.decide()

    await watch.allow(here)
    await reader.read(house.url, lambda r: r.view is not None and len(r.view.turns) == 2 and r.turn.all_completed)

    [beat] = await watch.ended(here)
    spoken = (await watch.turns(here))[-1]
    assert (spoken.origin, spoken.text, spoken.position) == ("heartbeat", "", 2)
    assert [(each.advisor_id, each.text, each.state) for each in spoken.replies] == [("skeptic", MESSAGE, "complete")]
    reader.check_against(spoken)
    assert (beat["status"], beat["turn_id"], beat["why"]) == ("fired", spoken.id, "You named a date.")
    assert await watch.unread(here) == 1
    receipts = (await house.get(f"/v1/replies/{spoken.replies[0].id}/receipts"))["items"]
    assert [json.loads(each["body"]) for each in receipts] == watch.asked


async def test_the_topics_model_is_asked_as_it_is_for_every_other_turn(house: House, watch: Watch) -> None:
    """D47, H6: what is kept on one model by its topic is not told to another behind the person's back."""
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    _, topic = await house.post("/v1/topics", {"path": "/Health"})
    await house.api.patch(f"{house.url}/v1/topics/{topic['id']}", {"model": "fake:near"})
    await house.api.patch(f"{house.url}/v1/conversations/{here}", {"topic": "/Health"})
    shown = await house.get(f"/v1/conversations/{here}/heartbeats/skeptic/preview")
    watch.decide("")

    await watch.allow(here)
    await watch.ended(here)

    assert shown["model"] == "fake:near"
    assert [each["model"] for each in watch.asked] == ["near"]


async def test_what_it_was_asked_is_on_the_receipt_and_was_shown_before(house: House, watch: Watch) -> None:
    """H14, I-26: the preview is what is sent, to the word; the count stands in the system prompt."""
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    watch.decide("")

    await watch.allow(here)
    [beat] = await watch.ended(here)
    shown = await house.get(f"/v1/conversations/{here}/heartbeats/skeptic/preview")
    look = await house.get(f"/v1/analyses/{beat['analysis_id']}")

    [call] = look["calls"]
    sent = json.loads(call["body"])
    assert look["kind"] == "heartbeat"
    assert sent == watch.asked[0]
    assert [each["role"] for each in sent["messages"]] == ["system", "user"]
    assert sent["messages"][1]["content"] == shown["messages"][1]["content"]
    assert "You have spoken 0 times since then" in shown["messages"][0]["content"]
    assert "builder answers" not in call["body"], "nobody else's words are in it"


async def test_keeping_silent_is_visible_and_says_why(house: House, watch: Watch) -> None:
    turn = await house.ask("Should I go?")
    watch.decide("", "Nothing has changed.")

    await watch.allow(turn.conversation_id)
    [beat] = await watch.ended(turn.conversation_id)

    assert (beat["status"], beat["reason"], beat["why"]) == ("skipped", "nothing_to_say", "Nothing has changed.")
    assert len(await watch.turns(turn.conversation_id)) == 1


async def test_the_next_payload_holds_its_own_words_and_nobody_elses(house: House, watch: Watch) -> None:
    """I-61, I-21: its message is its own in its own thread, and in nobody else's; preview equals send."""
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    watch.decide()
    await watch.allow(here)
    await watch.ended(here)
    preview = (await house.post(f"/v1/conversations/{here}/preview", {"text": "I went."}))[1]
    expected = {each["advisor_id"]: each["sha256"] for each in preview["advisors"]}

    await house.ask("I went.", conversation=here, at=preview["at"], expect=expected)

    own = house.voices.requests("skeptic")[-1].json["messages"]
    other = house.voices.requests("builder")[-1].json["messages"]
    assert [each["role"] for each in own if MESSAGE in str(each["content"])] == ["assistant"]
    assert [each["role"] for each in other if MESSAGE in str(each["content"])] == [], "it was not put to them"
    assert all(each["content"].strip() for each in (*own, *other))


async def test_one_unread_message_is_enough(house: House, watch: Watch) -> None:
    """D45: the next occasion is let pass without asking a model, until the message was read."""
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    watch.decide()
    await watch.allow(here)
    [beat] = await watch.ended(here)

    await watch.allow(here)
    skipped = (await watch.ended(here, 2))[0]
    await house.post(f"/v1/heartbeat-runs/{beat['id']}/read")
    watch.decide("A second thought.")
    await watch.allow(here)
    await watch.ended(here, 3)

    assert (skipped["status"], skipped["reason"]) == ("skipped", "unread")
    assert len(watch.asked) == 2
    assert "You have spoken 1 time since then without an answer" in watch.asked[1]["messages"][0]["content"]
    assert await watch.unread(here) == 1


async def test_after_three_without_an_answer_it_waits_for_the_person(house: House, watch: Watch) -> None:
    """D45, H14, reg-18: and speaks again once the person has written."""
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    for number in range(1, 4):
        watch.decide(f"Thought {number}.")
        await watch.allow(here)
        beat = (await watch.ended(here, number))[0]
        await house.post(f"/v1/heartbeat-runs/{beat['id']}/read")

    await watch.allow(here)
    waiting = (await watch.ended(here, 4))[0]
    await house.ask("Let me think.", conversation=here)
    watch.decide("Thought 4.")
    await watch.allow(here)
    spoken = (await watch.ended(here, 5))[0]

    assert waiting["reason"] == "unanswered"
    assert spoken["status"] == "fired"


@pytest.mark.both_databases
async def test_what_was_being_decided_when_the_person_wrote_is_not_said(house: House, watch: Watch) -> None:
    """D45, H13, I-60, reg-18: a message of the person makes void whatever was on its way."""
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    gate = threading.Event()
    verdict = {"reach_out": True, "why": "", "message": MESSAGE}
    watch.queued.append(wait(gate) + answer(json.dumps(verdict)))
    await watch.allow(here)
    await wait_until(lambda: _is_asked(watch))

    await house.ask("I went.", conversation=here)
    gate.set()
    [beat] = await watch.ended(here)

    assert (beat["status"], beat["reason"]) == ("skipped", "person_spoke")
    assert [each.origin for each in await watch.turns(here)] == ["person", "person"]


async def _is_asked(watch: Watch) -> bool:
    return bool(watch.asked)


async def test_in_quiet_hours_nobody_speaks_and_the_next_occasion_is_their_end(house: House, watch: Watch) -> None:
    """D45, I-60."""
    turn = await house.ask("Should I go?")
    now = datetime.now(UTC)
    start, end = now - timedelta(hours=1), now + timedelta(hours=2)

    await watch.allow(turn.conversation_id, quiet_from=f"{start:%H:%M}", quiet_until=f"{end:%H:%M}")
    [beat] = await watch.ended(turn.conversation_id)

    found = (await house.get(f"/v1/conversations/{turn.conversation_id}/heartbeats"))["items"]
    next_at = datetime.fromisoformat(next(each["next_at"] for each in found if each["enabled"]))
    assert beat["reason"] == "quiet_hours"
    assert watch.asked == []
    assert end.replace(second=0, microsecond=0) <= next_at <= end + timedelta(minutes=11)


@pytest.mark.both_databases
async def test_leave_that_was_taken_back_silences_what_is_on_its_way(house: House, watch: Watch) -> None:
    turn = await house.ask("Should I go?")
    here = turn.conversation_id
    gate = threading.Event()
    watch.queued.append(wait(gate) + answer(json.dumps({"reach_out": True, "why": "", "message": MESSAGE})))
    await watch.allow(here)
    await wait_until(lambda: _is_asked(watch))

    status = await house.api.delete(f"{house.url}/v1/conversations/{here}/heartbeats/skeptic")
    gate.set()
    [beat] = await watch.ended(here)

    assert status == 204
    assert (beat["status"], beat["reason"]) == ("skipped", "off")


@pytest.mark.both_databases
async def test_a_model_that_answers_nonsense_puts_nothing_in_anybodys_mouth(house: House, watch: Watch) -> None:
    """Errors are never content: the occasion is skipped, with the reason, after one stricter question."""
    turn = await house.ask("Should I go?")
    watch.queued.extend([answer("Hello there!"), answer("Hello again!")])

    await watch.allow(turn.conversation_id)
    [beat] = await watch.ended(turn.conversation_id)

    assert (beat["status"], beat["reason"]) == ("skipped", "failed")
    assert beat["why"]
    assert len(watch.asked) == 2
    assert len(await watch.turns(turn.conversation_id)) == 1


async def test_the_settings_limit_how_often_models_are_asked(house: House, watch: Watch) -> None:
    turn = await house.ask("Should I go?")
    await house.api.put(f"{house.url}/v1/settings/heartbeat_calls", {"value": 0})

    await watch.allow(turn.conversation_id)
    [beat] = await watch.ended(turn.conversation_id)

    assert beat["reason"] == "budget"
    assert watch.asked == []


@pytest.mark.parametrize(
    "body",
    [
        {"every_minutes": 1},
        {"every_minutes": 30, "quiet_from": "22:00"},
        {"every_minutes": 30, "quiet_from": "22:00", "quiet_until": "22:00"},
        {"every_minutes": 30, "quiet_from": "late", "quiet_until": "08:00"},
        {"every_minutes": 30, "next_at": "9999-12-31T23:59:59-12:00"},
        {"every_minutes": 30, "next_at": "0001-01-01T00:00:00+14:00"},
    ],
)
async def test_leave_that_makes_no_sense_is_refused(house: House, body: dict[str, Any]) -> None:
    conversation = await house.converse()

    address = f"{house.url}/v1/conversations/{conversation}/heartbeats/skeptic"
    status, refused = await house.api.put(address, body)

    assert (status, refused["code"]) == (422, "malformed")


async def test_somebody_who_is_not_on_the_panel_gets_no_leave(house: House) -> None:
    conversation = await house.converse()

    address = f"{house.url}/v1/conversations/{conversation}/heartbeats/nobody"
    status, refused = await house.api.put(address, {"every_minutes": 30})

    assert (status, refused["code"]) == (404, "not_found")
