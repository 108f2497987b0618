"""An advisor keeps the todo list by its own tool."""

import json
from typing import Any

import pytest

from antiphon.access.principal import LOCAL
from antiphon.api.dependencies import Dependencies
from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.engine.builtins.todo import TodoTool
from antiphon.engine.commands.conversations import create_conversation
from antiphon.engine.runtime.toolkit import ToolContext
from tests.fakes.model_server import Script, answer, call_tool, done, finish, usage
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_housekeeping import rooms as rooms

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}


def call(name: str, **arguments: Any) -> Script:
    """An answer that is a call of one of the list's tools."""
    return call_tool(f"todo__{name}", json.dumps(arguments)) + finish("tool_calls") + usage(20, 5) + done()


def results(house: House) -> list[str]:
    """What the tools told the advisor, as its newest request repeats it."""
    messages = house.voices.requests("skeptic")[-1].json["messages"]
    return [each["content"] for each in messages if each["role"] == "tool"]


async def begin(house: House) -> str:
    """A conversation in which the skeptic may use the list."""
    status, body = await house.api.patch(f"{house.url}/v1/advisors/skeptic", {"tools": ["todo"]})
    assert status == 200, body
    return await house.converse()


@pytest.mark.both_databases
async def test_an_advisor_adds_items_changes_them_and_reads_them(house: House) -> None:
    """M16: nobody is asked first, the list is the person's own, and the next message is sent with it."""
    here, there = await begin(house), await house.converse()
    items = [{"title": "Ask for quotes", "description": "Two of them"}, {"title": "Compare", "depends_on": [1]}]
    house.voices.script("skeptic", call("update", operation="add", items=items))
    house.voices.script("skeptic", call("update", operation="update", items=[{"number": 1, "status": "in_progress"}]))
    house.voices.script("skeptic", call("read"), answer("Noted."))

    turn = await house.ask("Plan it", conversation=here, **ONE)
    told = results(house)
    await house.ask("And now?", conversation=here, **ONE)

    assert reply_of(turn, "skeptic").text == "Noted."
    assert told[0] == "- #1 Ask for quotes [not_started]\n  Two of them\n- #2 Compare (after #1) [not_started]"
    assert told[1] == told[2] == told[0].replace("quotes [not_started]", "quotes [in_progress]")
    kept = (await house.get(f"/v1/conversations/{here}/todos"))["items"]
    assert [(each["number"], each["status"]) for each in kept] == [(1, "in_progress"), (2, "not_started")]
    assert await house.get(f"/v1/conversations/{there}/todos") == {"items": [], "next": None}
    assert "1 in progress, 1 not started" in house.voices.requests("skeptic")[-1].body.decode()


async def test_an_advisor_is_told_why_a_change_was_refused(house: House) -> None:
    """And nothing is changed by it."""
    here = await begin(house)
    wrong: list[dict[str, Any]] = [
        {"operation": "add", "items": [{"title": "Wait", "status": "blocked"}]},
        {"operation": "update", "items": [{"number": 7, "title": "x"}]},
        {"operation": "update", "items": [{"title": "x"}]},
        {"operation": "burn", "items": []},
        {"operation": "add", "items": [{"title": "x", "colour": "red"}]},
    ]
    for each in wrong:
        house.voices.script("skeptic", call("update", **each))
    house.voices.script("skeptic", answer("I see."))

    await house.ask("Plan it", conversation=here, **ONE)

    told = "\n".join(results(house))
    for sentence in (
        "todo 1 (Wait) is blocked and needs a reason",
        "there is no todo 7",
        "each item to be updated is named once, by its number",
        "must be one of add, update, replace",
        "colour is not known here",
    ):
        assert sentence in told
    assert await house.get(f"/v1/conversations/{here}/todos") == {"items": [], "next": None}


async def test_a_node_that_goes_lets_an_advisor_finish_with_the_list(rooms: Dependencies) -> None:
    """What would be refused now would stand in the answer for good."""
    engine = rooms.engine
    line = await create_conversation(engine, LOCAL, "", None)
    context = ToolContext(LOCAL, line.id, TurnId("t_now"), AdvisorId("skeptic"))
    arguments = {"operation": "add", "items": [{"title": "Ask for quotes"}]}

    engine.draining = True
    result = await TodoTool(engine).call("update", arguments, context)

    assert (result.ok, result.text) == (True, "- #1 Ask for quotes [not_started]")
