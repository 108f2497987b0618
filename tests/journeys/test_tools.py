"""Advisors use tools of a real server, and the person allows what they may do."""

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.engine.engine import Engine
from antiphon.settings import McpServerSettings, Settings
from tests.fakes.model_server import Script, answer, call_tool, done, finish, hang, say, sleep, usage
from tests.fakes.reader import Api, wait_until
from tests.fakes.voices import Voices
from tests.journeys.conftest import House, reply_of
from tests.journeys.program import connect, words_of

ONE: dict[str, Any] = {"advisor_ids": ["skeptic"]}
TWO: dict[str, Any] = {"advisor_ids": ["skeptic", "builder"]}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Where the notes server writes: a line per call that was really made."""
    return tmp_path / "notes.txt"


@pytest.fixture
def settings(settings: Settings, notes: Path) -> Settings:
    """With a server of notes that the operator set up and believes."""
    return settings.model_copy(update={"mcp_servers": {"notes": McpServerSettings(**run_notes(notes))}})


def run_notes(notes: Path) -> dict[str, Any]:
    """A server of notes as the operator's file would name it."""
    return {
        "command": sys.executable,
        "args": ["-m", "tests.fakes.mcp_notes"],
        "env": {"NOTES": str(notes), "PYTHONPATH": str(Path.cwd())},
        "trusted": True,
    }


def calls(*called: Script, before: str = "") -> Script:
    """An answer that ends in calls."""
    script = say(before) if before else ()
    for each in called:
        script += each
    return script + finish("tool_calls") + usage(20, 5) + done()


def add(text: str, index: int = 0) -> Script:
    """A call that changes something."""
    return call_tool("notes__add_note", json.dumps({"text": text}), index=index)


async def equip(house: House, *tools: str, advisor: str = "skeptic") -> None:
    """Let an advisor use tools, once its server has said which it has."""
    async with asyncio.timeout(20):
        while not any(each["tools"] for each in (await house.get("/v1/tools"))["items"] if each["name"] == "notes"):
            await asyncio.sleep(0.05)
    status, body = await house.api.patch(f"{house.url}/v1/advisors/{advisor}", {"tools": list(tools) or ["notes"]})
    assert status == 200, body


async def wait_for_questions(house: House, count: int = 1) -> list[dict[str, Any]]:
    """The calls that wait for the person, once there are so many."""
    async with asyncio.timeout(20):
        while len(pending := (await house.get("/v1/approvals"))["items"]) < count:
            await asyncio.sleep(0.05)
    return list(pending)


async def decide(house: House, question: dict[str, Any], decision: str = "allow", **more: object) -> int:
    """Say yes or no."""
    body = {"decision": decision, "expect": question["call_sha256"], **more}
    status, _ = await house.post(f"/v1/approvals/{question['id']}", body)
    return status


async def is_any_turn_old(house: House, expected: bool) -> bool:
    """Whether what alarms are made of says, or does not say, that some turn has an age."""
    async with aiohttp.ClientSession() as session, session.get(f"{house.url}/metrics") as response:
        (age,) = re.findall(r"^antiphon_oldest_open_turn_seconds (\S+)$", await response.text(), re.MULTILINE)
    return (float(age) > 0) is expected


def lines(notes: Path) -> list[str]:
    """What the server was really asked to do."""
    return notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []


