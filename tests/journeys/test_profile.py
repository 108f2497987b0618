"""One's own name and address: changed by oneself, who has just proved to be there, and written down."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from antiphon.settings import Settings
from antiphon.store.tables import sessions
from tests.fakes.accounts import GOOD, Place, Somebody
from tests.journeys.test_accounts import place as place
from tests.journeys.test_credentials import BELIEVED_SECONDS, plant

pytestmark = pytest.mark.both_databases


async def read_audit(owner: Somebody, *actions: str) -> list[dict[str, Any]]:
    _, audit = await owner.ask("GET", "/v1/audit")
    return [each for each in audit["items"] if each["action"] in actions]


async def test_one_is_called_something_else(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")

    status, me = await bob.ask("PATCH", "/v1/me", {"name": "  Robert\u202e  the  \n Second "})

    assert (status, me["name"], me["email"]) == (200, "Robert the Second", "bob@example.org")
    assert me == (await bob.ask("GET", "/v1/me"))[1]
    _, people = await ada.ask("GET", "/v1/people")
    assert [each["name"] for each in people["items"]] == ["Ada", "Robert the Second"]
    (line,) = await read_audit(ada, "account.renamed", "account.address_changed")
    assert (line["action"], line["actor_name"], line["target_name"]) == ("account.renamed", "Bob", "Bob")
    assert (line["before"], line["after"]) == ({"name": "Bob"}, {"name": "Robert the Second"})


async def test_one_signs_in_with_another_address(place: Place) -> None:
    """The old one is nobody's from then on; whoever is signed in stays so."""
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    elsewhere = place.open()
    await elsewhere.sign_in("bob@example.org")

    status, me = await bob.ask("PATCH", "/v1/me", {"email": "Robert@Example.ORG"})

    assert (status, me["name"], me["email"]) == (200, "Bob", "robert@example.org")
    assert (await elsewhere.ask("GET", "/v1/me"))[1]["email"] == "robert@example.org"
    assert (await place.open().sign_in("bob@example.org"))[1]["code"] == "sign_in_refused"
    assert (await place.open().sign_in("robert@example.org"))[0] == 204
    (line,) = await read_audit(ada, "account.renamed", "account.address_changed")
    assert (line["action"], line["actor_name"]) == ("account.address_changed", "Bob")
    assert (line["before"], line["after"]) == ({"email": "bob@example.org"}, {"email": "robert@example.org"})
    # Somebody else may have it now.
    assert (await ada.ask("PATCH", "/v1/me", {"email": "bob@example.org"}))[0] == 200


async def test_both_change_at_once_or_neither(place: Place) -> None:
    ada = await place.own()
    bob = await place.join(ada, "Bob")

    status, refused = await bob.ask("PATCH", "/v1/me", {"name": "Robert", "email": "ada@example.org"})
    assert (status, refused["code"]) == (409, "address_taken")
    assert (await bob.ask("GET", "/v1/me"))[1]["name"] == "Bob"
    assert await read_audit(ada, "account.renamed", "account.address_changed") == []
    status, me = await bob.ask("PATCH", "/v1/me", {"name": "Robert", "email": "robert@example.org"})
    assert (status, me["name"], me["email"]) == (200, "Robert", "robert@example.org")
    lines = await read_audit(ada, "account.renamed", "account.address_changed")
    assert {each["action"] for each in lines} == {"account.renamed", "account.address_changed"}


async def test_what_is_as_it_was_is_no_deed(place: Place) -> None:
    ada = await place.own()

    for body in ({}, {"name": "Ada"}, {"email": "ADA@example.org"}, {"name": None, "email": None}):
        status, me = await ada.ask("PATCH", "/v1/me", body)
        assert (status, me["name"], me["email"]) == (200, "Ada", "ada@example.org")

    assert await read_audit(ada, "account.renamed", "account.address_changed") == []


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"name": "\u200b \u202e"},
        {"name": "x" * 201},
        {"email": ""},
        {"email": "nobody"},
        {"email": "a@b, c@d"},
        {"email": f"{'x' * 251}@b.c"},
        {"instance_role": "owner"},
        {"state": "active"},
    ],
)
async def test_what_cannot_be_is_refused(place: Place, body: dict[str, str]) -> None:
    ada = await place.own()

    status, refused = await ada.ask("PATCH", "/v1/me", body)

    assert (status, refused["code"]) == (422, "malformed")
    assert (await ada.ask("GET", "/v1/me"))[1]["name"] == "Ada"


async def test_an_address_that_is_taken_tells_what_an_invitation_tells(place: Place) -> None:
    """In the same words; and whoever tries one after the other is held up, without losing the password by it."""
    ada = await place.own()
    bob = await place.join(ada, "Bob")
    _, made = await ada.ask("POST", "/v1/people/invitations", {})
    joining = {"token": made["token"], "name": "Eve", "email": "ada@example.org", "password": GOOD}

    told = await place.open().ask("POST", "/v1/auth/join", joining)
    assert await bob.ask("PATCH", "/v1/me", {"email": "Ada@Example.org"}) == told
    codes = [(await bob.ask("PATCH", "/v1/me", {"email": "ada@example.org"}))[1]["code"] for _ in range(8)]

    assert codes[-1] == "too_many_attempts"
    assert set(codes) == {"address_taken", "too_many_attempts"}
    # Also one that nobody has is not told apart any more.
    assert (await bob.ask("PATCH", "/v1/me", {"email": "free@example.org"}))[1]["code"] == "too_many_attempts"
    assert (await bob.ask("POST", "/v1/auth/verify", {"password": GOOD}))[0] == 204
    assert (await bob.ask("PATCH", "/v1/me", {"name": "Robert"}))[0] == 200


async def test_only_whoever_has_just_proved_to_be_there_changes_it(place: Place, settings: Settings) -> None:
    """No program does, and no session that is only open."""
    ada = await place.own()
    _, made = await ada.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": ["admin", "history:write"]})
    long_ago = datetime.now(UTC) - timedelta(minutes=6)
    change = {"email": "eve@example.org"}

    program = await place.open(made["token"]).ask("PATCH", "/v1/me", change)
    assert plant(settings, update(sessions).values(verified_at=long_ago)) == 1
    await asyncio.sleep(BELIEVED_SECONDS)
    stale = await ada.ask("PATCH", "/v1/me", change)
    nobody = await place.open().ask("PATCH", "/v1/me", change)

    assert (program[0], stale[0], nobody[0]) == (403, 403, 401)
    assert stale[1]["code"] == "verify_again"
    assert (await ada.ask("GET", "/v1/me"))[1]["email"] == "ada@example.org"
    assert (await ada.ask("POST", "/v1/auth/verify", {"password": GOOD}))[0] == 204
    assert (await ada.ask("PATCH", "/v1/me", change))[0] == 200
