"""A panel run by other people's screens: every event read by the protocol's own package."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from ag_ui.core import AgentCapabilities, Event, RunAgentInput
from httpx_sse import aconnect_sse
from pydantic import TypeAdapter

from tests.fakes.model_server import answer, fail, hang, say, think
from tests.fakes.voices import VOICES
from tests.journeys.conftest import House
from tests.journeys.test_tools import add, calls, equip, lines, notes, settings

__all__ = ["notes", "settings"]

EVENTS: TypeAdapter[Any] = TypeAdapter(Event)
PANEL = "panels/starter"
SKEPTIC = "advisors/skeptic"


@dataclass
class Run:
    """All that one run told, checked event by event."""

    events: list[dict[str, Any]] = field(default_factory=list)

    @property
    def kinds(self) -> list[str]:
        return [each["type"] for each in self.events]

    @property
    def texts(self) -> dict[str, str]:
        """The words of every message, by its id."""
        words: dict[str, str] = {}
        for each in self.find("TEXT_MESSAGE_CONTENT"):
            words[each["messageId"]] = words.get(each["messageId"], "") + each["delta"]
        return words

    @property
    def end(self) -> dict[str, Any]:
        return self.events[-1]

    def find(self, kind: str, name: str | None = None) -> list[dict[str, Any]]:
        return [each for each in self.events if each["type"] == kind and name in (None, each.get("name"))]

    def check(self) -> None:
        """What is opened is closed, once, before the run ends; nothing that is not there is said to be nothing."""
        for opens, closes, by in (
            ("TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "messageId"),
            ("REASONING_START", "REASONING_END", "messageId"),
            ("TOOL_CALL_START", "TOOL_CALL_END", "toolCallId"),
        ):
            opened = [each[by] for each in self.find(opens)]
            assert sorted(opened) == sorted(each[by] for each in self.find(closes))
            assert len(set(opened)) == len(opened)
        assert self.kinds[0] == "RUN_STARTED"
        assert self.end["type"] in ("RUN_FINISHED", "RUN_ERROR")
        assert not [each for each in self.events if None in each.values()]


def write_input(text: str, *before: dict[str, Any], run: str = "r1", thread: str = "t1", **more: Any) -> dict[str, Any]:
    """What a screen sends to begin a run, as the package writes it."""
    asked = {"id": f"u-{run}", "role": "user", "content": text}
    body = {"threadId": thread, "runId": run, "protocolVersion": "1.0", "messages": [*before, asked], **more}
    RunAgentInput.model_validate(body)
    return {name: value for name, value in body.items() if value is not None}


@pytest.fixture
async def screen(house: House) -> AsyncIterator[httpx.AsyncClient]:
    """Another program's screen."""
    async with httpx.AsyncClient(base_url=f"{house.url}/agui/", timeout=30) as client:
        yield client


async def run(screen: httpx.AsyncClient, agent: str, body: dict[str, Any]) -> Run:
    """A run to its end."""
    told = Run()
    async with aconnect_sse(screen, "POST", agent, json=body) as source:
        assert source.response.status_code == 200, await source.response.aread()
        async for each in source.aiter_sse():
            event = json.loads(each.data)
            EVENTS.validate_python(event)
            told.events.append(event)
    told.check()
    return told


def script(house: House, **said: Any) -> None:
    for voice in VOICES:
        house.voices.script(voice, *said.get(voice, (answer(f"Yes from {voice}.", pieces=3),)))


@pytest.mark.both_databases
async def test_a_panel_is_a_run_and_every_voice_a_subagent(house: House, screen: httpx.AsyncClient) -> None:
    script(house)

    told = await run(screen, PANEL, write_input("Shall we?"))

    begun = {each["subagentRunId"]: each["name"] for each in told.find("SUBAGENT_STARTED")}
    assert sorted(begun.values()) == sorted(f"The {voice.title()}" for voice in VOICES)
    assert told.texts == {reply: f"Yes from {name.removeprefix('The ').lower()}." for reply, name in begun.items()}
    assert {each["subagentRunId"] for each in told.find("SUBAGENT_FINISHED")} == set(begun)
    assert told.end["outcome"] == {"type": "success"}
    assert [each["outputTokens"] > 0 for each in told.end["usage"]] == [True] * len(VOICES)
    (named,) = told.find("CUSTOM", "antiphon.turn")
    turn = await house.api.settled(house.url, named["value"]["turn_id"])
    receipts = {each["value"]["reply_id"]: each["value"]["sha256"] for each in told.find("CUSTOM", "antiphon.receipt")}
    for reply in turn.replies:
        (kept,) = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"]
        assert receipts[reply.id] == kept["sha256"]