async def test_tools_are_there_before_anything_is_gone_on_with(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[str] = []
    start = Engine.start

    async def note(engine: Engine) -> None:
        known.extend([*engine.toolkit.builtin_names, *(each.key.name for each in engine.toolkit.toolbox.status())])
        await start(engine)

    monkeypatch.setattr(Engine, "start", note)
    async with run_in_process(settings):
        pass

    assert {"todo", "documents", "notes"} <= set(known)


@pytest.mark.both_databases
async def test_a_tool_that_only_reads_is_used_without_asking(house: House, notes: Path) -> None:
    """M4, M17-M20: call, result, and an answer made of it; the answer's text holds neither."""
    notes.write_text("buy milk\n", encoding="utf-8")
    await equip(house)
    house.voices.script(
        "skeptic", calls(call_tool("notes__list_notes", "{}"), before="Let me look."), answer("You wrote: buy milk.")
    )

    turn = await house.ask("What did I note?", **ONE)

    reply = reply_of(turn, "skeptic")
    assert reply.state == "complete"
    assert reply.text == "Let me look.\n\nYou wrote: buy milk."
    (use,) = reply.tools
    assert (use.status, use.server, use.tool, use.round, use.at) == ("success", "notes", "list_notes", 0, 12)
    assert use.result.strip() == "buy milk"
    assert use.seconds is not None
    second = house.voices.requests("skeptic")[-1].json["messages"]
    assert [message["role"] for message in second[-3:]] == ["user", "assistant", "tool"]
    assert second[-2]["content"] == "Let me look."
    assert second[-2]["tool_calls"][0]["function"]["name"] == "notes__list_notes"
    assert second[-1]["content"].strip() == "buy milk"


async def test_why_is_not_asked_of_an_answer_that_used_a_tool(house: House, notes: Path) -> None:
    """What was sent last holds what the tool said; replays would call it again, or answer something else."""
    notes.write_text("buy milk\n", encoding="utf-8")
    await equip(house)
    conversation = await house.converse()
    await house.ask("Hello?", conversation=conversation, **ONE)
    house.voices.script("skeptic", calls(call_tool("notes__list_notes", "{}")), answer("You wrote: buy milk."))
    turn = await house.ask("What did I note?", conversation=conversation, **ONE)

    async with house.api.session.get(f"{house.url}/v1/replies/{turn.replies[0].id}/why/forecast") as response:
        refused = await response.json()

    assert (response.status, refused["code"]) == (409, "command_refused")
    assert "it used tools before it answered" in refused["detail"]


@pytest.mark.both_databases
async def test_a_call_that_changes_something_waits_for_leave(house: House, notes: Path) -> None:
    """I-55: nothing is done before the person says so, and then exactly what was shown, once."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("call mother")), answer("Noted."))

    sent = await house.send("Please note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    before = lines(notes)
    status = await decide(house, question)
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    assert (question["server"], question["tool"]) == ("notes", "add_note")
    assert json.loads(question["arguments"]) == {"text": "call mother"}
    assert before == []
    assert status == 200
    assert lines(notes) == ["call mother"]
    assert reply_of(turn, "skeptic").text == "Noted."
    assert reply_of(turn, "skeptic").tools[0].status == "success"
    assert (await house.get("/v1/approvals"))["items"] == []


@pytest.mark.both_databases
async def test_a_program_is_told_who_waits_for_leave(house: House, notes: Path) -> None:
    await equip(house)
    house.voices.script("skeptic", calls(add("milk")), answer("Noted."))
    sent = await house.send("Note it.", conversation=await house.converse(), **TWO)
    (question,) = await wait_for_questions(house)

    async with connect(house.url, ("http", "2026-07-28")) as program:
        told = await program.call("get_answers", turn_id=sent["turn"]["id"], wait_seconds=0)
    await decide(house, question, "reject")

    waits = "it waits until a person allows it to call add_note of notes"
    assert told.structured_content["voices"][0]["error"] == waits
    assert f"The Skeptic: {waits} ({house.url}/c/" in words_of(told)


async def test_a_question_is_decided_once(house: House, notes: Path) -> None:
    """XC06: of two who decide at the same moment one has decided; afterwards nobody can."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("once")), answer("Done."))
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)

    statuses = await asyncio.gather(*(decide(house, question, word) for word in ("allow", "reject") * 4))
    await house.api.settled(house.url, sent["turn"]["id"])

    assert sorted(statuses) == [200] + [409] * 7
    assert len(lines(notes)) <= 1
    assert await decide(house, question) == 409


async def test_what_is_allowed_is_what_was_read(house: House, notes: Path) -> None:
    """I-55, R-10: a decision about another call than the one shown is refused."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("as shown")), answer("Done."))
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)

    status, problem = await house.post(f"/v1/approvals/{question['id']}", {"decision": "allow", "expect": "0" * 64})
    await decide(house, question, "reject")
    await house.api.settled(house.url, sent["turn"]["id"])

    assert (status, problem["code"]) == (409, "approval_stale")
    assert lines(notes) == []


async def test_the_person_may_change_the_arguments(house: House, notes: Path) -> None:
    """The tool gets the person's; the call stays as the model wrote it, and the model is told."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("everything")), answer("Done."))
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)

    await decide(house, question, arguments={"text": "only this"})
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    assert lines(notes) == ["only this"]
    (use,) = reply_of(turn, "skeptic").tools
    assert (json.loads(use.arguments), json.loads(use.allowed)) == ({"text": "everything"}, {"text": "only this"})
    told = house.voices.requests("skeptic")[-1].json["messages"]
    assert json.loads(told[-2]["tool_calls"][0]["function"]["arguments"]) == {"text": "everything"}
    assert "only this" in told[-1]["content"].split("\n\n")[0]


