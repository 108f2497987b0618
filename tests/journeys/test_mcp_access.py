"""Programs that ask panels come through the same door as everybody: tokens, scopes, limits, and an end to all of it."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from antiphon.app import run_in_process
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import Place, Somebody, open_place
from tests.fakes.model_server import answer, wait
from tests.fakes.voices import Voices
from tests.journeys.conftest import House
from tests.journeys.program import Way, connect

pytestmark = [pytest.mark.both_databases, pytest.mark.timeout(300)]
NEW: Way = ("http", "2026-07-28")
OLD: Way = ("http", "legacy")
STDIO: Way = ("stdio", "2026-07-28")
HELLO = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
READS_BOTH = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
async def place(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    async with open_place(override_settings(settings, accounts="on"), capsys) as made:
        yield made


async def make_token(person: Somebody, *scopes: str) -> dict[str, Any]:
    status, made = await person.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": list(scopes)})
    assert status == 201, made
    return dict(made)


async def test_nobody_gets_in_without_a_token(place: Place) -> None:
    await place.own()

    status, problem = await place.open().ask("POST", "/mcp", HELLO, **READS_BOTH)
    wrong, _ = await place.open("ap_wrong").ask("POST", "/mcp", HELLO)

    assert (status, problem["code"], wrong) == (401, "not_signed_in", 401)


@pytest.mark.parametrize("way", [NEW, OLD, STDIO], ids="-".join)
async def test_a_token_for_asking_asks_and_reads_no_history(place: Place, way: Way) -> None:
    ada = await place.own()
    _, past = await ada.ask("POST", "/v1/conversations", {"title": "Before"})
    token = (await make_token(ada, "ask"))["token"]

    async with connect(place.url, way, token=token) as program:
        asked = await program.ask("ask_panel", question="Should I go?", advisors=["skeptic"], wait_seconds=60)
        receipt = await program.ask("get_receipt", reply_id=asked["voices"][0]["reply_id"])
        lineup = await program.refusal("list_panels")
        with pytest.raises(MCPError, match="may not"):
            await program.client.list_resources()
        with pytest.raises(MCPError, match="may not"):
            await program.client.read_resource(f"antiphon://conversations/{past['id']}")

    assert asked["voices"][0]["text"] == "skeptic answers 1"
    assert receipt["attempts"][0]["body"] is None
    assert len(receipt["attempts"][0]["sha256"]) == 64
    assert "may not" in lineup


async def test_a_token_without_asking_cannot_ask(place: Place, voices: Voices) -> None:
    token = (await make_token(await place.own(), "history:read"))["token"]

    async with connect(place.url, NEW, token=token) as program:
        refused = await program.refusal("ask_panel", question="Should I go?")

    assert "may not" in refused
    assert voices.server.requests == []


async def test_nobody_reads_what_another_has_asked(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob", instance_role="member", workspace_role="member")
    async with connect(place.url, NEW, token=(await make_token(ada, "ask"))["token"]) as program:
        asked = await program.ask("ask_advisor", question="Should I go?", advisor="skeptic")

    async with connect(place.url, NEW, token=(await make_token(bob, "ask", "history:read"))["token"]) as program:
        refused = await program.refusal("get_answers", turn_id=asked["turn_id"])

    assert refused.startswith(f"there is no turn {asked['turn_id']}")


@pytest.mark.parametrize("way", [NEW, OLD, STDIO], ids="-".join)
async def test_waiting_ends_with_the_token_and_the_answers_stay(place: Place, voices: Voices, way: Way) -> None:
    ada = await place.own()
    made = await make_token(ada, "ask")
    gate = threading.Event()
    voices.script("skeptic", wait(gate) + answer("Still here."))

    async with connect(place.url, way, token=made["token"]) as program:
        asked = await program.ask("ask_advisor", question="Should I go?", advisor="skeptic", wait_seconds=0)
        waiting = asyncio.create_task(program.refusal("get_answers", turn_id=asked["turn_id"], wait_seconds=120))
        await asyncio.sleep(0.5)
        status, _ = await ada.ask("DELETE", f"/v1/me/tokens/{made['id']}")
        refused = await waiting
        gate.set()

    assert status == 204
    assert "sign in" in refused
    while (turn := (await ada.ask("GET", f"/v1/turns/{asked['turn_id']}"))[1])["replies"][0]["state"] != "complete":
        await asyncio.sleep(0.1)
    assert turn["replies"][0]["text"] == "Still here."


async def test_pages_of_others_and_other_methods_are_refused(house: House) -> None:
    addresses = {"evil": {"Origin": "https://evil.example"}, "name": {"Host": "evil.example"}}
    statuses = {}
    for name, headers in addresses.items():
        statuses[name], problem = await house.post("/mcp", HELLO, **READS_BOTH, **headers)
        assert problem["code"] == "foreign_request"
    async with house.api.session.get(f"{house.url}/mcp") as answered:
        statuses["get"], allowed = answered.status, answered.headers["Allow"]

    assert (statuses, allowed) == ({"evil": 403, "name": 403, "get": 405}, "POST")


async def test_what_costs_money_is_counted_as_everywhere(settings: Settings) -> None:
    there = override_settings(settings, paid_calls_per_minute=1)
    async with run_in_process(there) as url, connect(url, NEW) as program:
        await program.ask("ask_advisor", question="Should I go?", advisor="skeptic")
        refused = await program.refusal("ask_advisor", question="Should I go?", advisor="skeptic")

    assert "too many" in refused


async def test_where_it_is_switched_off_there_is_nothing(settings: Settings) -> None:
    async with run_in_process(override_settings(settings, mcp_enabled=False)) as url:
        nobody = Place(url, "").open()
        status, _ = await nobody.ask("POST", "/mcp", HELLO, **READS_BOTH)
        await nobody.session.close()

    assert status == 404
