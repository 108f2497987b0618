"""Keys that people and workspaces bring: each pays for what its owner asks, at its own host, and for nothing else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from antiphon.conversation.turn import Turn
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import OURS, Place, Somebody, open_place
from tests.fakes.canary import find_pieces
from tests.fakes.model_server import ModelServer, answer
from tests.fakes.reader import Api
from tests.journeys.test_sealed_keys import read_columns

pytestmark = pytest.mark.both_databases

INSTANCE, OURS_KEY, BOBS = "sk-71c5be0a93d2e84f", "sk-04fd19c7a8e3625b", "sk-b6a2e95d3c7f1048"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer(answer("A real answer.")) as running:
        running.models = ["big"]
        yield running


class Office:
    """A server with accounts and one provider, whose key is the instance's."""

    def __init__(self, place: Place, ada: Somebody, server: ModelServer) -> None:
        self.place, self.ada, self.server = place, ada, server

    async def settle_policy(self, policy: str) -> None:
        said = {"value": policy, "scope": "workspace"}
        assert (await self.ada.ask("PUT", "/v1/settings/key_policy", said))[0] == 200

    async def question(self, asker: Somebody) -> Turn:
        """One question to one advisor, answered or not."""
        asker.session.headers.update(OURS)
        api, url = Api(asker.session), self.place.url
        conversation = await api.create(url)
        sent = await api.send(url, conversation, "Which?", conversation, advisor_ids=["skeptic"])
        return await api.settled(url, sent["turn"]["id"])

    async def find_payer(self, asker: Somebody) -> tuple[str, str | None]:
        """The key a question was sent with, and whose its receipt says that is."""
        turn = await self.question(asker)
        assert turn.replies[0].text == "A real answer."
        _, receipts = await asker.ask("GET", f"/v1/replies/{turn.replies[0].id}/receipts")
        paying = receipts["items"][0]["paid_with"]
        sent = self.server.requests[-1].headers["authorization"].removeprefix("Bearer ")
        return sent, None if paying is None else paying["owner"]


