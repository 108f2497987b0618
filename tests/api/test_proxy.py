"""The recipes of the how-to, run: what people copy lets people in, keeps others out, and says where they come from."""

import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from antiphon.secrets.keeper import create_key_file
from tests.fakes.certificates import NAME
from tests.fakes.nodes import Node
from tests.fakes.proxy import Kind, Proxy, run_proxy
from tests.fakes.servers import Stores, find_free_port

# Two nodes and a proxy are started within the first test of each.
pytestmark = pytest.mark.timeout(240)

GOOD = "correct horse battery"
ADA = {"email": "ada@example.org", "password": GOOD}
# An address of this machine that is no proxy of anybody's.
ELSEWHERE = "127.0.0.3"


@dataclass(slots=True)
class Nodes:
    """Two nodes on one PostgreSQL and one Redis, as the page has them, and the port of the proxy they are to get."""

    both: list[Node]
    port: int
    setup_token: str

    @property
    def own(self) -> str:
        """What people call them, as `Host` has it."""
        return f"{NAME}:{self.port}"


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory, stores: Stores, postgresql_template: str) -> Iterator[Nodes]:
    folder = tmp_path_factory.mktemp("team")
    create_key_file(folder / "antiphon.key")
    port = find_free_port()
    said = {
        "ANTIPHON_ACCOUNTS": "on",
        "ANTIPHON_PUBLIC_URL": f"https://{NAME}:{port}",
        "ANTIPHON_TRUSTED_PROXIES": "127.0.0.1",
        "ANTIPHON_KEY_FILE": str(folder / "antiphon.key"),
        "ANTIPHON_DATABASE_URL": stores.create_database("behind_proxies", postgresql_template),
        "ANTIPHON_REDIS_URL": stores.redis_url,
        "ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal",
    }
    with ExitStack() as stack:
        stack.callback(stores.drop_database, "behind_proxies")
        made = [Node(folder / each, said, each) for each in ("one", "two")]
        for node in made:
            stack.callback(node.close)
            node.start()
        link = re.search(r"/setup#(\S+)", made[-1].log)
        assert link is not None
        yield Nodes(made, port, link[1])


@pytest.fixture(scope="module", params=["nginx", "haproxy"])
def proxy(request: pytest.FixtureRequest, nodes: Nodes) -> Iterator[Proxy]:
    kind: Kind = request.param
    with run_proxy(kind, [node.port for node in nodes.both], nodes.port) as running:
        yield running


def come(proxy: Proxy) -> httpx.Client:
    """A browser of somebody of the team, who comes by the name of the team's server."""
    trust = ssl.create_default_context(cafile=proxy.certificate)
    transport = httpx.HTTPTransport(verify=trust, local_address=ELSEWHERE)
    page = {"Host": proxy.own, "Origin": f"https://{proxy.own}", "Sec-Fetch-Site": "same-origin"}
    return httpx.Client(base_url=f"https://127.0.0.1:{proxy.port}", headers=page, transport=transport, timeout=60)


@pytest.fixture(scope="module")
def ada(nodes: Nodes, proxy: Proxy) -> Iterator[httpx.Client]:
    """The owner, signed in."""
    with come(proxy) as client:
        client.post("/v1/auth/setup", json={"token": nodes.setup_token, "name": "Ada", **ADA})
        assert client.post("/v1/auth/sign-in", json=ADA).status_code == 204
        yield client


@pytest.fixture
def nobody(proxy: Proxy, ada: httpx.Client) -> Iterator[httpx.Client]:
    with come(proxy) as client:
        yield client


def test_the_team_reads_and_writes(ada: httpx.Client) -> None:
    """The page, a change that its own page asks for, and a file larger than nginx lets through by itself."""
    assert ada.get("/").status_code == 200
    assert ada.post("/v1/conversations", json={"title": "Ours"}).status_code == 201
    words = f"{time.monotonic_ns()} words ".encode() * 100_000
    assert ada.post("/v1/documents?name=a.txt", content=words).status_code == 201


