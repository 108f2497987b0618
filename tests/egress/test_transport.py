"""Requests that a client library brings, against a real server."""

import gzip
import socket
import time

import httpx2
import pytest

from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.egress.transport import Client, PreparedRequest, open_client, send_under
from tests.fakes.model_server import ModelServer, Script, chunk, cut, fail, hang, headers_only, raw, reset


@pytest.fixture
def client(session: Session, policy: AddressPolicy) -> Client:
    return open_client(send_under(session, policy, silence_seconds=0.3), limit=2 * 1024 * 1024)


async def test_a_library_gets_its_answer(client: Client, server: ModelServer) -> None:
    server.default = fail(200, b'{"a": 1}', {"Content-Type": "application/json", "X-Mark": "here"})

    response = await client.post(server.base_url, content=b"{}", headers={"X-Own": "mine"})

    assert (response.status_code, response.json(), response.headers["x-mark"]) == (200, {"a": 1}, "here")
    assert (server.requests[0].body, server.requests[0].headers["x-own"]) == (b"{}", "mine")


@pytest.mark.measured
async def test_bytes_arrive_while_the_answer_goes_on(client: Client, server: ModelServer) -> None:
    server.default = chunk(b"one") + hang()

    async with client.stream("POST", server.base_url, content=b"{}") as response:
        first = await anext(response.aiter_bytes())

    assert first == b"one"
    assert await server.wait_for_disconnect() < 1


@pytest.mark.parametrize("url", ["http://localhost:{port}/v1", "http://127.0.0.1:{port}/v1", "http://[::1]:{port}/v1"])
async def test_this_machine_is_refused_without_permission(server: ModelServer, url: str) -> None:
    """E-02, E-03: the policy judges a library's requests like ours."""
    strict = AddressPolicy(allow_private=False)
    session = open_session(strict)
    client = open_client(send_under(session, strict, silence_seconds=1))

    with pytest.raises(httpx2.ConnectError, match="may not be reached"):
        await client.post(url.format(port=server.port), content=b"{}")

    await session.close()
    assert server.requests == []


async def test_metadata_addresses_are_refused_always(client: Client) -> None:
    """E-05."""
    for host in ("169.254.169.254", "[::ffff:a9fe:a9fe]", "0xa9fea9fe"):
        with pytest.raises(httpx2.ConnectError):
            await client.get(f"http://{host}/latest/meta-data")


async def test_redirects_are_not_followed(client: Client, server: ModelServer) -> None:
    """E-04."""
    server.default = fail(307, b"", {"Location": server.base_url + "/elsewhere"})

    response = await client.post(server.base_url, content=b"{}")

    assert response.status_code == 307
    assert len(server.requests) == 1


async def test_no_proxy_is_taken_from_the_environment(
    client: Client, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.default = fail(200, b"direct")

    response = await client.post(server.base_url, content=b"{}")

    assert response.content == b"direct"


async def test_a_compressed_answer_is_read_once(client: Client, server: ModelServer) -> None:
    server.default = fail(200, gzip.compress(b"hello"), {"Content-Encoding": "gzip"})

    response = await client.post(server.base_url, content=b"{}")

    assert response.content == b"hello"


@pytest.mark.measured
async def test_a_gzip_bomb_is_not_swallowed(client: Client, server: ModelServer) -> None:
    """E-09."""
    server.default = fail(200, gzip.compress(b"\0" * 50_000_000), {"Content-Encoding": "gzip"})
    started = time.monotonic()

    with pytest.raises(httpx2.RemoteProtocolError, match="larger"):
        await client.post(server.base_url, content=b"{}")

    assert time.monotonic() - started < 10


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        (hang(), httpx2.ReadTimeout),
        (headers_only() + hang(), httpx2.ReadTimeout),
        (reset(), httpx2.ConnectError),
        (raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n") + cut(), httpx2.RemoteProtocolError),
        (chunk(b"half") + cut(), httpx2.ReadError),
    ],
    ids=["hang", "headers then silence", "reset", "not http", "cut"],
)
async def test_failures_come_in_the_librarys_words(
    client: Client, server: ModelServer, script: Script, failure: type[httpx2.TransportError]
) -> None:
    """XP09, XP10, XP12, XP22."""
    server.default = script

    with pytest.raises(failure):
        await client.post(server.base_url, content=b"{}")


async def test_nobody_listening_is_no_connection(client: Client) -> None:
    """XP22."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))

        with pytest.raises(httpx2.ConnectError):
            await client.post(f"http://127.0.0.1:{unused.getsockname()[1]}/v1", content=b"{}")


async def test_whoever_holds_the_client_sees_every_request_first() -> None:
    """I-26: a draft can be taken before anything leaves."""
    seen: list[PreparedRequest] = []

    async def take(draft: PreparedRequest) -> None:
        seen.append(draft)
        raise KeyboardInterrupt

    client = open_client(take)  # type: ignore[arg-type]  # it never answers

    with pytest.raises(KeyboardInterrupt):
        await client.post("http://nowhere.invalid/v1", content=b"bytes")

    assert (seen[0].method, seen[0].url, seen[0].body) == ("POST", "http://nowhere.invalid/v1", b"bytes")