async def test_the_models_are_sent_the_same_as_from_the_browser(house: House, screen: httpx.AsyncClient) -> None:
    script(house, **dict.fromkeys(VOICES, (answer("One."), answer("Two."))))

    await house.ask("Shall we?")
    await run(screen, PANEL, write_input("Shall we?", forwardedProps={"antiphon": {"phases": True}}))

    for voice in VOICES:
        first, second = house.voices.requests(voice)
        assert second.json == first.json
        assert second.json["messages"][-1]["content"].endswith("Shall we?")


async def test_the_next_run_of_a_thread_goes_on_in_its_conversation(house: House, screen: httpx.AsyncClient) -> None:
    house.voices.script("skeptic", answer("First."), answer("Second."))

    first = await run(screen, SKEPTIC, write_input("One?"))
    (reply,) = first.texts
    before = (
        {"id": "u-r1", "role": "user", "content": "One?"},
        {"id": reply, "role": "assistant", "content": "First."},
    )
    second = await run(screen, SKEPTIC, write_input("Two?", *before, run="r2"))

    places = [each.find("CUSTOM", "antiphon.turn")[0]["value"]["conversation_id"] for each in (first, second)]
    assert places[0] == places[1]
    sent = house.voices.requests("skeptic")[-1].json["messages"]
    assert [each["role"] for each in sent][-3:] == ["user", "assistant", "user"]
    assert sent[-2]["content"] == "First."


async def test_a_run_that_is_begun_again_joins_and_is_told_from_the_beginning(
    house: House, screen: httpx.AsyncClient
) -> None:
    script(house)
    body = write_input("Shall we?")

    first = await run(screen, PANEL, body)
    shown = [{"id": each, "role": "assistant", "content": words} for each, words in first.texts.items()]
    again = await run(screen, PANEL, body | {"messages": [*body["messages"], *shown]})

    assert again.texts == first.texts
    assert again.find("MESSAGES_SNAPSHOT")[0]["messages"] == body["messages"]
    assert first.find("MESSAGES_SNAPSHOT") == []
    assert {len(house.voices.requests(voice)) for voice in VOICES} == {1}
    other = await screen.post(PANEL, json=write_input("Something else?"))
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


async def test_a_voice_that_fails_is_named_and_the_others_are_heard(house: House, screen: httpx.AsyncClient) -> None:
    script(house, skeptic=(fail(401, {"error": {"message": "no"}}),))

    told = await run(screen, PANEL, write_input("Shall we?"))

    (failed,) = told.find("SUBAGENT_ERROR")
    assert failed["code"] == "error"
    assert failed["message"]
    assert failed["subagentRunId"] not in told.texts
    assert len(told.texts) == len(VOICES) - 1
    assert told.end["result"]["quorum"] == {"asked": len(VOICES), "answered": len(VOICES) - 1}


async def test_when_nobody_answers_the_run_fails(house: House, screen: httpx.AsyncClient) -> None:
    script(house, **{voice: (fail(401, {"error": {"message": "no"}}),) for voice in VOICES})

    told = await run(screen, PANEL, write_input("Shall we?"))

    assert (told.end["type"], told.end["code"]) == ("RUN_ERROR", "all_voices_failed")


async def test_programs_of_before_know_no_subagents_and_read_names_instead(
    house: House, screen: httpx.AsyncClient
) -> None:
    script(house, skeptic=(say("I would") + fail(500, {}),) * 4)

    told = await run(screen, PANEL, write_input("Shall we?", protocolVersion=None))

    assert not [each for each in told.kinds if each.startswith("SUBAGENT")]
    assert "usage" not in told.end
    names = {each["messageId"]: each["name"] for each in told.find("TEXT_MESSAGE_START")}
    assert sorted(names.values()) == sorted(f"The {voice.title()}" for voice in VOICES)
    for message, name in names.items():
        assert told.texts[message].startswith(f"### {name}\n\n")


async def test_thoughts_are_told_apart_from_words(house: House, screen: httpx.AsyncClient) -> None:
    house.voices.script("skeptic", think("Is it so?") + answer("It is."))

    told = await run(screen, SKEPTIC, write_input("Is it?"))

    assert "".join(each["delta"] for each in told.find("REASONING_MESSAGE_CONTENT")) == "Is it so?"
    assert list(told.texts.values()) == ["It is."]
    assert told.kinds.index("REASONING_END") < told.kinds.index("TEXT_MESSAGE_START")


