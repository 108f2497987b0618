"""A proxy says who somebody is: nginx with the very text of the how-to, and what comes past it or tries to."""

import re
import ssl
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from antiphon.secrets.keeper import create_key_file
from tests.fakes.certificates import NAME
from tests.fakes.doorman import Doorman, run_doorman
from tests.fakes.nodes import Node
from tests.fakes.proxy import Proxy, SignsIn, run_proxy
from tests.fakes.servers import find_free_port

pytestmark = pytest.mark.timeout(240)

GOOD = "correct horse battery"
SECRET = "0123456789abcdef0123456789abcdef"
OWNER = {"email": "owner@example.org", "password": GOOD}
# An address of this machine that is no proxy of anybody's.
ELSEWHERE = "127.0.0.4"
NAMED = {"X-Forwarded-User": "ada", "Antiphon-Proxy-Secret": SECRET}

Headers = list[tuple[str, str]]


@dataclass(slots=True)
class House:
    """A node behind nginx, and whoever nginx asks."""

    node: Node
    proxy: Proxy
    doorman: Doorman

    def come(self, cookie: str | None = None, **headers: str) -> httpx.Client:
        """A browser that the doorman knows by this cookie, through the proxy."""
        trust = ssl.create_default_context(cafile=self.proxy.certificate)
        own = self.proxy.own
        said = {"Host": own, "Origin": f"https://{own}", "Sec-Fetch-Site": "same-origin", **headers}
        client = httpx.Client(base_url=f"https://127.0.0.1:{self.proxy.port}", headers=said, verify=trust, timeout=30)
        if cookie is not None:
            client.cookies.set("doorman", cookie)
        return client

    def go_straight(self, headers: Headers, address: str = "127.0.0.1", path: str = "/v1/me") -> httpx.Response:
        """Straight to the node, past the proxy, from an address of this machine."""
        said = [("Host", self.proxy.own), ("Antiphon-Client", "1"), *headers]
        with httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=30) as client:
            return client.get(self.node.url + path, headers=said)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    create_key_file(folder / "antiphon.key")
    (folder / "proxy-secret").write_text(f"{SECRET}\n")
    port = find_free_port()
    said = {
        "ANTIPHON_ACCOUNTS": "on",
        "ANTIPHON_PUBLIC_URL": f"https://{NAME}:{port}",
        "ANTIPHON_TRUSTED_PROXIES": "127.0.0.1",
        "ANTIPHON_KEY_FILE": str(folder / "antiphon.key"),
        "ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal",
        "ANTIPHON_HEADER_SSO__USER": "X-Forwarded-User",
        "ANTIPHON_HEADER_SSO__EMAIL": "X-Forwarded-Email",
        "ANTIPHON_HEADER_SSO__NAME": "X-Forwarded-Name",
        "ANTIPHON_HEADER_SSO__GROUPS": "X-Forwarded-Groups",
        "ANTIPHON_HEADER_SSO__SECRET_FILE": str(folder / "proxy-secret"),
        "ANTIPHON_HEADER_SSO__CREATE_PEOPLE": "true",
        "ANTIPHON_HEADER_SSO__ROLE_MAP__STAFF": "member",
        "ANTIPHON_HEADER_SSO__ROLE_MAP__CHIEFS": "admin",
        "ANTIPHON_HEADER_SSO__ROLE_MAP__IT": "instance-admin",
    }
    with ExitStack() as stack:
        doorman = stack.enter_context(run_doorman())
        node = Node(folder / "node", said)
        stack.callback(node.close)
        node.start()
        proxy = stack.enter_context(run_proxy("nginx", [node.port], port, SignsIn(doorman.port, SECRET)))
        yield House(node, proxy, doorman)


@pytest.fixture(scope="module")
def owner(house: House) -> Iterator[httpx.Client]:
    """Whoever set it up, signed in with a password behind the same proxy."""
    house.doorman.say("owner", user="owner", groups="staff")
    link = re.search(r"/setup#(\S+)", house.node.log)
    assert link is not None
    with house.come("owner") as client:
        assert client.get("/v1/me").json()["code"] == "not_set_up"
        made = client.post("/v1/auth/setup", json={"token": link[1], "name": "Owner", **OWNER})
        assert made.status_code == 204
        assert client.post("/v1/auth/sign-in", json=OWNER).status_code == 204
        yield client


