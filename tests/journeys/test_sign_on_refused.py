"""Whatever a provider does wrong lets nobody in."""

import re
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from antiphon.app import run_in_process
from antiphon.settings import Settings, override_settings
from tests.fakes.bad_op import BadProvider, Claims
from tests.fakes.servers import find_free_port
from tests.fakes.sign_on import PUBLIC_URL, Browser, problem_of

GOOD = "correct horse battery"
LOGOUT = {"http://schemas.openid.net/event/backchannel-logout": {}}


@dataclass
class Scene:
    """A server, a provider that can be made to misbehave, and a browser."""

    url: str
    provider: BadProvider
    browser: Browser

    async def tell(self, token: str) -> int:
        """Send the server a notice, as a provider does."""
        notice = f"{self.url}/v1/auth/oidc/company/back-channel"
        async with self.browser.session.post(notice, data={"logout_token": token}) as answer:
            return answer.status

    def notice(self, **more: Any) -> Claims:
        """A good one."""
        said = {"iss": self.provider.issuer, "aud": "antiphon", "iat": int(time.time()), "events": LOGOUT}
        return {**said, "jti": "one", "sub": self.provider.subject, **more}


@pytest.fixture
def more() -> dict[str, Any]:
    return {"create_people": True}


@pytest.fixture
async def scene(settings: Settings, more: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Scene]:
    provider = BadProvider(find_free_port())
    configured = {"company": {"issuer": provider.issuer, "client_id": "antiphon", **more}}
    here = override_settings(settings, accounts="on", public_url=PUBLIC_URL, oidc=configured)
    async with run_in_process(here) as url, provider.run():
        link = re.search(r"/setup#(\S+)", capsys.readouterr().out)
        assert link is not None
        browser = Browser(url)
        owner = {"token": link[1], "name": "Ada", "email": "ada@example.org", "password": GOOD}
        assert (await browser.ask("POST", "/v1/auth/setup", owner))[0] == 204
        yield Scene(url, provider, browser)
        await browser.session.close()


async def test_a_provider_that_does_nothing_wrong_lets_people_in(scene: Scene) -> None:
    """Without this the refusals below would prove nothing."""
    assert await scene.browser.sign_on() == "/c/1"
    assert (await scene.browser.ask("GET", "/v1/me"))[1]["name"] == "eve"


def without(name: str) -> Callable[[Claims], Claims]:
    return lambda claims: {key: value for key, value in claims.items() if key != name}


def saying(**said: Any) -> Callable[[Claims], Claims]:
    return lambda claims: {**claims, **said}


@pytest.mark.parametrize(
    "change",
    [
        saying(iss="https://other.example"),
        without("iss"),
        saying(aud="another"),
        saying(aud=["antiphon", "another"]),
        saying(aud=["antiphon", "another"], azp="another"),
        saying(azp="another"),
        without("aud"),
        saying(sub=""),
        saying(sub="  "),
        saying(sub=None),
        saying(sub=7),
        saying(sub="x" * 256),
        saying(sub="a\0b"),
        without("sub"),
        saying(exp=1),
        saying(exp=True),
        saying(exp="9999999999"),
        without("exp"),
        saying(iat=9_999_999_999),
        without("iat"),
        saying(nbf=9_999_999_999),
        saying(nonce="another"),
        without("nonce"),
    ],
)
async def test_a_token_that_claims_the_wrong_thing_lets_nobody_in(
    scene: Scene, change: Callable[[Claims], Claims]
) -> None:
    scene.provider.change = change

    assert problem_of(await scene.browser.sign_on()) == "not_proved"
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 401


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("unsigned", "not_proved"),
        ("shared secret", "not_proved"),
        ("another key", "not_proved"),
        ("critical", "not_proved"),
        ("redirecting", "provider_unavailable"),
        ("endless keys", "provider_unavailable"),
    ],
)
async def test_what_is_not_signed_by_the_provider_lets_nobody_in(scene: Scene, bad: str, problem: str) -> None:
    scene.provider.bad = bad

    assert problem_of(await scene.browser.sign_on()) == problem
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 401
    assert "/elsewhere" not in scene.provider.asked


@pytest.mark.parametrize("bad", ["other metadata", "endless metadata", "unnamed host"])
async def test_metadata_that_cannot_be_believed_sends_nobody_there(scene: Scene, bad: str) -> None:
    scene.provider.bad = bad

    assert problem_of(await scene.browser.leave()) == "provider_unavailable"


async def test_keys_may_change_in_the_middle_and_are_not_asked_for_at_will(scene: Scene) -> None:
    assert await scene.browser.sign_on() == "/c/1"
    assert scene.provider.asked.count("keys") == 1
    scene.provider.bad = "key changes"

    for _ in range(3):
        assert problem_of(await scene.browser.sign_on()) == "not_proved"

    # A minute has not gone by since they were last asked for.
    assert scene.provider.asked.count("keys") == 1


