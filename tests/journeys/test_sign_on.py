"""Signing in through a real OpenID provider."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import Settings, override_settings
from tests.fakes.bad_op import BadProvider
from tests.fakes.servers import find_free_port
from tests.fakes.sign_on import PUBLIC_URL, SECRET, Browser, problem_of, run_provider

pytestmark = pytest.mark.both_databases

GOOD = "correct horse battery"
PROXY_SECRET = "a-secret-of-two-machines"
ROLES = {"staff": "member", "chiefs": "admin", "watchers": "instance-auditor"}


@dataclass
class Office:
    """A server that people come to through their company's provider."""

    url: str
    issuer: str
    other_port: int = 0
    browsers: list[Browser] = field(default_factory=list)

    def open(self) -> Browser:
        browser = Browser(self.url)
        self.browsers.append(browser)
        return browser

    async def own(self, token: str) -> Browser:
        """Whoever set it up, signed in with a password; the provider knows an Ada with the same address."""
        owner = self.open()
        body = {"token": token, "name": "Owner", "email": "ada@example.org", "password": GOOD}
        assert (await owner.ask("POST", "/v1/auth/setup", body))[0] == 204
        said = {"email": "ada@example.org", "password": GOOD}
        assert (await owner.ask("POST", "/v1/auth/sign-in", said))[0] == 204
        return owner

    async def put_into(self, login: str, *groups: str) -> None:
        """Have the provider say other groups of somebody from now on."""
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self.issuer}/_groups/{login}?{','.join(groups)}") as answer,
        ):
            assert answer.status == 200


def configure(tmp_path: Path, issuer: str, **more: Any) -> dict[str, Any]:
    secret = tmp_path / "client-secret"
    secret.write_text(SECRET + "\n")
    said = {"issuer": issuer, "client_id": "antiphon", "client_secret_file": str(secret), "title": "The company"}
    return {**said, "scopes": ["openid", "email", "profile"], "create_people": True, **more}


@pytest.fixture
def role_map() -> dict[str, str]:
    return ROLES


