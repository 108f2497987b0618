"""An advisor looks things up in the library instead of being sent all of it."""

import json
from typing import Any

import pytest

from tests.fakes.model_server import Script, answer, call_tool, done, finish, usage
from tests.journeys.conftest import House, reply_of

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}
PAGE = "# Harbour rules\n\nNobody may moor at the north pier in winter.\n\nThe fee is nine crowns."


def look_up(query: str) -> Script:
    """A search, as a model asks for it."""
    called = call_tool("documents__search", json.dumps({"query": query}))
    return called + finish("tool_calls") + usage(9, 9) + done()


async def bring(house: House, name: str, text: str, **where: str) -> dict[str, Any]:
    """A document for the library."""
    query = {"name": name, "kind": "library", **where}
    async with house.api.session.post(f"{house.url}/v1/documents", params=query, data=text.encode()) as response:
        body = await response.json()
        assert response.status in (200, 201), body
        return dict(body)


@pytest.mark.both_databases
async def test_a_passage_is_found_and_told_with_its_page(house: House) -> None:
    """M11, D36: the library is listed and searched by whoever was there from the start; looking needs no approval."""
    conversation = await house.converse()
    await bring(house, "harbour.md", PAGE, conversation=conversation)
    house.voices.script("skeptic", look_up("north pier winter"), answer("Not in winter, says harbour.md."))

    turn = await house.ask("May I moor there?", conversation=conversation, **ONE)

    (use,) = reply_of(turn, "skeptic").tools
    assert use.status == "success"
    assert "harbour.md" in use.result
    assert "Nobody may moor" in use.result
    first = house.voices.requests("skeptic")[0].body.decode()
    assert "harbour.md" in first
    assert "Nobody may moor" not in first, "listed, not sent"


async def test_what_is_left_out_of_a_send_cannot_be_looked_up_either(house: House) -> None:
    """R1, D36: left out means left out, also through the back door."""
    conversation = await house.converse()
    document = await bring(house, "harbour.md", PAGE, conversation=conversation)
    house.voices.script("skeptic", look_up("north pier winter"), answer("I do not know."))

    omit = {"choice": {"omit": [f"skeptic/document:{document['id']}"]}}
    turn = await house.ask("May I moor there?", conversation=conversation, **ONE, **omit)

    assert "Nobody may moor" not in reply_of(turn, "skeptic").tools[0].result
    assert b"harbour.md" not in house.voices.requests("skeptic")[0].body


async def test_a_library_is_its_conversations_own(house: House) -> None:
    """S-04, I-27: another conversation neither lists nor finds it."""
    mine, other = await house.converse(), await house.converse()
    await bring(house, "harbour.md", PAGE, conversation=mine)
    house.voices.script("skeptic", look_up("north pier winter"), answer("Nothing."))

    turn = await house.ask("May I moor there?", conversation=other, **ONE)

    assert "Nobody may moor" not in reply_of(turn, "skeptic").tools[0].result
    assert b"harbour.md" not in house.voices.requests("skeptic")[0].body


async def test_nobody_is_told_of_a_library_in_which_there_is_nothing(house: House) -> None:
    """Neither before the first document nor where documents are switched off; with one, all five may look."""
    conversation = await house.converse()
    await house.ask("May I moor there?", conversation=conversation, **ONE)
    await bring(house, "harbour.md", PAGE, conversation=conversation)
    await house.ask("And now?", conversation=conversation)
    await house.ask("And without?", conversation=conversation, **ONE, choice={"off": ["documents"]})

    before, after, without = (each.json for each in house.voices.requests("skeptic"))
    assert "tools" not in before
    assert [each["function"]["name"] for each in after["tools"]] == ["documents__read", "documents__search"]
    assert "tools" not in without
    for voice in ("builder", "historian", "confidant", "contrarian"):
        assert house.voices.requests(voice)[0].json["tools"] == after["tools"]
