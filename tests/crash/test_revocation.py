"""Whoever is put out is out on every node within seconds, whatever they came with, with Redis or without."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest

from antiphon.secrets.keeper import create_key_file
from tests.fakes.nodes import Node
from tests.fakes.servers import Stores, find_free_port, run_stores
from tests.fakes.sign_on import SECRET, Browser, run_provider

pytestmark = pytest.mark.timeout(300)

GOOD = "correct horse battery"
SECONDS = 5.0
_LEAVING = "client_id=antiphon&post_logout_redirect_uri={}"
CONFIG = """
accounts = "on"
trusted_proxies = ["127.0.0.1"]
key_file = {key_file}
public_url = "{public_url}"

[oidc.company]
issuer = "{issuer}"
client_id = "antiphon"
client_secret_file = {secret_file}
scopes = ["openid", "email", "profile"]
create_people = true

[header_sso]
user = "X-Forwarded-User"
secret_file = {proxy_file}
create_people = true
"""
PROXY_SECRET = "what-only-the-proxy-knows"


@dataclass(slots=True)
class Team:
    """Two nodes with one database, a provider that vouches for people, an owner, and somebody who was invited."""

    nodes: list[Node]
    stores: Stores
    issuer: str
    browsers: list[Browser] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The address people know: the first node's."""
        return self.nodes[0].url

    def open(self) -> Browser:
        """A browser that was never here."""
        browser = Browser(self.url, self.url)
        self.browsers.append(browser)
        return browser

    async def invite(self, owner: Browser, name: str) -> Browser:
        """Somebody who has come by a link and signed in."""
        _, made = await owner.ask("POST", "/v1/people/invitations", {})
        browser, email = self.open(), f"{name.lower()}@example.org"
        body = {"token": made["token"], "name": name, "email": email, "password": GOOD}
        assert (await browser.ask("POST", "/v1/auth/join", body))[0] == 204
        return await self.sign_in(email, browser)

    async def sign_in(self, email: str, browser: Browser | None = None) -> Browser:
        browser = browser or self.open()
        said = {"email": email, "password": GOOD}
        assert (await browser.ask("POST", "/v1/auth/sign-in", said))[0] == 204
        return browser

    async def follow(self, shown: Mapping[str, str], opened: asyncio.Semaphore) -> float:
        """When a feed on the node that nobody spoke to has ended, with a word about why."""
        headers = {"Host": self.url.partition("://")[2], "Antiphon-Client": "1", **shown}
        timeout = aiohttp.ClientTimeout(total=60)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.get(f"{self.nodes[1].url}/v1/feed?list=true", headers=headers) as feed,
        ):
            assert feed.status == 200, await feed.text()
            opened.release()
            assert b"event: signed_out" in await feed.read()
        return time.monotonic()

    async def wait_until_refused(self, shown: Mapping[str, str]) -> float:
        """When both nodes say that nobody is signed in, or that whom a proxy names is not let in."""
        headers = {"Host": self.url.partition("://")[2], "Antiphon-Client": "1", **shown}
        async with aiohttp.ClientSession() as session:
            for node in self.nodes:
                while True:
                    async with session.get(f"{node.url}/v1/me", headers=headers) as answer:
                        if answer.status in (401, 403):
                            break
                    await asyncio.sleep(0.05)
        return time.monotonic()