@pytest.fixture
def browser(house: House, owner: httpx.Client, request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    """A browser of somebody whom nobody has seen before."""
    name = re.sub(r"\W", "", request.node.name)[-60:]
    house.doorman.say(name, user=name, email=f"{name}@example.org", preferred_username="Ada", groups="staff, others")
    with house.come(name) as client:
        yield client


def audit(owner: httpx.Client, action: str) -> list[Any]:
    answer = owner.get("/v1/audit")
    assert answer.status_code == 200, answer.text
    return [each for each in answer.json()["items"] if each["action"] == action]


def test_whoever_the_proxy_names_is_signed_in_at_first_sight(browser: httpx.Client) -> None:
    """An ordinary session with a cookie, by the roles that the groups give, of somebody who is made here."""
    first = browser.get("/v1/me")
    again = browser.get("/v1/me")

    me = first.json()
    assert (me["name"], me["workspace_role"], me["instance_role"]) == ("Ada", "member", "member")
    assert me["email"].endswith("@example.org")
    cookie = first.headers["Set-Cookie"].lower()
    assert cookie.startswith("__host-antiphon=")
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= {each.strip() for each in cookie.split(";")}
    assert (again.json()["id"], "Set-Cookie" in again.headers) == (me["id"], False)
    sessions = browser.get("/v1/me/sessions").json()["items"]
    assert [(each["method"], each["current"]) for each in sessions] == [("header", True)]
    line = browser.get("/v1/me/identities").json()["items"][0]
    assert (line["issuer"], line["provider"]) == ("header:x-forwarded-user", "header")
    assert browser.get("/v1/auth/ways").json()["header"] is True


def test_somebody_whom_the_proxy_does_not_know_gets_nothing(house: House, owner: httpx.Client) -> None:
    with house.come() as nobody:
        assert nobody.get("/v1/me").status_code == 401
        assert nobody.get("/").status_code == 401


def test_what_comes_at_once_is_one_arrival(house: House, browser: httpx.Client) -> None:
    """A page asks for much before the first answer brings it a cookie."""
    name = browser.cookies["doorman"]

    def look(_: int) -> str:
        with house.come(name) as tab:
            return str(tab.get("/v1/me").json()["id"])

    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(look, range(8)))

    assert len(found) == 1
    assert len(browser.get("/v1/me/sessions").json()["items"]) == 1


def test_every_kind_of_answer_brings_the_cookie(house: House, browser: httpx.Client) -> None:
    """Also a stream, and a refusal of what was asked for."""
    with browser.stream("GET", "/v1/feed?list=true") as feed:
        assert feed.status_code == 200
        assert feed.headers["Set-Cookie"].startswith("__Host-antiphon=")
    browser.cookies.delete("__Host-antiphon")
    missing = browser.get("/v1/conversations/nothing")

    assert missing.status_code == 404
    assert missing.headers["Set-Cookie"].startswith("__Host-antiphon=")


