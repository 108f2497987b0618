"""Accounts over HTTP: nobody is let in who is nobody, and whoever is put out is out within seconds."""

import asyncio
import re
from collections.abc import AsyncIterator

import pytest

from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import GOOD, OURS, Place, open_place

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def place(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    async with open_place(override_settings(settings, accounts="on"), capsys) as made:
        yield made


async def test_until_there_is_an_owner_nothing_but_health_and_set_up_answers(place: Place) -> None:
    nobody = place.open()

    for method, path in (("GET", "/v1/conversations"), ("GET", "/v1/me"), ("GET", "/v1/settings")):
        status, answer = await nobody.ask(method, path)
        assert (status, answer["code"]) == (503, "not_set_up")
    assert (await nobody.sign_in("ada@example.org"))[1]["code"] == "not_set_up"
    assert (await nobody.ask("GET", "/healthz"))[0] == 200
    ada = await place.own()

    status, me = await ada.ask("GET", "/v1/me")
    assert (status, me["id"], me["instance_role"], me["workspace_role"]) == (200, "local", "owner", "owner")
    again = {"token": place.token, "name": "Eve", "email": "eve@example.org", "password": GOOD}
    assert (await place.open().ask("POST", "/v1/auth/setup", again))[0] == 410


async def test_nobody_gets_anything(place: Place) -> None:
    """Every route that is not public asks who it is before it does anything else."""
    await place.own()
    nobody = place.open()
    _, document = await nobody.ask("GET", "/v1/openapi.json")
    public = {"/healthz", "/readyz", "/metrics", "/v1/docs", "/v1/auth/setup", "/v1/auth/join", "/v1/auth/sign-in"}
    public |= {"/v1/auth/ways", "/v1/auth/reset", "/v1/auth/device", "/v1/auth/device/token"}
    asked = 0

    for path, methods in document["paths"].items():
        for method in methods:
            if path in public or not path.startswith("/v1/"):
                continue
            address = re.sub(r"{\w+}", "x", path)
            for credential in (OURS, {"Authorization": "Bearer ap_x", **OURS}, {"Cookie": "antiphon=x", **OURS}):
                status, answer = await nobody.ask(method.upper(), address, **credential)
                asked += 1
                assert (status, answer["code"]) == (401, "not_signed_in"), (method, path, credential)
    assert asked > 300


async def test_a_cookie_alone_changes_nothing(place: Place) -> None:
    ada = await place.own()

    plain, _ = await ada.ask("POST", "/v1/conversations", {}, Accept="*/*")
    ours, _ = await ada.ask("POST", "/v1/conversations", {})
    foreign, _ = await ada.ask("POST", "/v1/conversations", {}, Origin="https://evil.example")

    assert (plain, ours, foreign) == (401, 201, 403)


async def test_the_cookie_is_out_of_reach_of_scripts(place: Place) -> None:
    ada = await place.own()

    body = {"email": "ada@example.org", "password": GOOD}
    async with ada.session.post(f"{place.url}/v1/auth/sign-in", json=body, headers=OURS) as answer:
        said = answer.headers["Set-Cookie"]

    assert said.startswith("antiphon=")
    assert {"httponly", "path=/", "samesite=lax"} <= {each.strip().lower() for each in said.split(";")}


async def test_a_wrong_password_and_a_name_that_nobody_has_are_answered_alike(place: Place) -> None:
    await place.own()
    nobody = place.open()

    answers = [
        await nobody.sign_in(email, password)
        for email in ("ada@example.org", "nobody@example.org")
        for password in ("wrong horse battery", "", " ")
    ]

    assert {status for status, _ in answers} == {401}
    assert len({str(answer) for _, answer in answers}) == 1


async def test_what_is_sensitive_wants_the_password_again(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    status, made = await bob.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": ["history:read"]})
    assert status == 201
    program = place.open(made["token"])

    assert (await program.ask("GET", "/v1/conversations"))[0] == 200
    assert (await program.ask("POST", "/v1/conversations", {}))[1]["code"] == "not_allowed"
    assert (await program.ask("GET", "/v1/me"))[1]["name"] == "Bob"
    assert (await program.ask("GET", "/v1/me/tokens"))[1]["code"] == "not_allowed"
    assert (await bob.ask("GET", "/v1/people"))[1]["code"] == "not_allowed"
    assert (await bob.ask("GET", "/v1/audit"))[1]["code"] == "not_allowed"
    status, _ = await ada.ask("POST", "/v1/auth/verify", {"password": GOOD})
    assert status == 204
    assert (await ada.ask("GET", "/v1/me"))[0] == 200


async def test_whoever_is_suspended_is_out_and_so_is_the_open_stream(place: Place) -> None:
    """I-51, XC07."""
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    _, me = await bob.ask("GET", "/v1/me")
    ended = asyncio.Event()

    async def follow() -> str:
        said = b""
        async with bob.session.get(f"{place.url}/v1/feed?list=true", headers=OURS) as feed:
            assert feed.status == 200
            ended.set()
            async for piece in feed.content.iter_any():
                said += piece
        return said.decode()

    following = asyncio.create_task(follow())
    await ended.wait()
    status, person = await ada.ask("POST", f"/v1/people/{me['id']}/suspend")

    assert (status, person["state"]) == (200, "suspended")
    assert "event: signed_out" in await asyncio.wait_for(following, 5)
    assert (await bob.ask("GET", "/v1/me"))[0] == 401
    assert (await bob.sign_in("bob@example.org"))[0] == 401
    assert (await ada.ask("POST", "/v1/people/local/suspend"))[1]["code"] == "last_owner"
    assert (await ada.ask("POST", f"/v1/people/{me['id']}/restore"))[0] == 200
    assert (await bob.sign_in("bob@example.org"))[0] == 204


async def test_signing_out_ends_the_session(place: Place) -> None:
    ada = await place.own()
    other = place.open()
    await other.sign_in("ada@example.org")
    _, sessions = await ada.ask("GET", "/v1/me/sessions")
    assert sorted(each["current"] for each in sessions["items"]) == [False, True]

    assert (await ada.ask("POST", "/v1/auth/sign-out"))[0] == 204

    assert (await ada.ask("GET", "/v1/me"))[0] == 401
    assert (await other.ask("GET", "/v1/me"))[0] == 200
    assert (await other.ask("POST", "/v1/auth/sign-out-everywhere"))[0] == 204
    assert (await other.ask("GET", "/v1/me"))[0] == 401


async def test_people_are_invited_given_roles_and_helped(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob", instance_role="auditor", workspace_role="viewer")
    _, me = await bob.ask("GET", "/v1/me")
    assert (await bob.ask("POST", "/v1/conversations", {}))[1]["code"] == "not_allowed"
    assert (await bob.ask("GET", "/v1/audit"))[0] == 200

    roles = {"instance_role": "member", "workspace_role": "member"}
    status, changed = await ada.ask("PUT", f"/v1/people/{me['id']}/roles", roles)
    assert (status, changed["workspace_role"]) == (200, "member")
    assert (await bob.ask("GET", "/v1/me"))[0] == 401
    _, link = await ada.ask("POST", f"/v1/people/{me['id']}/reset")
    body = {"token": link["token"], "new_password": "another horse entirely"}
    assert (await place.open().ask("POST", "/v1/auth/reset", body))[0] == 204
    assert (await bob.sign_in("bob@example.org"))[0] == 401
    assert (await bob.sign_in("bob@example.org", "another horse entirely"))[0] == 204

    _, people = await ada.ask("GET", "/v1/people")
    assert [each["name"] for each in people["items"]] == ["Ada", "Bob"]
    _, audit = await ada.ask("GET", "/v1/audit")
    assert {"account.invited", "account.role_changed", "account.reset_offered"} <= {
        each["action"] for each in audit["items"]
    }
    assert GOOD not in str(audit)


async def test_no_answer_holds_a_hash(place: Place) -> None:
    ada = await place.own()

    _, document = await ada.ask("GET", "/v1/openapi.json")

    fields = {
        field
        for name, schema in document["components"]["schemas"].items()
        if name in ("MeAnswer", "PersonAnswer", "SessionAnswer", "TokenAnswer", "InvitationAnswer", "AuditLineAnswer")
        for field in schema["properties"]
    }
    assert len(fields) > 20
    assert [each for each in fields if re.search("hash|secret|sha256|password", each)] == []


async def test_a_link_for_another_password_counts_once_and_tells_nothing(place: Place) -> None:
    """A-08: without a link, with one that was used, never was or is for something else, the answer is the same."""
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    _, me = await bob.ask("GET", "/v1/me")
    _, link = await ada.ask("POST", f"/v1/people/{me['id']}/reset")
    nobody = place.open()

    async def reset(token: str) -> tuple[int, object]:
        return await nobody.ask("POST", "/v1/auth/reset", {"token": token, "new_password": "another horse battery"})

    assert (await reset(link["token"]))[0] == 204
    _, invitation = await ada.ask("POST", "/v1/people/invitations", {})
    again, never, empty = await reset(link["token"]), await reset("x" * 43), await reset("")

    assert (await bob.ask("GET", "/v1/me"))[0] == 401
    assert again == never == empty == await reset(invitation["token"])
    assert again[0] == 410
    assert (await nobody.sign_in("bob@example.org"))[0] == 401
    assert (await nobody.sign_in("bob@example.org", "another horse battery"))[0] == 204