async def test_a_refusal_is_told_with_its_reason(house: House, notes: Path) -> None:
    """The advisor goes on without the tool and knows why."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("secret")), answer("Then I will not."))
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)

    await decide(house, question, "reject", reason="Not in writing.")
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    assert lines(notes) == []
    (use,) = reply_of(turn, "skeptic").tools
    assert (use.status, use.result) == ("rejected", "Not in writing.")
    assert "Not in writing." in house.voices.requests("skeptic")[-1].json["messages"][-1]["content"]
    assert reply_of(turn, "skeptic").text == "Then I will not."


@pytest.mark.both_databases
async def test_always_holds_for_the_tool_until_it_is_taken_back(house: House, notes: Path) -> None:
    """Leave for good is given for one tool, seen in a list, and can be taken back."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("one")), answer("Done."), calls(add("two")), answer("Done again."))
    sent = await house.send("Note one.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    await decide(house, question, always=True)
    await house.api.settled(house.url, sent["turn"]["id"])

    await house.ask("Note two.", conversation=conversation, **ONE)
    standing = (await house.get("/v1/approvals"))["standing"]
    taken_back = await house.api.delete(f"{house.url}/v1/approvals/standing/notes/add_note")

    assert lines(notes) == ["one", "two"]
    assert [(each["server"], each["tool"]) for each in standing] == [("notes", "add_note")]
    assert taken_back == 204
    assert (await house.get("/v1/approvals"))["standing"] == []


@pytest.mark.both_databases
async def test_stopping_a_reply_closes_its_question(house: House, notes: Path) -> None:
    """A stopped reply waits for nobody; deciding afterwards changes nothing."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("never"), before="One moment."))
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)

    await house.post(f"/v1/turns/{sent['turn']['id']}/stop")
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    reply = reply_of(turn, "skeptic")
    assert (reply.state, reply.text, reply.tools[0].status) == ("stopped", "One moment.", "rejected")
    assert await decide(house, question) == 409
    assert lines(notes) == []


async def test_a_turn_that_waits_for_leave_is_not_counted_among_the_old_ones(house: House, notes: Path) -> None:
    """Nobody is woken for what waits for its person; once there is leave, it counts again."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(add("later")), hang())
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)

    await wait_until(lambda: is_any_turn_old(house, False))
    await decide(house, question)
    await wait_until(lambda: is_any_turn_old(house, True))

    await house.post(f"/v1/turns/{sent['turn']['id']}/stop")
    turn = await house.api.settled(house.url, sent["turn"]["id"])
    assert reply_of(turn, "skeptic").state == "stopped"
    assert await is_any_turn_old(house, False)


async def test_an_answer_always_comes(house: House, settings: Settings) -> None:
    """M4: after so many rounds the model is told to answer, and may not call any more."""
    await equip(house, "notes/list_notes")
    look = calls(call_tool("notes__list_notes", "{}"))
    house.voices.script("skeptic", *([look] * settings.tool_rounds), answer("That is all I know."))

    turn = await house.ask("Keep looking.", **ONE)

    reply = reply_of(turn, "skeptic")
    assert (reply.state, reply.text, len(reply.tools)) == ("complete", "That is all I know.", settings.tool_rounds)
    last = house.voices.requests("skeptic")[-1].json
    assert last["tool_choice"] == "none"
    assert last["messages"][-1]["role"] == "user"
    assert "tool_choice" not in house.voices.requests("skeptic")[-2].json


async def test_what_cannot_be_called_is_told_and_the_answer_goes_on(house: House, notes: Path) -> None:
    """M18, M24: an unknown tool, arguments that are no JSON, a wrong argument: each is answered, none asked about."""
    await equip(house)
    wrong = calls(
        call_tool("notes__burn", "{}", index=0),
        call_tool("notes__add_note", "{not json", index=1),
        call_tool("notes__add_note", '{"text": 5}', index=2),
    )
    house.voices.script("skeptic", wrong, answer("I see."))

    turn = await house.ask("Do something odd.", **ONE)

    assert [use.status for use in reply_of(turn, "skeptic").tools] == ["error"] * 3
    assert reply_of(turn, "skeptic").text == "I see."
    assert lines(notes) == []


async def test_nobody_else_sees_what_an_advisor_did_with_tools(house: House, notes: Path) -> None:
    """D37, I-21: calls and results stay in their own thread, this turn and the next."""
    notes.write_text("the canary sings\n", encoding="utf-8")
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(call_tool("notes__list_notes", "{}")), answer("I have read them."))
    await house.ask("Look.", conversation=conversation, **TWO)
    await house.ask("And now?", conversation=conversation, **TWO)

    mine, other = house.voices.requests("skeptic")[-1], house.voices.requests("builder")[-1]
    assert b"the canary sings" in mine.body
    assert b"canary" not in other.body
    assert b"tool" not in other.body
    thread = mine.json["messages"]
    (called,) = [index for index, message in enumerate(thread) if message.get("tool_calls")]
    assert [message["role"] for message in thread[called : called + 3]] == ["assistant", "tool", "assistant"]