@pytest.mark.parametrize(
    ("headers", "address"),
    [
        (list(NAMED.items()), ELSEWHERE),
        ([("X-Forwarded-User", "ada")], "127.0.0.1"),
        ([*NAMED.items(), ("X-Forwarded-For", "127.0.0.1")], ELSEWHERE),
        ([("X-Forwarded-User", "ada"), ("Antiphon-Proxy-Secret", "wrong")], "127.0.0.1"),
        ([("X-Forwarded-User", "ada"), ("Antiphon-Proxy-Secret", "")], "127.0.0.1"),
        ([("X-Forwarded-User", "ada"), ("Antiphon-Proxy-Secret", SECRET[:-1])], "127.0.0.1"),
        ([("X-Forwarded-User", "ada"), ("Antiphon-Proxy-Secret", f"{SECRET}, {SECRET}")], "127.0.0.1"),
        ([*NAMED.items(), ("Antiphon-Proxy-Secret", SECRET)], "127.0.0.1"),
        ([*NAMED.items(), ("Antiphon-Proxy-Secret", "wrong")], "127.0.0.1"),
        ([*NAMED.items(), ("X-Forwarded-User", "owner")], "127.0.0.1"),
        ([*NAMED.items(), ("x-forwarded-user", "ada")], "127.0.0.1"),
        ([*NAMED.items(), ("X-Forwarded-Groups", "staff"), ("X-Forwarded-Groups", "it")], "127.0.0.1"),
        ([("X-Forwarded-User", ""), ("Antiphon-Proxy-Secret", SECRET)], "127.0.0.1"),
        ([("X-Forwarded-User", "a" * 256), ("Antiphon-Proxy-Secret", SECRET)], "127.0.0.1"),
        ([("X_Forwarded_User", "ada"), ("Antiphon-Proxy-Secret", SECRET)], "127.0.0.1"),
        ([("Forwarded-User", "ada"), ("Remote-User", "ada"), ("Antiphon-Proxy-Secret", SECRET)], "127.0.0.1"),
        ([*NAMED.items(), ("Authorization", "Bearer ap_nobody")], "127.0.0.1"),
        ([*NAMED.items(), ("Authorization", "Basic YWRhOmFkYQ==")], "127.0.0.1"),
    ],
)
def test_a_header_is_believed_from_the_proxy_only(
    house: House, owner: httpx.Client, headers: Headers, address: str
) -> None:
    """A-13: by address and secret, said once; anything else is as if it had not been sent, and refused as nobody."""
    before = len(owner.get("/v1/people").json()["items"])

    answer = house.go_straight(headers, address)

    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert "Set-Cookie" not in answer.headers
    # Dropped, not refused: what is public to everybody is public to them.
    ways = house.go_straight(headers, address, "/v1/auth/ways")
    assert (ways.status_code, ways.json()["header"]) == (200, "Authorization" in dict(headers))
    assert len(owner.get("/v1/people").json()["items"]) == before
    # The same from the proxy's address, with its secret, once.
    stranger = house.go_straight([("X-Forwarded-User", "stranger"), ("Antiphon-Proxy-Secret", SECRET)])
    assert stranger.json()["facts"] == {"problem": "no_role"}


@pytest.mark.parametrize(
    "smuggled",
    [
        {"X-Forwarded-User": "owner", "Antiphon-Proxy-Secret": SECRET},
        {"x-forwarded-user": "owner", "X-Forwarded-Groups": "it", "X-Forwarded-Email": "owner@example.org"},
        {"X_Forwarded_User": "owner", "X_Forwarded_Groups": "it"},
        {"X-Auth-Request-User": "owner", "X-Auth-Request-Groups": "it"},
        {"Connection": "close, X-Forwarded-User", "X-Forwarded-User": "owner"},
    ],
)
def test_what_a_browser_smuggles_is_replaced_by_the_proxy(
    house: House, browser: httpx.Client, smuggled: dict[str, str]
) -> None:
    """Behind the recipe of the page: with a doorman's word, without one, and beside a token."""
    me = browser.get("/v1/me", headers=smuggled).json()
    with house.come(**smuggled) as nobody:
        refused = nobody.get("/v1/me")
        as_program = nobody.get("/v1/me", headers={"Authorization": "Bearer ap_nobody"})

    assert (me["name"], me["instance_role"]) == ("Ada", "member")
    assert (refused.status_code, as_program.status_code) == (401, 401)


def test_a_token_is_whoever_it_says_behind_the_proxy_too(house: House, owner: httpx.Client) -> None:
    made = owner.post("/v1/me/tokens", json={"name": "a program", "scopes": ["history:read"]}).json()

    with house.come(Authorization=f"Bearer {made['token']}", **NAMED) as program:
        assert program.get("/v1/me").json()["name"] == "Owner"