@pytest.mark.both_databases
async def test_a_run_that_waits_for_leave_ends_and_the_next_one_brings_it(
    house: House, screen: httpx.AsyncClient, notes: Path
) -> None:
    await equip(house)
    house.voices.script("skeptic", calls(add("call mother"), before="Let me note it."), answer("Noted."))

    asked = await run(screen, SKEPTIC, write_input("Please note it."))
    (interrupt,) = asked.end["outcome"]["interrupts"]
    before = lines(notes)
    body = write_input("Please note it.", run="r2", resume=[_allow(interrupt["id"])])
    told = await run(screen, SKEPTIC, body | {"messages": []})

    (call,) = asked.find("TOOL_CALL_START")
    assert (interrupt["toolCallId"], call["toolCallName"]) == (call["toolCallId"], "notes__add_note")
    assert asked.find("SUBAGENT_FINISHED")[0]["outcome"] == {"type": "suspended", "interruptIds": [interrupt["id"]]}
    assert (before, lines(notes)) == ([], ["call mother"])
    assert told.find("TOOL_CALL_START") == []
    assert told.find("TOOL_CALL_RESULT")[0]["toolCallId"] == call["toolCallId"]
    assert list(told.texts.values()) == ["Noted."]
    assert not set(told.texts) & set(asked.texts)
    assert told.end["outcome"] == {"type": "success"}


def _allow(interrupt: str) -> dict[str, Any]:
    return {"interruptId": interrupt, "status": "resolved", "payload": {"approved": True}}


async def test_nothing_but_a_plain_yes_is_leave(house: House, screen: httpx.AsyncClient, notes: Path) -> None:
    await equip(house)
    answers: list[dict[str, Any]] = [
        {"status": "cancelled"},
        {"status": "resolved", "payload": {"approved": "yes"}},
        {"status": "resolved", "payload": {"approved": False, "reason": "Not today."}},
    ]
    resume: list[dict[str, Any]] = []
    for number, said in enumerate(answers):
        house.voices.script("skeptic", calls(add("call mother")), answer("Then not."))
        thread = f"t{number}"
        asked = await run(screen, SKEPTIC, write_input("Please note it.", thread=thread))
        (interrupt,) = asked.end["outcome"]["interrupts"]
        resume = [{"interruptId": interrupt["id"], **said}]
        told = await run(screen, SKEPTIC, write_input("", thread=thread, run="r2", resume=resume))
        assert list(told.texts.values()) == ["Then not."]

    assert lines(notes) == []
    elsewhere = write_input("", thread="another", run="r3", resume=resume)
    assert (await screen.post(SKEPTIC, json=elsewhere)).status_code == 404


async def test_leaving_stops_nobody_unless_that_is_said(house: House, screen: httpx.AsyncClient) -> None:
    house.voices.script("skeptic", say("I would") + hang(), say("I would") + hang())
    for run_id, own, state in (("r1", {"on_disconnect": "cancel"}, "stopped"), ("r2", {}, "streaming")):
        body = write_input("Shall we?", run=run_id, thread=run_id, forwardedProps={"antiphon": own})
        async with aconnect_sse(screen, "POST", SKEPTIC, json=body) as source:
            turn_id = source.response.headers["antiphon-turn"]
            async for each in source.aiter_sse():
                if json.loads(each.data)["type"] == "TEXT_MESSAGE_CONTENT":
                    break
        async with asyncio.timeout(20):
            while (found := (await house.get(f"/v1/turns/{turn_id}"))["replies"][0]["state"]) != state:
                assert found in ("sending", "streaming"), found
                await asyncio.sleep(0.05)


async def test_a_run_that_is_stopped_says_so(house: House, screen: httpx.AsyncClient) -> None:
    house.voices.script("skeptic", say("I would") + hang())
    told = Run()
    async with aconnect_sse(screen, "POST", SKEPTIC, json=write_input("Shall we?")) as source:
        async for each in source.aiter_sse():
            told.events.append(json.loads(each.data))
            if told.kinds[-1] == "TEXT_MESSAGE_CONTENT":
                await house.post(f"/v1/turns/{source.response.headers['antiphon-turn']}/stop", {})

    told.check()
    assert told.end["outcome"] == {"type": "cancelled"}
    assert list(told.texts.values()) == ["I would"]


async def test_an_agent_says_what_it_can_do(house: House, screen: httpx.AsyncClient) -> None:
    said = (await screen.get(f"{PANEL}/capabilities")).json()

    known = AgentCapabilities.model_validate(said)
    assert known.multi_agent is not None
    assert known.multi_agent.subagents is not None
    assert {each.name for each in known.multi_agent.subagents} == {f"The {voice.title()}" for voice in VOICES}
    assert not known.model_extra
    assert (await screen.get("panels/nobody/capabilities")).status_code == 404