def test_strangers_and_other_sites_get_nothing(ada: httpx.Client, nobody: httpx.Client) -> None:
    """C-02, C-03 through the proxy: no cookie, another name, another origin."""
    assert nobody.get("/v1/conversations").status_code == 401
    assert ada.get("/v1/status", headers={"Host": "evil.example"}).status_code == 421
    assert ada.get("/v1/status", headers={"Host": "127.0.0.1"}).status_code == 421
    assert ada.post("/v1/conversations", json={}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert ada.get("/v1/status", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    del ada.headers["Origin"], ada.headers["Sec-Fetch-Site"]
    try:
        assert ada.post("/v1/conversations", json={}).status_code == 401
        assert ada.post("/v1/conversations", json={}, headers={"Antiphon-Client": "1"}).status_code == 201
    finally:
        ada.headers.update({"Origin": f"https://{ada.headers['Host']}", "Sec-Fetch-Site": "same-origin"})


def test_what_is_the_operators_is_told_to_operators(ada: httpx.Client, nobody: httpx.Client) -> None:
    made = ada.post("/v1/me/tokens", json={"name": "graphs", "scopes": ["admin"]}).json()
    other = ada.post("/v1/me/tokens", json={"name": "history", "scopes": ["history:read"]}).json()

    assert nobody.get("/metrics").status_code == 401
    assert ask_by_whole_address(nobody, "/metrics", host="127.0.0.1") != b"HTTP/1.1 200"
    assert nobody.get("/metrics", headers=bearing(other)).status_code == 403
    assert b"antiphon_node_info" in nobody.get("/metrics", headers=bearing(made)).content
    assert nobody.get("/healthz").json() == {"status": "ok", "version": None, "node": None, "proof": None}


def test_the_node_itself_tells_how_it_is_and_nothing_else(nodes: Nodes, ada: httpx.Client) -> None:
    """Whoever is on the machine, without a credential, by a name of the machine."""
    node = nodes.both[0]

    assert httpx.get(f"{node.url}/healthz").json()["node"] is not None
    assert httpx.get(f"{node.url}/readyz").status_code == 200
    assert httpx.get(f"{node.url}/metrics").status_code == 401
    assert httpx.get(f"{node.url}/v1/status").json()["code"] == "foreign_request"
    assert httpx.get(f"{node.url}/").status_code == 403


@pytest.mark.parametrize(
    "said", ["", "198.51.100.9", "198.51.100.9, 127.0.0.1", "127.0.0.1", "unknown", "::1, 10.0.0.1"]
)
def test_a_session_shows_where_somebody_comes_from_whatever_they_say(
    ada: httpx.Client, nobody: httpx.Client, said: str
) -> None:
    """A proxy is believed, and what was there before it is not."""
    lies = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http", "Forwarded": "for=198.51.100.9"}
    headers = {**lies, "X-Forwarded-For": said, "User-Agent": f"says {said or None}"}

    assert nobody.post("/v1/auth/sign-in", json=ADA, headers=headers).status_code == 204

    found = [each for each in ada.get("/v1/me/sessions").json()["items"] if each["agent"] == f"says {said or None}"]
    assert {each["address"] for each in found} == {ELSEWHERE}


def test_who_is_no_proxy_is_not_asked_whom_it_heard(nodes: Nodes, ada: httpx.Client) -> None:
    """Straight to the node, past the proxy."""
    transport = httpx.HTTPTransport(local_address="127.0.0.4")
    page = {"Host": nodes.own, "Antiphon-Client": "1", "X-Forwarded-For": "198.51.100.9", "User-Agent": "straight"}
    with httpx.Client(base_url=nodes.both[1].url, headers=page, transport=transport, timeout=20) as straight:
        assert straight.post("/v1/auth/sign-in", json=ADA).status_code == 204

    found = [each for each in ada.get("/v1/me/sessions").json()["items"] if each["agent"] == "straight"]
    assert {each["address"] for each in found} == {"127.0.0.4"}


@pytest.mark.measured
def test_events_come_when_they_happen(ada: httpx.Client) -> None:
    """Nothing between the node and the reader waits for more."""
    conversation = ada.post("/v1/conversations", json={}).json()["id"]

    with ada.stream("GET", f"/v1/feed?conversation={conversation}") as feed:
        lines = feed.iter_lines()
        assert "event: snapshot" in lines
        began = time.monotonic()
        assert ada.patch(f"/v1/conversations/{conversation}", json={"title": "Renamed"}).status_code == 200
        assert "event: conversation_renamed" in lines
        # A buffer would let it go with the next sign of life, after fifteen seconds.
        assert time.monotonic() - began < 5


def test_answers_are_kept_by_no_cache_and_https_stays_https(ada: httpx.Client) -> None:
    answer = ada.get("/v1/conversations")

    assert answer.headers["Cache-Control"] == "no-store"
    assert "Cookie" in answer.headers["Vary"]
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" in ada.get("/").headers


def test_the_cookie_is_closed_and_no_secret_is_in_an_address(nodes: Nodes, proxy: Proxy, nobody: httpx.Client) -> None:
    """A-15: seen by what the proxy and the nodes wrote down."""
    came = nobody.post("/v1/auth/sign-in", json=ADA)
    name, _, said = came.headers["Set-Cookie"].partition("=")
    value, *attributes = (each.strip().lower() for each in said.split(";"))
    token = nobody.post("/v1/me/tokens", json={"name": "a program", "scopes": ["ask"]}).json()["token"]
    gone = nobody.post("/v1/auth/sign-out")

    assert name == "__Host-antiphon"
    assert {"secure", "httponly", "samesite=lax", "path=/"} <= set(attributes)
    assert not [each for each in attributes if each.startswith("domain")]
    assert gone.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert nobody.get("/v1/me").status_code == 401
    noted = proxy.access_log.read_text() if proxy.access_log.exists() else ""
    written = noted + "".join(node.log for node in nodes.both)
    assert ("/v1/auth/sign-in" in noted) == proxy.access_log.exists()
    assert [each for each in (said.partition(";")[0], value, token, GOOD) if each in written] == []
    assert nodes.setup_token not in noted


def test_a_node_dies_and_nobody_notices(nodes: Nodes, ada: httpx.Client) -> None:
    """The last of each proxy: whoever is signed in stays so on the other node."""
    dead = nodes.both[0]
    dead.kill()

    answers = {ada.get("/v1/conversations").status_code for _ in range(12)}

    dead.start()
    assert answers == {200}


def bearing(made: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['token']}"}


def ask_by_whole_address(client: httpx.Client, path: str, host: str) -> bytes:
    """The status when the address stands in the first line, as proxies are asked, and another name in `Host`."""
    own, port = client.headers["Host"], client.base_url.port
    head = f"GET https://{own}{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port or 443)) as plain, context.wrap_socket(plain) as line:
        line.sendall(head.encode())
        return line.recv(4096)[:12]