def test_another_user_ends_the_session_and_its_stream(house: House, owner: httpx.Client, browser: httpx.Client) -> None:
    """Nothing of what is asked with the old cookie is done for the new user; then they come in as themselves."""
    name = browser.cookies["doorman"]
    me = browser.get("/v1/me").json()
    # A stream that goes on says nothing for fifteen seconds.
    with browser.stream("GET", "/v1/feed?list=true", timeout=10) as feed:
        lines = feed.iter_lines()
        house.doorman.say(name, user=f"{name}2", preferred_username="Bob", groups="staff")
        with house.come(name) as same:
            same.cookies.update(browser.cookies)
            refused = same.post("/v1/conversations", json={"title": "whose?"})
        assert "event: signed_out" in lines

    assert (refused.status_code, refused.json()["code"]) == (401, "not_signed_in")
    assert refused.headers["Clear-Site-Data"] == '"cache", "storage"'
    ended = audit(owner, "session.ended_by_proxy")[0]
    assert (ended["target_name"], ended["after"]["proxy_user"]) == ("Ada", f"{name}2")
    # The old cookie leads nowhere any more, whoever is named.
    other = browser.get("/v1/me").json()
    assert (other["name"], other["id"] != me["id"]) == ("Bob", True)
    assert browser.get("/v1/conversations").json()["items"] == []
    house.doorman.say(name, user=name, preferred_username="Ada", groups="staff")
    assert browser.get("/v1/me").status_code == 401
    assert browser.get("/v1/me").json()["id"] == me["id"]


def test_a_session_counts_only_with_the_header_it_began_with(house: House, browser: httpx.Client) -> None:
    """Not past the proxy, not without the secret, not as a session that a password began under another name."""
    me = browser.get("/v1/me").json()
    cookie = ("Cookie", f"__Host-antiphon={browser.cookies['__Host-antiphon']}")
    user = ("X-Forwarded-User", browser.cookies["doorman"])
    secret = ("Antiphon-Proxy-Secret", SECRET)
    groups = ("X-Forwarded-Groups", "staff, others")

    assert house.go_straight([cookie]).status_code == 401
    assert house.go_straight([cookie, user]).status_code == 401
    assert house.go_straight([cookie, user, groups, secret], ELSEWHERE).status_code == 401
    # None of these ended it.
    assert house.go_straight([cookie, user, groups, secret]).json()["id"] == me["id"]
    assert "Set-Cookie" not in browser.get("/v1/me").headers


def test_a_session_by_password_is_bound_to_the_proxys_word_too(
    house: House, owner: httpx.Client, browser: httpx.Client
) -> None:
    name = browser.cookies["doorman"]
    assert browser.post("/v1/auth/sign-in", json=OWNER).status_code == 204
    assert browser.get("/v1/me").json()["name"] == "Owner"

    house.doorman.say(name, user=f"{name}2", preferred_username="Bob", groups="staff")

    assert browser.get("/v1/me").status_code == 401
    assert browser.get("/v1/me").json()["name"] == "Bob"
    assert owner.get("/v1/me").status_code == 200


