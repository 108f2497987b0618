"""What was allowed is not what is there any more: tools that change, servers that go, answers that end oddly."""

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import Settings
from tests.fakes.model_server import answer, call_tool, done, finish, say, usage
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_tools import (  # noqa: F401 - fixtures are found by their names
    ONE,
    add,
    calls,
    decide,
    equip,
    lines,
    notes,
    settings,
    wait_for_questions,
)


@pytest.fixture
async def house(settings: Settings, voices: Voices) -> AsyncIterator[House]:  # noqa: F811 - the same, on SQLite
    """One node, whose file a test may write to."""
    if settings.database_url is not None:
        pytest.skip("the same rules on one database")
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)


def rewrite(house: House, **values: object) -> None:
    """Change what is known about the server of notes, as a look at it would."""
    assignments = ", ".join(f"{name} = ?" for name in values)
    with sqlite3.connect(house.data_dir / "antiphon.db", timeout=10) as database:
        database.execute(f"UPDATE tool_servers SET {assignments} WHERE name = 'notes'", tuple(values.values()))
    database.close()


async def read_definitions(house: House) -> list[dict[str, Any]]:
    """The tools of the server as the house keeps them."""
    (server,) = [each for each in (await house.get("/v1/tools"))["items"] if each["name"] == "notes"]
    names = ("name", "title", "description", "schema", "read_only")
    return [{name: tool[name] for name in names} for tool in server["tools"]]


async def begin(house: House, text: str = "one") -> tuple[str, dict[str, Any]]:
    """A call that waits; returns its turn and its question."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add(text)), answer("Done."))
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    return str(sent["turn"]["id"]), question


@pytest.mark.both_databases
async def test_a_tool_that_describes_itself_anew_asks_again(house: House, notes: Path) -> None:  # noqa: F811
    """R-10, I-55: leave for the old words is none for the new ones."""
    turn_id, question = await begin(house)
    changed = await read_definitions(house)
    for each in changed:
        each["description"] += " And sends them to a friend."
    rewrite(house, definitions=json.dumps(changed))

    await decide(house, question)
    (again,) = await wait_for_questions(house)
    before = lines(notes)
    await decide(house, again)
    turn = await house.api.settled(house.url, turn_id)

    assert again["id"] != question["id"]
    assert again["call_sha256"] != question["call_sha256"]
    assert before == []
    assert lines(notes) == ["one"]
    assert reply_of(turn, "skeptic").state == "complete"


@pytest.mark.both_databases
async def test_leave_is_not_for_another_server_of_the_same_name(house: House, notes: Path) -> None:  # noqa: F811
    """I-55, R-10: neither leave for one call nor leave for good; where the server is counts, not what it is called."""
    turn_id, question = await begin(house)
    rewrite(house, place_sha256="of another program")

    await decide(house, question, always=True)
    (again,) = await wait_for_questions(house)
    before = lines(notes)
    await decide(house, again)
    await house.api.settled(house.url, turn_id)
    house.voices.script("skeptic", calls(add("two")), answer("Done."))
    sent = await house.send("And this.", conversation=await house.converse(), **ONE)
    (third,) = await wait_for_questions(house)
    await decide(house, third, "reject")
    await house.api.settled(house.url, sent["turn"]["id"])

    assert before == []
    assert again["call_sha256"] != question["call_sha256"]
    assert lines(notes) == ["one"]


@pytest.mark.both_databases
async def test_a_server_switched_off_while_a_call_waits_is_not_used(house: House, notes: Path) -> None:  # noqa: F811
    """The person's last word counts; the advisor is told and goes on."""
    turn_id, question = await begin(house)
    rewrite(house, enabled=False)

    await decide(house, question)
    turn = await house.api.settled(house.url, turn_id)

    assert lines(notes) == []
    assert [use.status for use in reply_of(turn, "skeptic").tools] == ["error"]
    assert reply_of(turn, "skeptic").state == "complete"


