"""Headers for servers of tools that people added: sealed, for one host, everybody's or one person's."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import Place, Somebody, open_place
from tests.fakes.canary import find_pieces
from tests.journeys.conftest import House
from tests.journeys.test_sealed_keys import read_columns
from tests.journeys.test_servers_apart import run_place

EVERYBODYS, BOBS = "Bearer everybodys-30f9a1c75e", "Bearer bobs-own-8e27d46b13"


@asynccontextmanager
async def open_office(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[tuple[Place, Somebody, Somebody]]:
    there = override_settings(settings, accounts="on", allow_private_tools=True)
    async with open_place(there, capsys) as place:
        ada = await place.own()
        yield place, ada, await place.join(ada, "Bob")


async def look(somebody: Somebody) -> None:
    status, seen = await somebody.ask("POST", "/v1/tools/servers/wiki/look")
    assert (status, seen["error"]) == (200, None)


@pytest.mark.both_databases
async def test_a_server_is_told_who_asks_and_nobody_else_is(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """S-03, within a workspace."""
    async with run_place("wiki") as wiki, open_office(settings, capsys) as (_, ada, bob):
        body = {"name": "wiki", "url": wiki.url, "headers": {"Authorization": EVERYBODYS}}
        status, added = await ada.ask("POST", "/v1/tools/servers", body)
        assert (status, added["error"]) == (201, None)
        assert set(wiki.known) == {EVERYBODYS}

        own = {"headers": {"Authorization": BOBS}}
        assert (await bob.ask("PUT", "/v1/tools/servers/wiki/headers", own))[0] == 200
        refused = await bob.ask("PUT", "/v1/tools/servers/wiki/headers", {**own, "owner": "workspace"})
        assert (refused[0], refused[1]["code"]) == (403, "not_allowed")
        wiki.known.clear()
        await look(bob)
        assert set(wiki.known) == {BOBS}
        wiki.known.clear()
        await look(ada)
        assert set(wiki.known) == {EVERYBODYS}
        begun = wiki.asked.count("initialize")
        await look(bob)
        await look(ada)
        # Each has a session of their own, which the other does not end.
        assert wiki.asked.count("initialize") == begun

        assert (await bob.ask("DELETE", "/v1/tools/servers/wiki/headers/person"))[0] == 204
        assert (await bob.ask("DELETE", "/v1/tools/servers/wiki/headers/person"))[0] == 404
        assert (await bob.ask("DELETE", "/v1/tools/servers/wiki/headers/workspace"))[0] == 403
        wiki.known.clear()
        await look(bob)
        assert set(wiki.known) == {EVERYBODYS}
        _, told = await ada.ask("GET", "/v1/tools")
        assert EVERYBODYS not in str(told)

    for name, held in read_columns(settings):
        assert [each for each in (EVERYBODYS, BOBS) if find_pieces(each.split()[1], held)] == [], name


@pytest.mark.both_databases
async def test_another_server_of_the_name_is_told_nothing(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with (
        run_place("wiki") as wiki,
        run_place("other") as other,
        open_office(settings, capsys) as (_, ada, bob),
    ):
        body = {"name": "wiki", "url": wiki.url, "headers": {"Authorization": EVERYBODYS}}
        assert (await ada.ask("POST", "/v1/tools/servers", body))[0] == 201
        assert (await bob.ask("PUT", "/v1/tools/servers/wiki/headers", {"headers": {"Authorization": BOBS}}))[0] == 200
        assert (await ada.ask("DELETE", "/v1/tools/servers/wiki"))[0] == 204

        assert (await ada.ask("POST", "/v1/tools/servers", {"name": "wiki", "url": other.url}))[0] == 201
        await look(bob)
        await look(ada)

    assert set(other.known) == {""}
    assert dict(read_columns(settings))["secrets.ciphertext"] == b""


async def test_a_server_that_everybody_uses_is_not_any_members_to_take(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with (
        run_place("wiki") as wiki,
        run_place("other") as other,
        open_office(settings, capsys) as (_, ada, bob),
    ):
        body = {"name": "wiki", "url": wiki.url, "headers": {"Authorization": EVERYBODYS}}
        assert (await ada.ask("POST", "/v1/tools/servers", body))[0] == 201

        refused = [
            await bob.ask("DELETE", "/v1/tools/servers/wiki"),
            await bob.ask("PATCH", "/v1/tools/servers/wiki", {"enabled": False}),
            await bob.ask("POST", "/v1/tools/servers", {"name": "notes", "url": other.url, "headers": {"X-Key": "x"}}),
        ]
        taken = await bob.ask("POST", "/v1/tools/servers", {"name": "wiki", "url": other.url})
        own = await bob.ask("POST", "/v1/tools/servers", {"name": "notes", "url": other.url})
        _, told = await ada.ask("GET", "/v1/tools")

    assert {(status, answer["code"]) for status, answer in refused} == {(403, "not_allowed")}
    assert [answer["facts"] for _, answer in refused] == [{"verb": "administer"}] * 3
    assert (taken[0], taken[1]["code"]) == (409, "name_taken")
    assert own[0] == 201
    people = {each["name"]: each for each in told["items"] if each["source"] == "person"}
    assert {name: each["enabled"] for name, each in people.items()} == {"wiki": True, "notes": True}
    assert people["wiki"]["url"] == wiki.url


async def test_headers_that_cannot_be_sent_or_sealed_are_refused(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    async with run_place("wiki") as wiki, open_office(settings, capsys) as (_, ada, _bob):
        body = {"name": "wiki", "url": wiki.url, "headers": {"Two Words": "x"}}
        assert (await ada.ask("POST", "/v1/tools/servers", body))[0] == 422
        assert (await ada.ask("POST", "/v1/tools/servers", {"name": "wiki", "url": wiki.url}))[0] == 201
        split = {"headers": {"X-Key": "one\r\ntwo: three"}}
        assert (await ada.ask("PUT", "/v1/tools/servers/wiki/headers", split))[0] == 422
        assert (await ada.ask("PUT", "/v1/tools/servers/nowhere/headers", {"headers": {"X-Key": "x"}}))[0] == 404


async def test_without_accounts_they_stand_in_the_file(house: House) -> None:
    body = {"name": "wiki", "url": "https://wiki.example/mcp", "headers": {"X-Key": "x"}}

    status, refused = await house.post("/v1/tools/servers", body)

    assert (status, refused["code"]) == (409, "headers_unsealed")
