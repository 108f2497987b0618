"""Where they stand, at a glance: said as soon as a turn has ended, free, and in nobody's payload."""

import pytest

from antiphon.conversation.turn import Turn
from tests.fakes.model_server import answer
from tests.journeys.conftest import House, reply_of

SAID = {
    "skeptic": "Do not sign the lease in Bergstrasse.",
    "builder": "Sign the lease in Bergstrasse today!",
    "historian": "Grinders were dear in 1908.",
}


async def ask_three(house: House, conversation: str | None = None) -> Turn:
    """Three advisors answer one question."""
    for voice, text in SAID.items():
        house.voices.script(voice, answer(text))
    return await house.ask("Shall I sign?", conversation=conversation, advisor_ids=list(SAID))


async def preview(house: House, conversation: str) -> list[object]:
    """What each advisor would be sent."""
    status, body = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "And now?"})
    assert status == 200, body
    return [each["body"] for each in body["advisors"]]


@pytest.mark.both_databases
async def test_a_turn_is_seen_at_a_glance_and_no_model_is_asked(house: House) -> None:
    turn = await ask_three(house)
    asked = len(house.voices.server.requests)

    glance = await house.get(f"/v1/turns/{turn.id}/glance")

    [point] = glance["points"]
    assert glance["heard"] == list(SAID)
    assert {each["advisor_id"]: each["stand"] for each in point["stances"]} == {
        "skeptic": "speaks",
        "builder": "speaks",
    }
    texts = {reply.id: reply.text for reply in turn.replies}
    assert all(texts[each["reply_id"]][each["start"] : each["end"]] == each["quote"] for each in point["stances"])
    assert len(house.voices.server.requests) == asked == len(SAID)


async def test_an_edited_answer_is_seen_in_its_new_words(house: House) -> None:
    turn = await ask_three(house)
    assert len((await house.get(f"/v1/turns/{turn.id}/glance"))["points"]) == 1

    edited = {"text": "Bring an umbrella to work."}
    status, body = await house.api.patch(f"{house.url}/v1/replies/{reply_of(turn, 'builder').id}", edited)

    assert status == 200, body
    assert (await house.get(f"/v1/turns/{turn.id}/glance"))["points"] == []


async def test_a_glance_is_in_nobodys_payload(house: House) -> None:
    conversation = await house.converse()
    turn = await ask_three(house, conversation)
    before = await preview(house, conversation)

    await house.get(f"/v1/turns/{turn.id}/glance")

    assert await preview(house, conversation) == before


async def test_one_answer_alone_has_no_line(house: House) -> None:
    house.voices.script("skeptic", answer(SAID["skeptic"]))
    turn = await house.ask("Shall I sign?", advisor_ids=["skeptic"])

    assert (await house.get(f"/v1/turns/{turn.id}/glance"))["points"] == []