@pytest.fixture
async def office(
    settings: Settings,
    tmp_path: Path,
    role_map: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> AsyncIterator[tuple[Office, Browser]]:
    port, other_port = find_free_port(), find_free_port()
    issuer = f"http://127.0.0.1:{port}"
    providers = {
        "company": configure(tmp_path, issuer, role_map=role_map),
        "away": configure(tmp_path, f"http://127.0.0.1:{other_port}"),
    }
    here = override_settings(settings, accounts="on", public_url=PUBLIC_URL, oidc=providers)
    async with run_in_process(here) as url, run_provider(port, url):
        link = re.search(r"/setup#(\S+)", capsys.readouterr().out)
        assert link is not None
        made = Office(url, issuer, other_port)
        yield made, await made.own(link[1])
        for browser in made.browsers:
            await browser.session.close()


async def test_somebody_comes_through_the_provider(office: tuple[Office, Browser]) -> None:
    """A-11: by issuer and subject alone; that the owner has the same address of mail links nobody to them."""
    place, owner = office
    ada = place.open()

    assert await ada.sign_on() == "/c/1"

    _, me = await ada.ask("GET", "/v1/me")
    assert (me["name"], me["workspace_role"], me["instance_role"]) == ("Ada", "admin", "member")
    assert (me["id"] != "local", me["email"], me["signs_in_here"]) == (True, None, False)
    assert (await owner.ask("GET", "/v1/me"))[1]["signs_in_here"] is True
    again = place.open()
    assert await again.sign_on() == "/c/1"
    assert (await again.ask("GET", "/v1/me"))[1]["id"] == me["id"]
    bob = place.open()
    await bob.sign_on("bob")
    _, him = await bob.ask("GET", "/v1/me")
    assert (him["name"], him["email"], him["workspace_role"]) == ("Bob", "bob@example.org", "member")
    _, audit = await owner.ask("GET", "/v1/audit")
    assert {"account.created", "session.created"} <= {each["action"] for each in audit["items"]}  # type: ignore[attr-defined]
    _, sessions = await ada.ask("GET", "/v1/me/sessions")
    assert {each["method"] for each in sessions["items"]} == {"oidc"}  # type: ignore[attr-defined]
    # Another issuer may call anybody Ada, and have verified any address.
    async with BadProvider(place.other_port).run() as other:
        other.subject = "ada"
        other.change = lambda claims: {**claims, "email": "bob@example.org", "email_verified": True}
        stranger = place.open()
        assert await stranger.sign_on(provider="away") == "/c/1"
    _, them = await stranger.ask("GET", "/v1/me")
    assert (them["id"] in ("local", me["id"], him["id"]), them["email"]) == (False, None)


async def test_the_ways_in_are_told_to_everybody(office: tuple[Office, Browser]) -> None:
    place, _ = office

    status, ways = await place.open().ask("GET", "/v1/auth/ways")

    providers = [{"name": "company", "title": "The company"}, {"name": "away", "title": "The company"}]
    assert (status, ways) == (200, {"password": True, "providers": providers, "header": False})


async def test_the_owner_reads_how_the_provider_is_set_up_and_no_secret(office: tuple[Office, Browser]) -> None:
    place, owner = office

    status, told = await owner.ask("GET", "/v1/settings")

    assert status == 200
    said = {each["name"]: each for each in told["items"]}  # type: ignore[attr-defined]
    assert said["oidc.company.issuer"]["value"] == place.issuer
    assert said["oidc.company.role_map.staff"]["value"] == "member"
    assert SECRET not in str(told)


async def test_the_way_back_is_bound_to_the_browser_that_left(office: tuple[Office, Browser]) -> None:
    """A-12: cookie, state, code, provider and session must be those of one attempt, which counts once."""
    place, owner = office
    ada, eve = place.open(), place.open()

    back = await ada.go_through(await ada.leave())
    assert problem_of(await eve.come_back(back)) == "expired"
    assert problem_of(await ada.come_back(back)) == "expired"
    back = await ada.go_through(await ada.leave())
    await eve.leave()
    assert problem_of(await eve.come_back(back)) == "expired"
    back = await ada.go_through(await ada.leave())
    assert problem_of(await ada.come_back(back.replace("/company/", "/away/"))) == "expired"
    back = await ada.go_through(await ada.leave())
    assert problem_of(await ada.come_back(re.sub("state=[^&]+", "state=guessed", back))) == "expired"
    back = await ada.go_through(await ada.leave())
    assert problem_of(await ada.come_back(re.sub("iss=[^&]+", "iss=https%3A%2F%2Fevil.example", back))) == "not_proved"
    back = await ada.go_through(await ada.leave())
    assert problem_of(await ada.come_back(re.sub("code=[^&]+", "error=access_denied", back))) == "cancelled"
    assert (await ada.ask("GET", "/v1/me"))[0] == 401
    back, hers = await ada.go_through(await ada.leave()), await eve.go_through(await eve.leave(), "bob")
    assert problem_of(await eve.come_back(re.sub("code=[^&]+", re.findall("code=[^&]+", back)[0], hers)))
    assert (await eve.ask("GET", "/v1/me"))[0] == 401
    back = await ada.go_through(await ada.leave())
    assert await ada.come_back(back) == "/c/1"
    assert problem_of(await ada.come_back(back)) == "expired"
    _, left = await owner.ask("POST", "/v1/me/identities", {"provider": "company"})
    back = await owner.go_through(str(left["address"]), "bob")
    assert (await owner.ask("POST", "/v1/auth/sign-in", {"email": "ada@example.org", "password": GOOD}))[0] == 204
    assert problem_of(await owner.come_back(back)) == "expired"


@pytest.mark.parametrize("elsewhere", ["//evil.example", "/\\evil.example", "https://evil.example", "/v1/me", ""])
async def test_nobody_is_led_elsewhere_afterwards(office: tuple[Office, Browser], elsewhere: str) -> None:
    place, _ = office
    ada = place.open()

    address = await ada.leave(return_to=elsewhere)

    assert await ada.come_back(await ada.go_through(address)) == "/"


async def test_what_goes_out_holds_no_secret(office: tuple[Office, Browser]) -> None:
    place, _ = office
    ada = place.open()

    asked = parse_qs(urlsplit(await ada.leave()).query)

    assert (asked["code_challenge_method"], asked["response_type"]) == (["S256"], ["code"])
    assert {"state", "nonce", "code_challenge"} <= asked.keys()
    cookie = next(each for each in ada.session.cookie_jar if each.key == "antiphon-login")
    assert cookie.value not in str(asked)
    assert cookie["httponly"]
    assert cookie["samesite"] == "lax"


async def test_groups_give_and_take_what_is_theirs(office: tuple[Office, Browser]) -> None:
    """T-03: at every sign-in; what somebody here decided stays, and a membership of no group ends."""
    place, owner = office
    bob = place.open()
    await bob.sign_on("bob")
    _, me = await bob.ask("GET", "/v1/me")

    await place.put_into("bob", "staff", "chiefs", "watchers")
    await bob.sign_on("bob")
    _, raised = await bob.ask("GET", "/v1/me")
    assert (raised["workspace_role"], raised["instance_role"]) == ("admin", "auditor")
    await place.put_into("bob", "strangers")
    other = place.open()
    assert problem_of(await other.sign_on("bob")) == "no_role"
    assert (await bob.ask("GET", "/v1/me"))[0] == 401
    await place.put_into("bob", "staff")
    assert await bob.sign_on("bob") == "/c/1"
    _, back = await bob.ask("GET", "/v1/me")
    assert (back["id"], back["workspace_role"], back["instance_role"]) == (me["id"], "member", "member")
    roles = {"instance_role": "member", "workspace_role": "viewer"}
    assert (await owner.ask("PUT", f"/v1/people/{me['id']}/roles", roles))[0] == 200
    await place.put_into("bob", "chiefs", "watchers")
    await bob.sign_on("bob")
    _, decided = await bob.ask("GET", "/v1/me")
    assert (decided["workspace_role"], decided["instance_role"]) == ("viewer", "member")


async def test_groups_that_give_another_role_end_links_as_people_do(office: tuple[Office, Browser]) -> None:
    place, owner = office
    bob = place.open()
    await bob.sign_on("bob")
    _, me = await bob.ask("GET", "/v1/me")
    _, link = await owner.ask("POST", f"/v1/people/{me['id']}/reset")

    await place.put_into("bob", "staff", "chiefs")
    await bob.sign_on("bob")

    body = {"token": link["token"], "new_password": "another horse entirely"}
    assert (await place.open().ask("POST", "/v1/auth/reset", body))[0] == 410


async def test_one_links_ones_own_account_and_unlinks_it(office: tuple[Office, Browser]) -> None:
    place, owner = office
    asked = {"provider": "company", "return_to": "/account"}

    status, left = await owner.ask("POST", "/v1/me/identities", asked)
    assert status == 200
    assert await owner.come_back(await owner.go_through(str(left["address"]))) == "/account"
    ada = place.open()
    assert await ada.sign_on() == "/c/1"
    _, me = await ada.ask("GET", "/v1/me")
    assert (me["id"], me["instance_role"], me["workspace_role"]) == ("local", "owner", "owner")
    _, audit = await owner.ask("GET", "/v1/audit")
    assert "oidc.linked" in {each["action"] for each in audit["items"]}  # type: ignore[attr-defined]
    _, known = await owner.ask("GET", "/v1/me/identities")
    line = known["items"][0]  # type: ignore[index]
    assert (line["provider"], line["subject"]) == ("company", "ada")
    assert (await owner.ask("DELETE", f"/v1/me/identities/{line['id']}"))[0] == 204
    assert (await ada.ask("GET", "/v1/me"))[0] == 401
    assert (await owner.ask("GET", "/v1/me"))[0] == 200


async def test_what_is_somebody_elses_cannot_be_linked_nor_the_last_way_in_be_taken(
    office: tuple[Office, Browser],
) -> None:
    place, owner = office
    bob = place.open()
    await bob.sign_on("bob")

    _, left = await owner.ask("POST", "/v1/me/identities", {"provider": "company"})
    assert problem_of(await owner.come_back(await owner.go_through(str(left["address"]), "bob"))) == "already_linked"
    _, known = await bob.ask("GET", "/v1/me/identities")
    mine = f"/v1/me/identities/{known['items'][0]['id']}"  # type: ignore[index]
    assert (await bob.ask("DELETE", mine))[1]["code"] == "verify_again"
    _, left = await bob.ask("POST", "/v1/auth/oidc/company/verify", {"return_to": "/account"})
    assert await bob.come_back(await bob.go_through(str(left["address"]), "bob")) == "/account"
    assert (await bob.ask("DELETE", mine))[1]["code"] == "last_way_in"
    _, left = await bob.ask("POST", "/v1/auth/oidc/company/verify", {})
    # Whoever becomes somebody else at the provider is signed out there as Bob, and so here.
    assert problem_of(await bob.come_back(await bob.go_through(str(left["address"]), "ada"))) == "expired"
    assert (await bob.ask("GET", "/v1/me"))[0] == 401


async def test_signing_out_at_the_provider_ends_the_session_and_its_stream(office: tuple[Office, Browser]) -> None:
    """Within five seconds, by the notice that the provider itself sends."""
    place, _ = office
    ada, elsewhere = place.open(), place.open()
    await ada.sign_on()
    await elsewhere.sign_on()
    following = asyncio.create_task(follow(ada))
    await asyncio.sleep(0.5)

    status, gone = await ada.ask("POST", "/v1/auth/oidc/sign-out")
    assert (status, urlsplit(str(gone["address"])).path) == (200, "/session/end")
    assert "event: signed_out" in await asyncio.wait_for(following, 5)
    assert (await ada.ask("GET", "/v1/me"))[0] == 401
    assert (await elsewhere.ask("GET", "/v1/me"))[0] == 200
    following = asyncio.create_task(follow(elsewhere))
    await asyncio.sleep(0.5)
    end = str(gone["address"])
    assert (await elsewhere.go_through(end)).startswith(f"{PUBLIC_URL}/sign-in")
    assert "event: signed_out" in await asyncio.wait_for(following, 5)
    assert (await elsewhere.ask("GET", "/v1/me"))[0] == 401


async def follow(browser: Browser) -> str:
    said = b""
    async with browser.session.get(f"{browser.url}/v1/feed?list=true", headers={"Antiphon-Client": "1"}) as feed:
        async for piece in feed.content.iter_any():
            said += piece
    return said.decode()


async def test_a_provider_that_is_away_leads_back_to_the_page(office: tuple[Office, Browser]) -> None:
    place, _ = office

    assert problem_of(await place.open().leave("away")) == "provider_unavailable"
    assert (await place.open().ask("GET", "/v1/auth/oidc/nobody/start"))[0] == 404


@pytest.fixture
async def proxied(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> AsyncIterator[tuple[Office, Browser]]:
    """The same, where a proxy may also say in headers who somebody is."""
    port = find_free_port()
    (tmp_path / "proxy-secret").write_text(PROXY_SECRET)
    issuer = f"http://127.0.0.1:{port}"
    here = override_settings(
        settings,
        accounts="on",
        public_url=PUBLIC_URL,
        trusted_proxies="127.0.0.1",
        oidc={"company": configure(tmp_path, issuer)},
        header_sso={"user": "X-User", "secret_file": str(tmp_path / "proxy-secret")},
    )
    async with run_in_process(here) as url, run_provider(port, url):
        link = re.search(r"/setup#(\S+)", capsys.readouterr().out)
        assert link is not None
        made = Office(url, issuer)
        yield made, await made.own(link[1])
        for browser in made.browsers:
            await browser.session.close()


async def test_whoever_comes_back_is_whom_the_proxy_named_when_they_left(proxied: tuple[Office, Browser]) -> None:
    """A session that the proxy's word does not go with links nothing, and proves nothing."""
    _, owner = proxied
    owner.session.headers.update({"X-User": "ada", "Antiphon-Proxy-Secret": PROXY_SECRET})
    said = {"email": "ada@example.org", "password": GOOD}
    assert (await owner.ask("POST", "/v1/auth/sign-in", said))[0] == 204
    _, left = await owner.ask("POST", "/v1/me/identities", {"provider": "company"})
    back = await owner.go_through(str(left["address"]))

    owner.session.headers["X-User"] = "eve"
    assert problem_of(await owner.come_back(back)) == "expired"

    # She is nobody here, and nobody is made of her: the session is not hers.
    status, refused = await owner.ask("GET", "/v1/me")
    assert (status, refused["code"]) == (401, "not_signed_in")
    status, refused = await owner.ask("GET", "/v1/me")
    assert (status, refused["facts"]) == (403, {"problem": "unknown_person"})
    owner.session.headers["X-User"] = "ada"
    assert (await owner.ask("POST", "/v1/auth/sign-in", said))[0] == 204
    assert (await owner.ask("GET", "/v1/me/identities"))[1]["items"] == []


async def test_another_site_begins_nothing(office: tuple[Office, Browser]) -> None:
    place, _ = office
    said = {"Sec-Fetch-Site": "cross-site"}

    async with place.open().session.get(f"{place.url}/v1/auth/oidc/company/start", headers=said) as answer:
        assert answer.status == 403
