"""A second factor over HTTP: added in one's account, asked for at the door, and demanded of whoever operates."""

import time
from collections.abc import AsyncIterator

import pytest

from antiphon.identity.totp import build_code
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import GOOD, Place, Somebody, open_place

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def strict(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    """An installation that wants a second factor of its admins."""
    there = override_settings(settings, accounts="on", require_second_factor="admins", allow_private_tools=True)
    async with open_place(there, capsys) as place:
        yield place


@pytest.fixture
async def strictest(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    """One that wants it of everybody."""
    there = override_settings(settings, accounts="on", require_second_factor="all")
    async with open_place(there, capsys) as place:
        yield place


async def add_factor(somebody: Somebody) -> None:
    begun = (await somebody.ask("POST", "/v1/me/factors"))[1]
    code = build_code(begun["typed"], int(time.time()) // 30)
    assert (await somebody.ask("POST", "/v1/me/factors/confirm", {"code": code}))[0] == 200


async def test_an_admin_operates_once_a_second_factor_was_added(strict: Place) -> None:
    ada = await strict.own()
    assert (await ada.ask("GET", "/v1/me/factors"))[1] == {"active": False, "codes_left": 0, "required": True}
    for method, path in (("GET", "/v1/people"), ("POST", "/v1/people/invitations"), ("GET", "/v1/providers")):
        status, refused = await ada.ask(method, path, {} if method == "POST" else None)
        assert (status, refused["code"]) == (403, "second_factor_required")
    assert (await ada.ask("GET", "/v1/conversations"))[0] == 200

    begun = (await ada.ask("POST", "/v1/me/factors"))[1]
    code = build_code(begun["typed"], int(time.time()) // 30)
    wrong = await ada.ask("POST", "/v1/me/factors/confirm", {"code": "abc"})
    status, made = await ada.ask("POST", "/v1/me/factors/confirm", {"code": code})

    assert begun["link"].startswith("otpauth://totp/Antiphon%3Aada")
    assert (wrong[0], wrong[1]["code"]) == (401, "code_refused")
    assert (status, len(made["codes"])) == (200, 10)
    assert (await ada.ask("GET", "/v1/people"))[0] == 200
    elsewhere = strict.open()
    body = {"email": "ada@example.org", "password": GOOD}
    status, asked = await elsewhere.ask("POST", "/v1/auth/sign-in", body)
    assert (status, asked["code"]) == (401, "second_factor_needed")
    assert (await elsewhere.ask("GET", "/v1/me"))[0] == 401
    assert (await elsewhere.ask("POST", "/v1/auth/sign-in", {**body, "code": made["codes"][0]}))[0] == 204
    assert (await elsewhere.ask("GET", "/v1/me/factors"))[1]["codes_left"] == 9
    renewed = (await ada.ask("POST", "/v1/me/factors/codes"))[1]["codes"]
    assert not set(renewed) & set(made["codes"])
    assert (await ada.ask("DELETE", "/v1/me/factors"))[0] == 204
    assert (await ada.ask("GET", "/v1/people"))[0] == 403
    assert (await strict.open().sign_in("ada@example.org"))[0] == 204


async def test_whoever_must_add_a_factor_is_told_who_they_are_and_nothing_else(strictest: Place) -> None:
    ada = await strictest.own()

    for path in ("/v1/status", "/v1/advisors", "/v1/conversations", "/v1/settings", "/v1/people"):
        status, refused = await ada.ask("GET", path)
        assert (status, refused["code"]) == (403, "second_factor_required")
    status, me = await ada.ask("GET", "/v1/me")
    await add_factor(ada)

    assert (status, me["name"]) == (200, "Ada")
    assert (await ada.ask("GET", "/v1/conversations"))[0] == 200


async def test_what_an_admin_decides_for_others_waits_for_the_factor(strict: Place) -> None:
    """Wherever it is looked at: at the door, in the route, or where the row is."""
    ada = await strict.own()
    _, panels = await ada.ask("GET", "/v1/panels")
    panel = f"/v1/panels/{panels['items'][0]['id']}"
    assert (await ada.ask("POST", "/v1/tools/servers", {"name": "wiki", "url": "http://127.0.0.1:9/mcp"}))[0] == 201
    decided = (
        ("PUT", "/v1/settings/chars_per_token", {"value": 4.0}),
        ("PUT", "/v1/settings/max_tokens", {"value": 77}),
        ("DELETE", "/v1/settings/max_tokens", None),
        ("PATCH", "/v1/tools/servers/wiki", {"trusted": True}),
        ("GET", "/v1/workspace/keys", None),
        ("PATCH", panel, {"name": "Ours"}),
    )

    refused = [await ada.ask(*each) for each in decided]
    own = await ada.ask("PUT", "/v1/settings/time_zone", {"value": "Europe/Rome"})
    await add_factor(ada)

    assert {(status, answer["code"]) for status, answer in refused} == {(403, "second_factor_required")}
    assert own[0] == 200
    assert {status for status, _ in [await ada.ask(*each) for each in decided]} <= {200, 204}


async def test_whoever_leads_the_workspace_is_an_admin_too(strict: Place) -> None:
    ada = await strict.own()
    await add_factor(ada)
    bob = await strict.join(ada, "Bob", workspace_role="admin")
    eve = await strict.join(ada, "Eve")

    status, refused = await bob.ask("PUT", "/v1/settings/max_tokens", {"value": 77})

    assert (status, refused["code"]) == (403, "second_factor_required")
    assert (await bob.ask("GET", "/v1/me/factors"))[1]["required"] is True
    assert (await eve.ask("GET", "/v1/me/factors"))[1]["required"] is False