@asynccontextmanager
async def open_office(
    settings: Settings, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[Office]:
    with_accounts = override_settings(settings, accounts="on", default_model=None, providers={})
    async with open_place(with_accounts, capsys) as place:
        ada = await place.own()
        body = {"base_url": server.base_url, "key": INSTANCE}
        assert (await ada.ask("PUT", "/v1/providers/mine", body))[0] == 200
        yield Office(place, ada, server)


@pytest.fixture
async def office(settings: Settings, server: ModelServer, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Office]:
    async with open_office(settings, server, capsys) as opened:
        yield opened


async def test_each_pays_for_their_own(office: Office, settings: Settings) -> None:
    """P41."""
    bob = await office.place.join(office.ada, "Bob")
    refused = await bob.ask("PUT", "/v1/me/keys/mine", {"key": BOBS})
    assert (refused[0], refused[1]["code"], refused[1]["facts"]["policy"]) == (409, "own_keys_unused", "instance")

    await office.settle_policy("personal_first")
    assert (await bob.ask("PUT", "/v1/me/keys/mine", {"key": BOBS}))[0] == 204

    assert await office.find_payer(bob) == (BOBS, "person")
    assert await office.find_payer(office.ada) == (INSTANCE, None)
    mine, hers = [(await each.ask("GET", "/v1/me/keys"))[1]["items"][0] for each in (bob, office.ada)]
    assert (mine["provider"], mine["has_key"], mine["key_end"]) == ("mine", True, BOBS[-4:])
    assert (hers["has_key"], hers["key_end"]) == (False, None)

    assert (await office.ada.ask("PUT", "/v1/workspace/keys/mine", {"key": OURS_KEY}))[0] == 204
    assert await office.find_payer(bob) == (BOBS, "person")
    assert await office.find_payer(office.ada) == (OURS_KEY, "workspace")
    await office.settle_policy("workspace")
    assert await office.find_payer(bob) == (OURS_KEY, "workspace")
    await office.settle_policy("instance")
    assert await office.find_payer(bob) == (INSTANCE, None)

    await office.settle_policy("personal_first")
    assert (await bob.ask("DELETE", "/v1/me/keys/mine"))[0] == 204
    assert await office.find_payer(bob) == (OURS_KEY, "workspace")
    assert (await bob.ask("DELETE", "/v1/me/keys/mine"))[0] == 404
    for name, held in read_columns(settings):
        assert [key for key in (INSTANCE, OURS_KEY, BOBS) if find_pieces(key, held)] == [], name


async def test_who_must_bring_a_key_is_asked_for_one_and_nothing_leaves(office: Office) -> None:
    bob = await office.place.join(office.ada, "Bob")
    await office.settle_policy("personal_only")
    before = len(office.server.requests)

    turn = await office.question(bob)

    assert turn.replies[0].error is not None
    assert (turn.replies[0].error.code, turn.replies[0].text) == ("key_missing", "")
    assert len(office.server.requests) == before
    assert (await bob.ask("PUT", "/v1/me/keys/mine", {"key": BOBS}))[0] == 204
    assert await office.find_payer(bob) == (BOBS, "person")


async def test_a_key_that_its_provider_refuses_is_not_kept(office: Office) -> None:
    await office.settle_policy("personal_first")
    office.server.key = INSTANCE

    status, refused = await office.ada.ask("PUT", "/v1/me/keys/mine", {"key": BOBS})
    nowhere = await office.ada.ask("PUT", "/v1/me/keys/nobody", {"key": BOBS})
    odd = await office.ada.ask("PUT", "/v1/me/keys/mine", {"key": "two words"})

    assert (status, refused["code"]) == (502, "auth")
    assert (nowhere[0], odd[0], odd[1]["code"]) == (404, 422, "provider_key")
    assert not (await office.ada.ask("GET", "/v1/me/keys"))[1]["items"][0]["has_key"]


async def test_whoever_leads_nothing_brings_no_key_for_everybody(office: Office) -> None:
    bob = await office.place.join(office.ada, "Bob")
    await office.settle_policy("workspace")

    refused = [
        await bob.ask("PUT", "/v1/workspace/keys/mine", {"key": BOBS}),
        await bob.ask("GET", "/v1/workspace/keys"),
        await bob.ask("DELETE", "/v1/workspace/keys/mine"),
    ]

    assert [(status, said["code"]) for status, said in refused] == [(403, "not_allowed")] * 3


async def test_a_key_is_not_sent_to_where_its_provider_has_moved(office: Office) -> None:
    await office.settle_policy("personal_first")
    assert (await office.ada.ask("PUT", "/v1/me/keys/mine", {"key": BOBS}))[0] == 204

    with ModelServer(answer("Mine now.")) as elsewhere:
        elsewhere.models = ["big"]
        moved = {"base_url": elsewhere.base_url, "key": INSTANCE}
        assert (await office.ada.ask("PUT", "/v1/providers/mine", moved))[0] == 200
        turn = await office.question(office.ada)

    assert turn.replies[0].text == "Mine now."
    assert {each.headers.get("authorization") for each in elsewhere.requests} == {f"Bearer {INSTANCE}"}


async def test_what_was_brought_counts_after_a_restart_and_for_what_goes_on(
    settings: Settings, server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_office(settings, server, capsys) as office:
        await office.settle_policy("personal_only")
        assert (await office.ada.ask("PUT", "/v1/me/keys/mine", {"key": BOBS}))[0] == 204
    with_accounts = override_settings(settings, accounts="on", default_model=None, providers={})

    async with open_place(with_accounts, capsys) as place:
        ada = place.open()
        assert (await ada.sign_in("ada@example.org"))[0] == 204
        office = Office(place, ada, server)

        assert await office.find_payer(ada) == (BOBS, "person")
        server.default = answer("A short title")
        turn = await office.question(ada)
        path, more = f"/v1/conversations/{turn.conversation_id}/title", {"Idempotency-Key": "title", **OURS}
        status, titled = await ada.ask("POST", path, {}, **more)

    assert status == 200, titled
    assert server.requests[-1].headers["authorization"] == f"Bearer {BOBS}"


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
async def test_a_key_brought_on_one_node_pays_on_the_other(
    settings: Settings, server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_accounts = override_settings(settings, accounts="on", default_model=None, providers={})
    there_too = override_settings(with_accounts, data_dir=tmp_path / "b")
    async with open_office(settings, server, capsys) as here, open_place(there_too, capsys) as place:
        await here.settle_policy("personal_first")
        assert (await here.ada.ask("PUT", "/v1/me/keys/mine", {"key": BOBS}))[0] == 204
        ada = place.open()
        assert (await ada.sign_in("ada@example.org"))[0] == 204
        there = Office(place, ada, server)
        async with asyncio.timeout(30):
            while await there.find_payer(ada) != (BOBS, "person"):
                await asyncio.sleep(0.2)