@pytest.fixture
async def team(tmp_path: Path) -> AsyncIterator[tuple[Team, Browser]]:
    async with AsyncExitStack() as stack:
        stores = stack.enter_context(run_stores())
        port, issuer_port = find_free_port(), find_free_port()
        public_url, issuer = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{issuer_port}"
        environment = {
            "ANTIPHON_CONFIG": str(_write_config(tmp_path, public_url, issuer)),
            "ANTIPHON_DATABASE_URL": stores.create_database("antiphon"),
            "ANTIPHON_REDIS_URL": stores.redis_url,
        }
        nodes = [Node(tmp_path / "one", environment, port=port), Node(tmp_path / "two", environment)]
        for node in nodes:
            stack.callback(node.close)
            node.start()
        await stack.enter_async_context(run_provider(issuer_port, public_url, public_url=public_url))
        made = Team(nodes, stores, issuer)
        link = re.search(r"/setup#(\S+)", nodes[-1].log)
        assert link is not None
        body = {"token": link[1], "name": "Owner", "email": "owner@example.org", "password": GOOD}
        assert (await made.open().ask("POST", "/v1/auth/setup", body))[0] == 204
        yield made, await made.sign_in("owner@example.org")
        for browser in made.browsers:
            await browser.session.close()


def _write_config(folder: Path, public_url: str, issuer: str) -> Path:
    create_key_file(folder / "key")
    (folder / "secret").write_text(SECRET)
    (folder / "proxy").write_text(PROXY_SECRET)
    files = {"key_file": "key", "secret_file": "secret", "proxy_file": "proxy"}
    quoted = {setting: json.dumps(str(folder / name)) for setting, name in files.items()}
    path = folder / "antiphon.toml"
    path.write_text(CONFIG.format(public_url=public_url, issuer=issuer, **quoted))
    return path


async def collect(team: Team, bob: Browser, through: Browser) -> dict[str, Mapping[str, str]]:
    """Everything one person may come in with; one browser comes through the provider."""
    status, left = await bob.ask("POST", "/v1/me/identities", {"provider": "company", "return_to": "/account"})
    assert (status, await bob.come_back(await bob.go_through(str(left["address"]), "bob"))) == (200, "/account")
    assert await through.sign_on("bob") == "/c/1"
    elsewhere = await team.sign_in("bob@example.org")
    _, made = await bob.ask("POST", "/v1/me/tokens", {"name": "a program", "scopes": ["history:read"]})
    return {
        "a session": _cookie(bob),
        "a session elsewhere": _cookie(elsewhere),
        "a session through a provider": _cookie(through),
        "a token": {"Authorization": f"Bearer {made['token']}"},
        "a terminal": {"Authorization": f"Bearer {await _let_in(team, bob)}"},
    }


async def _let_in(team: Team, bob: Browser) -> str:
    """The token of a terminal whose code was typed."""
    terminal = team.open()
    _, codes = await terminal.ask("POST", "/v1/auth/device", {"client": "a terminal", "scopes": ["history:read"]})
    decided = {"user_code": codes["user_code"], "allow": True}
    assert (await bob.ask("POST", "/v1/auth/device/decide", decided))[0] == 204
    _, made = await terminal.ask("POST", "/v1/auth/device/token", {"device_code": codes["device_code"]})
    return str(made["access_token"])


def _cookie(browser: Browser) -> Mapping[str, str]:
    value = next(each.value for each in browser.session.cookie_jar if each.key == "antiphon")
    return {"Cookie": f"antiphon={value}"}


async def open_feeds(team: Team, shown: Mapping[str, Mapping[str, str]]) -> dict[str, asyncio.Task[float]]:
    """A feed for each, on the other node; all are open when this returns."""
    opened = asyncio.Semaphore(0)
    feeds = {name: asyncio.create_task(team.follow(each, opened)) for name, each in shown.items()}
    for _ in feeds:
        await asyncio.wait_for(opened.acquire(), 20)
    return feeds


async def judge(team: Team, name: str, began: float, feed: asyncio.Task[float], shown: Mapping[str, str]) -> None:
    """The feed has ended and both nodes refuse, in time."""
    ended = await asyncio.wait_for(feed, SECONDS + 10) - began
    refused = await asyncio.wait_for(team.wait_until_refused(shown), SECONDS + 10) - began
    print(f"{name}: feed ended after {ended:.2f} s, refused everywhere after {refused:.2f} s")
    assert max(ended, refused) < SECONDS


