"""A second factor over HTTP: added in one's account, asked for at the door, and demanded of whoever operates."""

import time
from collections.abc import AsyncIterator

import pytest

from antiphon.identity.totp import build_code
from antiphon.settings import Settings, override_settings
from tests.fakes.accounts import GOOD, Place, open_place

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def strict(settings: Settings, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Place]:
    """An installation that wants a second factor of its admins."""
    there = override_settings(settings, accounts="on", require_second_factor="admins")
    async with open_place(there, capsys) as place:
        yield place


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
