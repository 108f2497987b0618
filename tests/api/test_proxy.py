"""The recipe of the how-to, run: what people copy lets people in and keeps other sites out."""

import base64
import socket
import ssl
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.fakes.nodes import Node
from tests.fakes.proxy import NAME, PERSON, run_proxy
from tests.fakes.servers import find_free_port


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A person of the team, who comes through the proxy by the name of the team's server."""
    port = find_free_port()
    own = f"{NAME}:{port}"
    environment = {"ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal", "ANTIPHON_PUBLIC_URL": f"https://{own}"}
    node = Node(tmp_path_factory.mktemp("node"), environment).start()
    try:
        with (
            run_proxy(node.port, port),
            httpx.Client(
                base_url=f"https://127.0.0.1:{port}", headers={"Host": own}, auth=PERSON, verify=False
            ) as client,
        ):
            client.timeout = httpx.Timeout(20)
            yield client
    finally:
        node.close()


def test_the_team_reads_and_writes(team: httpx.Client) -> None:
    """The page, a change that its own page asks for, and a file larger than nginx lets through by itself."""
    origin = {"Origin": f"https://{team.headers['Host']}", "Sec-Fetch-Site": "same-origin"}

    assert team.get("/").status_code == 200
    assert team.post("/v1/conversations", json={"title": "Ours"}, headers=origin).status_code == 201
    assert team.post("/v1/documents?name=a.txt", content=b"word " * 400_000, headers=origin).status_code == 201


def test_strangers_and_other_sites_get_nothing(team: httpx.Client) -> None:
    """C-02, C-03 through the proxy: no password, another name, another origin."""
    assert team.get("/v1/status", auth=("ana", "guess")).status_code == 401
    assert team.get("/v1/status", headers={"Host": "evil.example"}).status_code == 421
    assert team.get("/v1/status", headers={"Host": "127.0.0.1"}).status_code == 421
    assert team.post("/v1/conversations", json={}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert team.get("/v1/status", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_what_is_the_operators_stays_on_the_machine(team: httpx.Client) -> None:
    assert team.get("/metrics").status_code == 403
    assert _ask_by_whole_address(team, "/metrics", host="127.0.0.1") == b"HTTP/1.1 403"
    assert team.get("/healthz").json() == {"status": "ok", "version": None, "node": None, "proof": None}


@pytest.mark.measured
def test_events_come_when_they_happen(team: httpx.Client) -> None:
    """Nothing between the node and the reader waits for more."""
    conversation = team.post("/v1/conversations", json={}).json()["id"]

    with team.stream("GET", f"/v1/feed?conversation={conversation}") as feed:
        lines = feed.iter_lines()
        assert "event: snapshot" in lines
        began = time.monotonic()
        assert team.patch(f"/v1/conversations/{conversation}", json={"title": "Renamed"}).status_code == 200
        assert "event: conversation_renamed" in lines
        # A buffer would let it go with the next sign of life, after fifteen seconds.
        assert time.monotonic() - began < 5


def test_answers_are_kept_by_no_cache(team: httpx.Client) -> None:
    answer = team.get("/v1/conversations")

    assert answer.headers["Cache-Control"] == "no-store"
    assert "Cookie" in answer.headers["Vary"]


def _ask_by_whole_address(team: httpx.Client, path: str, host: str) -> bytes:
    """The status when the address stands in the first line, as proxies are asked, and another name in `Host`."""
    own, port = team.headers["Host"], team.base_url.port
    pass_ = base64.b64encode(":".join(PERSON).encode()).decode()
    head = (
        f"GET https://{own}{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Basic {pass_}\r\nConnection: close\r\n\r\n"
    )
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port or 443)) as plain, context.wrap_socket(plain) as line:
        line.sendall(head.encode())
        return line.recv(4096)[:12]