async def test_a_new_key_is_learned_after_a_minute(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await scene.browser.sign_on() == "/c/1"
    scene.provider.rotate()
    monkeypatch.setattr("antiphon.identity.oidc.signatures._RELOAD_SECONDS", 0.0)

    assert await scene.browser.sign_on() == "/c/1"
    assert scene.provider.asked.count("keys") == 2


async def test_forged_tokens_open_no_route(scene: Scene) -> None:
    """A-01: unsigned, forged, of another issuer, or the provider's own: no route takes it for a credential."""
    await scene.browser.sign_on()
    provider, stranger = scene.provider, Browser(scene.url)
    tokens = [provider.tokens[0]]
    for bad in ("unsigned", "shared secret", "another key"):
        provider.bad = bad
        tokens.append(provider.sign(provider.build_claims()))
        assert problem_of(await stranger.sign_on()) == "not_proved"
    provider.bad, provider.change = "", saying(iss="https://other.example")
    tokens.append(provider.sign(provider.build_claims()))
    assert problem_of(await stranger.sign_on()) == "not_proved"
    _, document = await stranger.ask("GET", "/v1/openapi.json")
    routes = [
        (method.upper(), re.sub(r"{\w+}", "x", path))
        for path, methods in document["paths"].items()  # type: ignore[attr-defined]
        for method in methods
        if path.startswith("/v1/") and not path.startswith(("/v1/auth/", "/v1/docs"))
    ]
    assert len(routes) > 150

    for number, (method, path) in enumerate(routes):
        token = tokens[number % len(tokens)]
        for said in ({"Authorization": f"Bearer {token}"}, {"Cookie": f"antiphon={token}"}):
            async with stranger.session.request(
                method, scene.url + path, headers={**said, "Antiphon-Client": "1"}
            ) as answer:
                assert answer.status == 401, (method, path)
    await stranger.session.close()


async def test_two_who_begin_alike_are_two(scene: Scene) -> None:
    """A-03: their tokens agree in the first 200 characters and more, and so do their names; nothing is cut off."""
    found = []
    for end in ("a", "b"):
        scene.provider.subject = "s" * 250 + end
        browser = Browser(scene.url)
        assert await browser.sign_on() == "/c/1"
        found.append((await browser.ask("GET", "/v1/me"))[1]["id"])
        cookie = next(each.value for each in browser.session.cookie_jar if each.key == "antiphon")
        # The session is known by heart at this moment; one that only begins like it is not.
        for said in (cookie + "x", cookie[:-1], cookie * 5):
            async with (
                aiohttp.ClientSession(headers={"Cookie": f"antiphon={said}"}) as other,
                other.get(f"{scene.url}/v1/me") as answer,
            ):
                assert answer.status == 401
        await browser.session.close()

    first, second = scene.provider.tokens
    assert first[:200] == second[:200]
    assert found[0] != found[1]


async def test_only_the_same_person_seen_again_has_proved_to_be_there(scene: Scene) -> None:
    browser, provider = scene.browser, scene.provider
    await browser.sign_on()

    async def verify() -> str:
        _, left = await browser.ask("POST", "/v1/auth/oidc/company/verify", {"return_to": "/account"})
        return await browser.come_back(await browser.go_through(str(left["address"])))

    assert problem_of(await verify()) == "not_proved"
    provider.change = saying(auth_time=int(time.time()) - 3600)
    assert problem_of(await verify()) == "not_proved"
    provider.change = saying(auth_time=int(time.time()) + 1)
    provider.subject = "mallory"
    assert problem_of(await verify()) == "another_person"
    token = {"name": "a program", "scopes": ["history:read"]}
    assert (await browser.ask("POST", "/v1/me/tokens", token))[1]["code"] == "verify_again"
    provider.subject = "eve"
    assert await verify() == "/account"
    assert (await browser.ask("POST", "/v1/me/tokens", token))[0] == 201


@pytest.mark.parametrize("more", [{"create_people": False}])
async def test_a_stranger_is_refused_where_nobody_is_made(scene: Scene) -> None:
    assert problem_of(await scene.browser.sign_on()) == "unknown_person"


@pytest.mark.both_databases
async def test_a_notice_of_the_provider_ends_sessions_once(scene: Scene) -> None:
    """By subject or by session; the same notice counts once."""
    scene.provider.change = saying(sid="there")
    await scene.browser.sign_on()
    sign, notice = scene.provider.sign, scene.notice

    assert await scene.tell(sign(notice(sub="somebody else"))) == 200
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 200
    assert await scene.tell(sign(notice(jti="two"))) == 200
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 401
    await scene.browser.sign_on()
    assert await scene.tell(sign(notice(jti="two"))) == 400
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 200
    assert await scene.tell(sign(without("sub")(notice(jti="three", sid="elsewhere")))) == 200
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 200
    assert await scene.tell(sign(without("sub")(notice(jti="four", sid="there")))) == 200
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 401


@pytest.mark.parametrize(
    "change",
    [
        without("events"),
        saying(events={}),
        saying(events=["x"]),
        saying(nonce="n"),
        without("jti"),
        without("sub"),
        saying(iss="https://other.example"),
        saying(aud="another"),
        saying(iat=1),
        saying(exp=1),
    ],
)
async def test_what_is_no_notice_ends_nothing(scene: Scene, change: Callable[[Claims], Claims]) -> None:
    await scene.browser.sign_on()

    assert await scene.tell(scene.provider.sign(change(scene.notice()))) == 400
    assert await scene.tell(scene.provider.tokens[0]) == 400
    assert (await scene.browser.ask("GET", "/v1/me"))[0] == 200
