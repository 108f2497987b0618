"""Whoever runs the server sees what goes on in all of it, ends it or begins it anew, and reads nobody's words."""

import asyncio
import json
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest

from antiphon import __version__
from antiphon.access.principal import LOCAL
from antiphon.app import close_stuck_things, list_stuck
from antiphon.conversation.errors import NotFound
from antiphon.settings import Settings, override_settings
from antiphon.store.unit import Store
from tests.fakes.accounts import open_place
from tests.fakes.model_server import answer, fail, wait
from tests.fakes.reader import wait_until
from tests.fakes.voices import Voices
from tests.journeys.cartographer import CLAIMS, SAID, Cartographer, entries
from tests.journeys.conftest import House
from tests.journeys.test_turns_without_a_node import store  # noqa: F401 - a fixture

PATHS = ("GET /v1/operations", "POST /v1/operations/t_1/stop", "POST /v1/operations/t_1/retry")


async def look(house: House) -> dict[str, Any]:
    """What whoever runs it sees."""
    return await house.get("/v1/operations")


async def begin_held(house: House, gate: threading.Event, times: int = 1) -> tuple[str, str]:
    """A turn that does not end, since one of its voices waits."""
    house.voices.script("historian", *(((*wait(gate), *answer("At last.")),) * times))
    conversation = await house.converse()
    sent = await house.send("A heron?", conversation=conversation)
    return conversation, sent["turn"]["id"]


async def begin_map(house: House, gate: threading.Event) -> str:
    """A map that is not drawn to its end, since one reading of it waits."""
    cartographer = Cartographer(house)
    house.voices.server.handler = cartographer.choose
    turn = await cartographer.three_answer()
    cartographer.read[SAID["historian"]].clear()
    cartographer.finds(SAID["historian"], (*wait(gate), *answer("[]")))
    await house.post(f"/v1/turns/{turn.id}/map", {})

    async def is_listed() -> bool:
        return [each["status"] for each in (await look(house))["under_way"]] == ["running"]

    await wait_until(is_listed)
    return str((await look(house))["under_way"][0]["id"])


def read_everybody(house: House) -> Cartographer:
    """A reader whom nothing holds."""
    cartographer = Cartographer(house)
    for voice, text in SAID.items():
        cartographer.finds(text, entries(*CLAIMS[voice]))
    return cartographer


@pytest.mark.both_databases
async def test_it_says_what_goes_on_and_quotes_nobody(house: House) -> None:
    gate = threading.Event()
    house.voices.script("skeptic", fail(400, {"error": {"message": "an otter is not allowed", "code": "nope"}}))
    await house.ask("Where do otters sleep?")
    _, turn = await begin_held(house, gate)

    seen = await look(house)
    gate.set()

    [node] = seen["nodes"]
    assert (node["version"], node["state"], node["answers"], node["turns"]) == (__version__, "alive", True, 1)
    now = datetime.now(UTC)
    assert now - datetime.fromisoformat(node["seen_at"]) < timedelta(seconds=30)
    [thing] = seen["under_way"]
    assert (thing["id"], thing["kind"], thing["status"], thing["stuck"]) == (turn, "turn", "running", False)
    assert [(each["kind"], each["count"]) for each in seen["counts"]] == [("turn", 1)]
    assert seen["queue"] == []
    [provider] = seen["providers"]
    assert (provider["name"], provider["failed"]) == ("fake", 1)
    assert 9 <= provider["requests"] <= 10
    assert 0 < provider["first_word_seconds"] <= provider["slow_first_word_seconds"] < 30
    [error] = [each for each in seen["errors"] if each["source"] == "model"]
    assert (error["where"], error["code"], error["count"]) == ("fake", provider["last_problem"], 1)
    assert seen["disk"]["database_bytes"] > 10_000
    assert seen["disk"]["free_bytes"] > 0
    assert seen["disk"]["database"] == "ok"
    said = json.dumps(seen).lower()
    assert [word for word in ("heron", "otter", "answers 1", "conversation") if word in said] == []


@pytest.mark.both_databases
async def test_a_turn_is_stopped_or_begun_anew_by_whoever_runs_the_server(house: House) -> None:
    gate, other = threading.Event(), threading.Event()
    _, first = await begin_held(house, gate)
    _, second = await begin_held(house, other)

    stopped, _ = await house.post(f"/v1/operations/{first}/stop")
    one = await house.api.settled(house.url, first)
    retried, body = await house.post(f"/v1/operations/{second}/retry")
    two = await house.api.settled(house.url, second)
    gate.set()
    other.set()

    assert (stopped, retried, body) == (200, 200, {"id": second, "kind": "turn"})
    states = {reply.advisor_id: str(reply.state) for reply in one.replies}
    assert states.pop("historian") == "stopped"
    assert {str(reply.state) for reply in two.replies} == {"complete"}
    historian = next(reply for reply in two.replies if reply.advisor_id == "historian")
    assert (historian.epoch, historian.text) == (2, "historian answers 1")
    assert [(await house.post(f"/v1/operations/{second}/{deed}"))[0] for deed in ("stop", "retry")] == [404, 404]
    assert (await look(house))["under_way"] == []


