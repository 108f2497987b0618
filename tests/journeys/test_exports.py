"""Conversations written out over HTTP, and by the filter line: one way, the same text."""

import hashlib
import json
import re
from typing import Any

import pytest

from tests.fakes.model_server import answer, fail
from tests.journeys.conftest import House

TWO = {"advisor_ids": ["skeptic", "builder"]}


async def read(house: House, conversation: str, query: str) -> tuple[int, dict[str, str], str]:
    """An export as it comes: status, headers, text."""
    address = f"{house.url}/v1/conversations/{conversation}/export?{query}"
    async with house.api.session.get(address) as response:
        return response.status, dict(response.headers), await response.text()


@pytest.mark.both_databases
async def test_a_conversation_is_written_out_whole_or_in_part(house: House) -> None:
    turn = await house.ask("question one", **TWO)
    conversation = turn.conversation_id
    await house.ask("question two", conversation=conversation, **TWO)
    await house.ask("question three", conversation=conversation, **TWO)
    before = await house.get(f"/v1/conversations/{conversation}")

    status, headers, whole = await read(house, conversation, "form=md")
    _, _, some = await read(house, conversation, "form=json&turns=1,3-9")
    _, _, page = await read(house, conversation, "form=html&turns=2&look=true")
    by_line = (await house.post(f"/v1/conversations/{conversation}/command", {"line": ":export md"}))[1]["text"]

    assert status == 200
    assert headers["Content-Disposition"].startswith("attachment")
    assert whole == by_line
    assert [each["text"] for each in json.loads(some)] == ["question one", "question three"]
    assert "question two" in page
    assert "question one" not in re.sub(r"<(title|h1).*?</\1>", "", page)
    assert await house.get(f"/v1/conversations/{conversation}") == before


async def test_the_decision_page_names_the_missing_first_and_can_be_checked(house: House) -> None:
    house.voices.script("skeptic", answer("Sign. <script>alert(1)</script>"))
    house.voices.script("builder", fail(402, {"error": {"message": "no credit", "code": "insufficient_quota"}}))
    turn = await house.ask("Do I sign?", **TWO)
    chosen: dict[str, Any] = {
        "turn_id": turn.id,
        "question": "Do I sign?",
        "options": ["Sign on Thursday", "Let it go"],
        "choice": "Sign on Thursday",
        "confidence": 75,
        "change_my_mind": "They refuse the rota.",
        "review_at": "2027-05-15T12:00:00Z",
        "stances": {},
    }
    assert (await house.post("/v1/decisions", chosen))[0] == 201

    _, headers, page = await read(house, turn.conversation_id, "form=decision&turns=1&answers=true&look=true")
    _, _, markdown = await read(house, turn.conversation_id, "form=md&turns=1")

    assert headers["Content-Disposition"].startswith("inline")
    assert "script-src" not in headers["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert page.index("Not heard: The Builder") < page.index("1 of 2 voices heard") < page.index("Sign on Thursday")
    for words in ("75 % sure", "Let it go", "They refuse the rota.", "15 May 2027", "&lt;script&gt;"):
        assert words in page
    assert "<script" not in page
    assert hashlib.sha256(markdown.encode()).hexdigest() in page


async def test_what_cannot_be_written_out_is_refused(house: House) -> None:
    turn = await house.ask("question one", **TWO)
    await house.ask("question two", conversation=turn.conversation_id, **TWO)

    several, _, _ = await read(house, turn.conversation_id, "form=decision")
    nobody, _, _ = await read(house, turn.conversation_id, "form=md&turns=7")
    nonsense, _, _ = await read(house, turn.conversation_id, "form=md&turns=all")
    nowhere, _, _ = await read(house, "c_none", "form=md")

    assert (several, nobody, nonsense, nowhere) == (422, 404, 422, 404)