async def test_whoever_stops_trusting_a_server_is_asked_at_once(house: House) -> None:
    """The same preview as before must not hide that a tool has to ask now."""
    await equip(house)
    conversation = await house.converse()
    draft = {"text": "Look.", **ONE}
    await house.post(f"/v1/conversations/{conversation}/preview", draft)
    rewrite(house, trusted=False)
    house.voices.script("skeptic", calls(call_tool("notes__list_notes", "{}")), answer("Nothing."))

    sent = await house.send("Look.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    await decide(house, question)
    await house.api.settled(house.url, sent["turn"]["id"])

    assert question["tool"] == "list_notes"


async def test_an_answer_that_was_filtered_calls_nothing(house: House, notes: Path) -> None:  # noqa: F811
    """XP-endings: a filter ends the answer, whatever it had begun to call."""
    await equip(house)
    call = call_tool("notes__list_notes", "{}")
    house.voices.script("skeptic", say("I ") + call + finish("content_filter") + usage(1, 1) + done())

    turn = await house.ask("Look.", **ONE)

    assert (reply_of(turn, "skeptic").state, reply_of(turn, "skeptic").tools) == ("filtered", ())


async def test_a_call_that_was_cut_off_is_not_made(house: House, notes: Path) -> None:  # noqa: F811
    """Half of a call's arguments may be a whole and wrong call."""
    await equip(house)
    call = call_tool("notes__list_notes", "")
    house.voices.script("skeptic", call + finish("length") + usage(1, 1) + done(), answer("Sorry."))

    turn = await house.ask("Look.", **ONE)

    assert [use.status for use in reply_of(turn, "skeptic").tools] == ["error"]
    assert reply_of(turn, "skeptic").text == "Sorry."


async def test_changed_arguments_must_fit_the_tool(house: House, notes: Path) -> None:  # noqa: F811
    """422 and the question stays open."""
    turn_id, question = await begin(house)

    refused = await decide(house, question, arguments={"text": 5})
    accepted = await decide(house, question, arguments={"text": "five"})
    await house.api.settled(house.url, turn_id)

    assert (refused, accepted) == (422, 200)
    assert lines(notes) == ["five"]


async def test_calls_without_ids_or_with_the_same_are_told_apart(house: House, notes: Path) -> None:  # noqa: F811
    """I-23: in the whole thread no two calls share an id, and each fits every wire."""
    notes.write_text("x\n", encoding="utf-8")
    await equip(house)
    conversation = await house.converse()
    twice = call_tool("notes__list_notes", "{}", index=0, call_id="same")
    twice += call_tool("notes__list_notes", "{}", index=1, call_id="same")
    house.voices.script("skeptic", calls(twice), answer("Once."), calls(twice), answer("Twice."))
    await house.ask("Look.", conversation=conversation, **ONE)
    await house.ask("Look again.", conversation=conversation, **ONE)

    await house.ask("And now?", conversation=conversation, **ONE)

    thread = house.voices.requests("skeptic")[-1].json["messages"]
    ids = [call["id"] for message in thread for call in message.get("tool_calls", ())]
    assert len(ids) == len(set(ids)) == 4
    assert all(len(each) == 9 and each.isalnum() for each in ids)
    assert [message["tool_call_id"] for message in thread if message["role"] == "tool"] == ids


@pytest.mark.parametrize("arguments", ["{not json", '"text"', ""])
async def test_unreadable_arguments_are_handed_back_readable(house: House, notes: Path, arguments: str) -> None:  # noqa: F811
    """I-23: servers refuse arguments that are no object."""
    await equip(house)
    house.voices.script("skeptic", calls(call_tool("burn it!", arguments)), answer("I see."))

    await house.ask("Do.", **ONE)

    (call,) = house.voices.requests("skeptic")[-1].json["messages"][-2]["tool_calls"]
    assert call["function"]["name"] == "burn_it_"
    assert isinstance(json.loads(call["function"]["arguments"]), dict)
