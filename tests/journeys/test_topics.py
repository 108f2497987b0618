"""A tree of topics, and what it does to what is sent."""

from typing import Any

import pytest

from tests.journeys.conftest import House

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


async def make(house: House, path: str) -> dict[str, Any]:
    status, body = await house.post("/v1/topics", {"path": path})
    assert status == 201, body
    return body


async def tree(house: House) -> dict[str, tuple[int, int]]:
    found = await house.get("/v1/topics")
    return {each["path"]: (each["turns"], each["turns_below"]) for each in found["items"]}


@pytest.mark.both_databases
async def test_the_next_turns_belong_to_the_topic_of_the_conversation(house: House) -> None:
    conversation = await house.converse()
    await house.ask("before", conversation=conversation, **ONE)

    status, line = await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"topic": " Work / Hiring "})
    turn = await house.ask("after", conversation=conversation, **ONE)
    _, without = await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"topic": None})
    _, renamed = await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"title": "Talk"})

    assert (status, line["topic"]) == (200, "/Work/Hiring")
    assert turn.topic == "/Work/Hiring"
    assert await tree(house) == {"/Work": (0, 1), "/Work/Hiring": (1, 0)}
    assert without["topic"] is renamed["topic"] is None
    assert renamed["title"] == "Talk"


async def test_a_prelude_is_sent_with_the_turns_of_its_topic(house: House) -> None:
    """R1, W6, W7, W76, D47, H6: the preview shows it first."""
    topic = await make(house, "/Work")
    words = {"prelude": "  We hire slowly.  ", "model": "fake:other"}
    status, changed = await house.api.patch(f"{house.url}/v1/topics/{topic['id']}", words)
    conversation = await house.converse()
    await house.api.patch(f"{house.url}/v1/conversations/{conversation}", {"topic": "/Work"})

    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "Well?", **ONE})
    await house.ask("Well?", conversation=conversation, **ONE)

    assert (status, changed["prelude"]) == (200, "We hire slowly.")
    assert preview["advisors"][0]["model"] == "fake:other"
    assert "We hire slowly." in preview["advisors"][0]["messages"][0]["content"]
    assert "We hire slowly." in house.voices.requests("skeptic")[-1].body.decode()


async def test_a_renamed_topic_takes_its_turns_along(house: House) -> None:
    topic = await make(house, "/Work")
    conversation = await house.converse()
    turn = await house.ask("hello", conversation=conversation, **ONE)
    marks = {"turn_ids": [turn.id], "topic": "/Work/Hiring"}
    await house.post(f"/v1/conversations/{conversation}/marks", marks)

    status, renamed = await house.api.patch(f"{house.url}/v1/topics/{topic['id']}", {"name": "Office"})
    choice = {"text": "x", "choice": {"filter": "t'/Office/*'"}, **ONE}
    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", choice)

    assert (status, renamed["path"]) == (200, "/Office")
    assert await tree(house) == {"/Office": (0, 1), "/Office/Hiring": (1, 0)}
    assert (await house.api.turn(house.url, turn.id)).topic == "/Office/Hiring"
    assert preview["shown"] == [[1, 1]]


async def test_refusals_have_names(house: House) -> None:
    work, play = await make(house, "/Work"), await make(house, "/Play")
    below = await make(house, "/Work/Hiring")

    async def patch(topic: dict[str, Any], **change: Any) -> tuple[int, str]:
        status, body = await house.api.patch(f"{house.url}/v1/topics/{topic['id']}", change)
        return status, body["code"]

    async with house.api.session.delete(f"{house.url}/v1/topics/{work['id']}") as response:
        refusal = await response.json()
        held = response.status, refusal["code"], refusal["facts"]
    async with house.api.session.delete(f"{house.url}/v1/topics/{play['id']}") as response:
        gone = response.status

    assert held == (409, "topic_not_empty", {"path": "/Work", "turns": 0, "topics": 1})
    assert gone == 204
    assert await patch(work, parent_id=below["id"]) == (409, "topic_inside_itself")
    assert await patch(below, parent_id=None, name="Work") == (409, "topic_exists")
    assert await patch(work, name="a/b") == (422, "malformed")
    assert await patch(work, name=None) == (422, "malformed")
    assert await patch(play, name="Games") == (404, "not_found")
    assert (await house.post("/v1/topics", {"path": " / "}))[0] == 422
    assert await tree(house) == {"/Work": (0, 0), "/Work/Hiring": (0, 0)}