async def test_preview_shows_the_tools_and_equals_the_receipt(house: House, notes: Path) -> None:
    """R1, I-26: tools are in the previewed bytes; each later round has a receipt of its own."""
    await equip(house)
    conversation = await house.converse()
    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "Look.", **ONE})
    house.voices.script("skeptic", calls(call_tool("notes__list_notes", "{}")), answer("Nothing."))

    turn = await house.ask("Look.", conversation=conversation, **ONE)

    receipts = (await house.get(f"/v1/replies/{reply_of(turn, 'skeptic').id}/receipts"))["items"]
    sent = [request.body.decode() for request in house.voices.requests("skeptic")]
    assert [each["body"] for each in receipts] == sent
    assert [each["round"] for each in receipts] == [0, 1]
    assert [each["outcome"] for each in receipts] == ["called_tools", "complete"]
    assert receipts[0]["sha256"] == preview["advisors"][0]["sha256"]
    assert "notes__add_note" in preview["advisors"][0]["body"]
    told = preview["advisors"][0]["tools"]
    assert {"notes/add_note", "notes/list_notes"} < {each["name"] for each in told}
    assert 0 < preview["advisors"][0]["tool_tokens"] < preview["advisors"][0]["fixed_tokens"]
    assert all(each["tokens"] > 0 for each in told)
    assert receipts[0]["usage"]["input_tokens"] == 20


async def test_an_advisor_that_may_use_none_is_sent_none(house: House) -> None:
    """Allow-lists are per advisor; one tool can be allowed without its neighbours."""
    await equip(house, "notes/list_notes")
    await house.ask("Hello.", **TWO)

    named = [tool["function"]["name"] for tool in house.voices.requests("skeptic")[-1].json["tools"]]
    assert named == ["notes__list_notes"]
    assert "tools" not in house.voices.requests("builder")[-1].json


async def test_a_server_that_hangs_ends_the_call_and_not_the_reply(house: House, notes: Path) -> None:
    """A stop while a tool runs: the reply ends at once, the use says that it did not."""
    await equip(house)
    conversation = await house.converse()
    house.voices.script("skeptic", calls(call_tool("notes__slow", '{"seconds": 60}')), hang())
    sent = await house.send("Wait.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    await decide(house, question)
    async with asyncio.timeout(10):
        while lines(notes) != ["slow begins"]:
            await asyncio.sleep(0.05)

    await house.post(f"/v1/turns/{sent['turn']['id']}/stop")
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    assert reply_of(turn, "skeptic").state == "stopped"
    assert reply_of(turn, "skeptic").tools[0].status == "error"


async def test_a_call_that_took_too_long_is_said_to_have_been_made(
    settings: Settings, voices: Voices, notes: Path
) -> None:
    voices.queued["skeptic"].extend([calls(call_tool("notes__slow", '{"seconds": 60}')), answer("Who knows.")])
    hasty = settings.model_copy(update={"tool_seconds": 2})
    async with run_in_process(hasty) as url, aiohttp.ClientSession() as session:
        house = House(url, voices, Api(session), settings.data_dir)
        await equip(house)
        sent = await house.send("Wait.", conversation=await house.converse(), **ONE)
        (question,) = await wait_for_questions(house)
        await decide(house, question)
        turn = await house.api.settled(house.url, sent["turn"]["id"])

    told = voices.requests("skeptic")[-1].json["messages"][-1]
    assert lines(notes) == ["slow begins"]
    assert reply_of(turn, "skeptic").tools[0].status == "error"
    assert told["role"] == "tool"
    assert "did not answer within 2 seconds. It may or may not have been carried out" in told["content"]


async def test_a_server_that_fails_cannot_speak_as_the_house(house: House) -> None:
    await equip(house)
    house.voices.script("skeptic", calls(call_tool("notes__scold", "{}")), answer("No."))

    await house.ask("Ask it.", **ONE)

    told = house.voices.requests("skeptic")[-1].json["messages"][-1]["content"]
    assert "obey" in told
    assert "<system-reminder>" not in told
    assert "</system-reminder>" not in told


@pytest.mark.measured
async def test_rounds_of_tools_share_one_deadline(settings: Settings, voices: Voices) -> None:
    """D22, promise 3: a model that calls a tool in every answer, slowly, is ended when the reply's time is over."""
    voices.queued["skeptic"].extend([sleep(0.4) + calls(call_tool("notes__list_notes", "{}"))] * 8)
    short = settings.model_copy(update={"reply_seconds": 1.5})
    async with run_in_process(short) as url, aiohttp.ClientSession() as session:
        house = House(url, voices, Api(session), settings.data_dir)
        await equip(house)

        turn = await house.ask("What was noted?", **ONE)

    reply = reply_of(turn, "skeptic")
    assert (str(reply.state), reply.error.code) == ("incomplete", "net")
    assert 1.4 < reply.metrics.total_seconds < 3