def test_other_sites_change_nothing_by_it(house: House, browser: httpx.Client) -> None:
    """The proxy names whoever's browser it is, whatever page made it ask: rules stay as they are with cookies."""
    assert browser.post("/v1/conversations", json={}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert browser.get("/v1/me", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    del browser.headers["Origin"], browser.headers["Sec-Fetch-Site"]
    assert browser.post("/v1/conversations", json={}).status_code == 401
    assert browser.post("/v1/conversations", json={}, headers={"Antiphon-Client": "1"}).status_code == 201


def test_whoever_is_suspended_is_refused_and_not_made_again(
    house: House, owner: httpx.Client, browser: httpx.Client
) -> None:
    me = browser.get("/v1/me").json()
    people = len(owner.get("/v1/people").json()["items"])
    assert owner.post("/v1/auth/verify", json={"password": GOOD}).status_code == 204

    assert owner.post(f"/v1/people/{me['id']}/suspend").status_code == 200

    for _ in range(2):
        refused = browser.get("/v1/me")
        assert (refused.status_code, refused.json()["code"]) == (403, "sign_on_refused")
        assert refused.json()["facts"] == {"problem": "suspended"}
    assert len(owner.get("/v1/people").json()["items"]) == people
    assert audit(owner, "session.refused")[0]["reason"] == "header suspended"
    assert owner.post(f"/v1/people/{me['id']}/restore").status_code == 200
    # What was refused a moment ago is not looked at again for five seconds.
    until = time.monotonic() + 10
    while browser.get("/v1/me").status_code == 403 and time.monotonic() < until:
        time.sleep(0.5)
    assert browser.get("/v1/me").json()["id"] == me["id"]


def test_roles_follow_the_groups_that_the_proxy_says(house: House, browser: httpx.Client) -> None:
    name = browser.cookies["doorman"]
    first = browser.get("/v1/me").json()

    house.doorman.say(name, user=name, groups="chiefs,it")
    raised = browser.get("/v1/me").json()
    house.doorman.say(name, user=name, groups="strangers")
    none = browser.get("/v1/me")
    house.doorman.say(name, user=name, groups="staff")
    back = browser.get("/v1/me").json()

    assert (first["workspace_role"], first["instance_role"]) == ("member", "member")
    assert (raised["id"], raised["workspace_role"], raised["instance_role"]) == (first["id"], "admin", "admin")
    assert (none.status_code, none.json()["facts"]) == (403, {"problem": "no_role"})
    assert (back["id"], back["workspace_role"], back["instance_role"]) == (first["id"], "member", "member")


def test_what_is_sensitive_wants_more_than_a_header(browser: httpx.Client) -> None:
    """A proxy does not say when it last saw somebody."""
    made = browser.post("/v1/me/tokens", json={"name": "a program", "scopes": ["ask"]})

    assert (made.status_code, made.json()["code"]) == (403, "verify_again")


def test_signing_out_lasts_until_the_next_request(house: House, browser: httpx.Client) -> None:
    me = browser.get("/v1/me").json()
    gone = browser.post("/v1/auth/sign-out")

    assert gone.status_code == 204
    assert "__Host-antiphon" not in browser.cookies
    assert browser.get("/v1/me").json()["id"] == me["id"]


def test_one_links_ones_own_account_to_whom_the_proxy_names(house: House, owner: httpx.Client) -> None:
    assert owner.post("/v1/auth/verify", json={"password": GOOD}).status_code == 204
    house.doorman.say("else", user="owner", groups="staff")
    with house.come("else") as nobody:
        # An address that is somebody's links nobody: without the link they are somebody else.
        assert owner.get("/v1/me/identities").json()["items"] == []
        linked = owner.post("/v1/me/identities", json={"provider": "header", "return_to": "/settings"})
        assert (linked.status_code, linked.json()) == (200, {"address": "/settings"})
        me = nobody.get("/v1/me").json()

    assert (me["id"], me["instance_role"]) == ("local", "owner")
    assert audit(owner, "oidc.linked")[0]["target_name"] == "header:x-forwarded-user"


def test_no_secret_and_no_cookie_is_written_down(house: House, browser: httpx.Client) -> None:
    browser.get("/v1/me")
    written = house.node.log + house.proxy.access_log.read_text()

    assert SECRET not in written
    assert browser.cookies["__Host-antiphon"] not in written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    create_key_file(tmp_path / "antiphon.key")
    return tmp_path


@pytest.mark.parametrize(
    ("secret", "sentence"),
    [
        (None, "header_sso.secret_file: {path} cannot be read"),
        ("\n", "header_sso.secret_file: {path} is empty"),
        ("short", "header_sso.secret_file: {path} must hold 16 or more letters"),
        ("sixteen or more with spaces", "header_sso.secret_file: {path} must hold 16 or more letters"),
    ],
)
def test_a_server_does_not_start_with_a_secret_that_is_none(folder: Path, secret: str | None, sentence: str) -> None:
    path = folder / "proxy-secret"
    if secret is not None:
        path.write_text(secret)
    said = {
        "ANTIPHON_ACCOUNTS": "on",
        "ANTIPHON_PUBLIC_URL": f"https://{NAME}",
        "ANTIPHON_TRUSTED_PROXIES": "127.0.0.1",
        "ANTIPHON_KEY_FILE": str(folder / "antiphon.key"),
        "ANTIPHON_HEADER_SSO__USER": "X-Forwarded-User",
        "ANTIPHON_HEADER_SSO__SECRET_FILE": str(path),
    }
    node = Node(folder / "node", said)
    node.spawn()
    try:
        assert node.wait() != 0
    finally:
        node.close()

    assert sentence.format(path=path) in " ".join(node.log.split())