@pytest.mark.both_databases
async def test_work_is_begun_anew_by_whoever_runs_the_server(house: House) -> None:
    """It ends well, although what it waited for has never answered."""
    gate = threading.Event()
    work = await begin_map(house, gate)
    house.voices.server.handler = read_everybody(house).choose

    status, body = await house.post(f"/v1/operations/{work}/retry")

    async def has_ended() -> bool:
        return not (await look(house))["under_way"]

    await wait_until(has_ended)
    gate.set()
    assert (status, body) == (200, {"id": work, "kind": "map"})
    assert (await house.get(f"/v1/analyses/{work}"))["status"] == "done"


@pytest.mark.both_databases
async def test_work_is_stopped_by_whoever_runs_the_server(house: House) -> None:
    gate = threading.Event()
    work = await begin_map(house, gate)

    status, _ = await house.post(f"/v1/operations/{work}/stop")
    gate.set()

    assert status == 200
    assert (await look(house))["under_way"] == []
    found = await house.get("/v1/work")
    assert (found["ended"][0]["id"], found["ended"][0]["error"]["code"]) == (work, "stopped")


@pytest.mark.both_databases
async def test_an_old_turn_that_is_asked_again_is_not_stuck(
    house: House,
    settings: Settings,
    store: Store,  # noqa: F811
) -> None:
    """It is as old as what was sent last, not as its question."""
    gate = threading.Event()
    turn = await house.ask("A heron?", advisor_ids=["historian"])
    await store.write(LOCAL, _age, "turns", "created_at")
    house.voices.script("historian", *wait(gate), *answer("At last."))
    await house.post(f"/v1/replies/{turn.replies[0].id}/replay")

    fresh, seen = await list_stuck(settings), await look(house)
    await store.write(LOCAL, _age, "receipts", "sent_at")
    later, seen_later = await list_stuck(settings), await look(house)
    gate.set()

    assert (fresh.turns, [each["stuck"] for each in seen["under_way"]]) == ((), [False])
    assert [each.turn_id for each in later.turns] == [turn.id]
    assert [each["stuck"] for each in seen_later["under_way"]] == [True]


def _age(unit: Any, table: str, column: str) -> None:
    """An hour has gone by for what stands there."""
    unit.connection.exec_driver_sql(f"UPDATE {table} SET {column} = {column} - 3600000")


@pytest.mark.both_databases
async def test_work_that_was_begun_too_often_is_listed_as_stuck_and_closed(
    house: House,
    settings: Settings,
    store: Store,  # noqa: F811
) -> None:
    """At a terminal, beside a server: whoever has it loses it, and whoever takes it ends it."""
    gate = threading.Event()
    work = await begin_map(house, gate)
    fresh = await list_stuck(settings)
    await store.write(LOCAL, _begin_often, work)

    listed, seen = await list_stuck(settings), await look(house)
    with pytest.raises(NotFound):
        await close_stuck_things(settings, "w_none")
    closed = await close_stuck_things(settings, work)

    async def has_ended() -> bool:
        return not (await house.get("/v1/work"))["items"]

    gate.set()
    await wait_until(has_ended)
    assert (fresh.turns, fresh.work) == ((), ())
    assert [each.id for each in listed.work] == [each.id for each in closed.work] == [work]
    assert [each["stuck"] for each in seen["under_way"]] == [True]
    [ended] = (await house.get("/v1/work"))["ended"]
    assert (ended["id"], ended["error"]["code"]) == (work, "interrupted")


def _begin_often(unit: Any, work_id: str) -> None:
    from sqlalchemy import text

    unit.connection.execute(text("UPDATE work SET starts = 3 WHERE id = :id"), {"id": work_id})


async def test_members_are_refused_and_administrators_are_not(
    settings: Settings, voices: Voices, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither what goes on elsewhere nor a way to end it; whoever runs it sees no word of a member's."""
    there = override_settings(settings, accounts="on")
    gate = threading.Event()
    voices.script("historian", (*wait(gate), *answer("At last.")))
    async with open_place(there, capsys) as place:
        owner = await place.own()
        member = await place.join(owner, "Bob")
        auditor = await place.join(owner, "Cleo", instance_role="auditor")
        admin = await place.join(owner, "Dora", instance_role="admin")
        _, made = await member.ask("POST", "/v1/conversations", {})
        key = {"Idempotency-Key": "k-1", "Antiphon-Client": "1"}
        status, sent = await member.ask("POST", f"/v1/conversations/{made['id']}/turns", {"text": "A heron?"}, **key)
        assert status == 202, sent

        refused = [(await who.ask(*path.split(" ")))[0] for who in (member, auditor, place.open()) for path in PATHS]
        seen = [await who.ask("GET", "/v1/operations") for who in (owner, admin)]
        turn = seen[0][1]["under_way"][0]["id"]
        stopped, _ = await admin.ask("POST", f"/v1/operations/{turn}/stop")
        gate.set()

    assert refused == [403] * 6 + [401] * 3
    assert [status for status, _ in seen] == [200, 200]
    assert "heron" not in json.dumps(seen).lower()
    assert made["id"] not in json.dumps(seen)
    assert (turn, stopped) == (sent["turn"]["id"], 200)


@pytest.mark.both_databases
async def test_a_node_says_when_it_has_started(house: House) -> None:
    async def has_started() -> bool:
        async with aiohttp.ClientSession() as session, session.get(f"{house.url}/startupz") as found:
            said = await found.json()
        assert found.status == (200 if said["started"] else 503)
        return bool(said["started"])

    await wait_until(has_started)
    said = await asyncio.wait_for(house.get("/startupz"), 5)
    assert said == {"started": True, "checks": {"migrations": "ok", "recovery": "ok"}}
