"""The same tools, the same rules, whichever wire an advisor's model speaks."""

import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.settings import McpServerSettings, ProviderSettings, Settings
from tests.fakes.model_server import ModelServer, Script
from tests.fakes.reader import Api
from tests.fakes.voices import Voices
from tests.fakes.wires import FORMATS, WireServer
from tests.journeys.conftest import House, reply_of
from tests.journeys.test_tools import ONE, decide, equip, lines, wait_for_questions
from tests.providers.conftest import MODELS

REASONS = {"openai_chat": "tool_calls", "anthropic": "tool_use", "google": "STOP"}


@pytest.fixture(params=FORMATS)
def server(request: pytest.FixtureRequest) -> Iterator[WireServer]:
    """A model on one of the wires: it calls a tool, and answers once it has a result."""
    with WireServer(request.param) as running:

        def choose(body: dict[str, Any]) -> Script:
            wire = running.wire
            if has_result(body):
                return wire.begin() + wire.say("It is noted.", pieces=2) + wire.finish()
            called = wire.call("c1", "notes__add_note", json.dumps({"text": "on every wire"}))
            return wire.begin() + wire.say("I will. ") + called + wire.finish(REASONS[running.format])

        running.handler = choose
        yield running


def has_result(body: dict[str, Any]) -> bool:
    """Whether a request, on whichever wire, hands a tool's answer back."""
    return any(word in json.dumps(body) for word in ('"role": "tool"', '"tool_result"', '"functionResponse"'))


@pytest.fixture
async def house(server: WireServer, tmp_path: Path) -> AsyncIterator[House]:
    """One node on SQLite, with a server of notes."""
    program = McpServerSettings(
        command=sys.executable,
        args=("-m", "tests.fakes.mcp_notes"),
        env={"NOTES": SecretStr(str(tmp_path / "notes.txt")), "PYTHONPATH": SecretStr(str(Path.cwd()))},
    )
    provider = ProviderSettings(kind=server.format, base_url=server.base_url, api_key=SecretStr("key"))
    settings = Settings(
        data_dir=tmp_path / "data",
        default_model=f"fake:{MODELS[server.format].partition(':')[2]}",
        providers={"fake": provider},
        mcp_servers={"notes": program},
    )
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, Voices(ModelServer()), Api(session), settings.data_dir)


async def test_a_tool_is_called_allowed_and_answered_on_every_wire(
    house: House, server: WireServer, tmp_path: Path
) -> None:
    """M4, M17-M20, I-26, I-55: the pieces of the call are joined, the result is handed back in the wire's own form."""
    await equip(house)
    conversation = await house.converse()
    _, preview = await house.post(f"/v1/conversations/{conversation}/preview", {"text": "Note it.", **ONE})
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    await decide(house, question)
    turn = await house.api.settled(house.url, sent["turn"]["id"])

    reply = reply_of(turn, "skeptic")
    assert (reply.state, reply.text) == ("complete", "I will.\n\nIt is noted.")
    assert [(use.status, use.result) for use in reply.tools] == [("success", "noted: on every wire")]
    assert lines(tmp_path / "notes.txt") == ["on every wire"]
    receipts = (await house.get(f"/v1/replies/{reply.id}/receipts"))["items"]
    assert [each["body"].encode() for each in receipts] == server.bodies
    assert receipts[0]["sha256"] == preview["advisors"][0]["sha256"]


async def test_a_later_turn_sends_call_and_result_again_together(house: House, server: WireServer) -> None:
    """D37, I-23: in the thread they stand side by side, before the words that followed them."""
    await equip(house)
    conversation = await house.converse()
    sent = await house.send("Note it.", conversation=conversation, **ONE)
    (question,) = await wait_for_questions(house)
    await decide(house, question)
    await house.api.settled(house.url, sent["turn"]["id"])

    await house.ask("And now?", conversation=conversation, **ONE)

    later = server.bodies[-1].decode()
    places = [later.index(words) for words in ("I will.", "on every wire", "noted: on every wire", "It is noted.")]
    assert places == sorted(places)
    assert later.count("noted: on every wire") == 1