@pytest.mark.parametrize("redis", ["alive", "dead"])
async def test_whoever_is_suspended_is_out_everywhere(team: tuple[Team, Browser], redis: str) -> None:
    """A-06: every credential of theirs and every feed, on both nodes; a link that was on its way leads nowhere."""
    place, owner = team
    bob = await place.invite(owner, "Bob")
    _, me = await bob.ask("GET", "/v1/me")
    shown = await collect(place, bob, place.open())
    _, link = await owner.ask("POST", f"/v1/people/{me['id']}/reset")
    feeds = await open_feeds(place, shown)
    if redis == "dead":
        place.stores.redis.process.kill()

    began = time.monotonic()
    assert (await owner.ask("POST", f"/v1/people/{me['id']}/suspend"))[0] == 200

    for name, feed in feeds.items():
        await judge(place, name, began, feed, shown[name])
    reset = {"token": link["token"], "new_password": "another horse battery"}
    await place.open().ask("POST", "/v1/auth/reset", reset)
    for password in (GOOD, "another horse battery"):
        said = {"email": "bob@example.org", "password": password}
        assert (await place.open().ask("POST", "/v1/auth/sign-in", said))[0] == 401
    assert "problem=" in await place.open().sign_on("bob")


async def test_whom_a_proxy_names_is_out_when_they_are_suspended(team: tuple[Team, Browser]) -> None:
    """The proxy names them with every request, and they are let in no more."""
    place, owner = team
    named = {"X-Forwarded-User": "cyd", "Antiphon-Proxy-Secret": PROXY_SECRET}
    browser = place.open()
    async with browser.session.get(f"{place.url}/v1/me", headers={"Antiphon-Client": "1", **named}) as answer:
        assert answer.status == 200, await answer.text()
        me = await answer.json()
    shown = {**_cookie(browser), **named}
    feeds = await open_feeds(place, {"a session by a header": shown})
    place.stores.redis.process.kill()

    began = time.monotonic()
    assert (await owner.ask("POST", f"/v1/people/{me['id']}/suspend"))[0] == 200

    for name, feed in feeds.items():
        await judge(place, name, began, feed, shown)


async def test_each_credential_ends_by_itself_without_redis(team: tuple[Team, Browser]) -> None:
    """Signed out on another device, taken back, or signed out at the provider: that one is out, and the others stay."""
    place, owner = team
    bob = await place.invite(owner, "Bob")
    through = place.open()
    shown = await collect(place, bob, through)
    feeds = await open_feeds(place, shown)
    place.stores.redis.process.kill()

    async def end(name: str, method: str, path: str, body: Any = None) -> None:
        began = time.monotonic()
        assert (await bob.ask(method, path, body))[0] in (200, 204)
        await judge(place, name, began, feeds.pop(name), shown[name])

    tokens = {each["name"]: each["id"] for each in await _list(bob, "/v1/me/tokens")}
    await end("a token", "DELETE", f"/v1/me/tokens/{tokens['a program']}")
    await end("a terminal", "DELETE", f"/v1/me/tokens/{tokens['a terminal']}")
    others = [each for each in await _list(bob, "/v1/me/sessions") if not each["current"]]
    elsewhere = next(each for each in others if each["method"] == "password")
    await end("a session elsewhere", "DELETE", f"/v1/me/sessions/{elsewhere['id']}")
    began, name = time.monotonic(), "a session through a provider"
    await through.go_through(f"{place.issuer}/session/end?{_LEAVING.format(quote(place.url + '/sign-in'))}")
    await judge(place, name, began, feeds.pop(name), shown[name])
    assert not feeds["a session"].done()
    await end("a session", "POST", "/v1/auth/sign-out-everywhere")


async def _list(browser: Browser, path: str) -> list[dict[str, Any]]:
    _, found = await browser.ask("GET", path)
    return found["items"]  # type: ignore[return-value]
