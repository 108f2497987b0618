"""Requests on their way out, against a real server."""

import asyncio
import gzip
import socket
import time

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from typing_extensions import override

from antiphon.conversation.errors import SettingsInvalid
from antiphon.egress.errors import AddressRefused, CutOff, EgressError, NoConnection, NotHttp, WentSilent
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.response import Response, read_capped
from antiphon.egress.session import CheckedResolver, Session, get_json, open_session, post
from tests.fakes.model_server import (
    ModelServer,
    Script,
    chunk,
    cut,
    fail,
    hang,
    headers_only,
    raw,
    reset,
    sleep,
)


class FixedNames(AbstractResolver):
    """Answers every name with the next list of addresses; the last one stays."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    @override
    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked += 1
        found = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return [
            {"hostname": host, "host": each, "port": port, "family": socket.AF_INET, "proto": 0, "flags": 0}
            for each in found
        ]

    @override
    async def close(self) -> None:
        """Nothing to close."""


async def _post(session: Session, policy: AddressPolicy, url: str, seconds: float = 5) -> Response:
    return await post(session, policy, url, body=b"{}", headers={"X-Key": "k"}, silence_seconds=seconds)


async def test_a_name_with_one_private_address_is_refused() -> None:
    """E-02: all addresses are checked, not only the first."""
    resolver = CheckedResolver(AddressPolicy(allow_private=False), FixedNames(["1.1.1.1", "10.0.0.1"]))

    with pytest.raises(AddressRefused):
        await resolver.resolve("two-faced.example")


async def test_a_checked_name_is_looked_up_once() -> None:
    """E-02: the address that was checked is the address that is connected to."""
    names = FixedNames(["1.1.1.1"], ["127.0.0.1"])

    found = await CheckedResolver(AddressPolicy(allow_private=False), names).resolve("rebinding.example")

    assert [each["host"] for each in found] == ["1.1.1.1"]
    assert names.asked == 1


async def test_a_name_of_this_machine_is_refused_without_permission(server: ModelServer) -> None:
    """E-02."""
    strict = AddressPolicy(allow_private=False)
    session = open_session(strict)

    with pytest.raises(AddressRefused):
        await _post(session, strict, f"http://localhost:{server.port}/v1")

    await session.close()
    assert server.requests == []


async def test_the_socket_is_checked_when_nobody_checked_the_url(server: ModelServer) -> None:
    """E-02, E-03: a literal address given to the session itself does not slip through."""
    session = open_session(AddressPolicy(allow_private=False))

    with pytest.raises(AddressRefused):
        await session.get(server.base_url, allow_redirects=False)

    await session.close()
    assert server.requests == []


async def test_redirects_are_not_followed(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    """E-04, XP21."""
    server.default = fail(307, b"", {"Location": server.base_url + "/elsewhere"})

    response = await _post(session, policy, server.base_url)
    response.close()

    assert response.status == 307
    assert len(server.requests) == 1


async def test_cookies_are_not_kept(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    server.default = fail(200, b"ok", {"Set-Cookie": "mark=1"})

    for _ in range(2):
        response = await _post(session, policy, server.base_url)
        await read_capped(response, 100)
        response.close()

    assert "cookie" not in server.requests[1].headers


async def test_a_connection_read_to_its_end_is_used_again(
    session: Session, policy: AddressPolicy, server: ModelServer
) -> None:
    server.default = fail(200, b"ok")

    for _ in range(3):
        response = await _post(session, policy, server.base_url)
        assert await read_capped(response, 100) == b"ok"
        response.close()

    assert {request.connection for request in server.requests} == {1}


async def test_large_bodies_are_cut_short(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    """E-09."""
    server.default = fail(500, b"x" * 3_000_000)

    response = await _post(session, policy, server.base_url)
    body = await read_capped(response, 1000)
    response.close()

    assert body == b"x" * 1000


@pytest.mark.measured
async def test_a_gzip_bomb_is_cut_short(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    """E-09, XP21."""
    server.default = fail(500, gzip.compress(b"\0" * 50_000_000), {"Content-Encoding": "gzip"})
    started = time.monotonic()

    response = await _post(session, policy, server.base_url)
    body = await read_capped(response, 1024 * 1024)
    response.close()

    assert len(body) == 1024 * 1024
    assert time.monotonic() - started < 10


async def test_bytes_before_a_broken_connection_are_read(
    session: Session, policy: AddressPolicy, server: ModelServer
) -> None:
    """XP12: resting does not lose what arrived meanwhile."""
    server.default = chunk(b"one") + sleep(0.05) + chunk(b"two") + cut()

    response = await _post(session, policy, server.base_url)
    first = await response.read_some()
    time.sleep(0.2)
    second = await response.read_some()

    assert (first, second) == (b"one", b"two")
    with pytest.raises(CutOff):
        await response.read_some()
    response.close()


@pytest.mark.measured
async def test_silence_is_measured_only_while_waiting(
    session: Session, policy: AddressPolicy, server: ModelServer
) -> None:
    """D22: a slow reader is not a silent provider."""
    server.default = chunk(b"one") + hang()
    response = await _post(session, policy, server.base_url, seconds=0.1)

    await response.read_some()
    await asyncio.sleep(0.3)
    started = time.monotonic()
    with pytest.raises(WentSilent):
        await response.read_some()
    response.close()

    assert 0.05 < time.monotonic() - started < 10


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        (hang(), WentSilent),
        (reset(), NoConnection),
        (cut(), NoConnection),
        (raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n") + cut(), NotHttp),
    ],
    ids=["hang", "reset", "cut", "not http"],
)
async def test_failures_before_the_headers_have_names(
    session: Session,
    policy: AddressPolicy,
    server: ModelServer,
    script: Script,
    failure: type[EgressError],
) -> None:
    """XP09, XP22."""
    server.default = script

    with pytest.raises(failure):
        await _post(session, policy, server.base_url, seconds=0.2)


async def test_nobody_listening_is_no_connection(session: Session, policy: AddressPolicy) -> None:
    """XP22."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

        with pytest.raises(NoConnection):
            await _post(session, policy, f"http://127.0.0.1:{port}/v1")


async def test_an_unknown_name_is_no_connection(session: Session, policy: AddressPolicy) -> None:
    """XP22: .invalid never resolves."""
    with pytest.raises(NoConnection):
        await _post(session, policy, "http://nowhere.invalid/v1")


@pytest.mark.parametrize("host", ["a..b", "a" * 64 + ".example"], ids=["empty", "long"])
async def test_a_name_that_cannot_be_asked_for_is_no_connection(
    session: Session, policy: AddressPolicy, host: str
) -> None:
    """XP22: a part of it is empty, or longer than the system's names may be."""
    with pytest.raises(NoConnection):
        await _post(session, policy, f"http://{host}/v1")


async def test_a_handshake_that_never_ends_is_no_connection(policy: AddressPolicy, server: ModelServer) -> None:
    """XP22, D22: TLS with a server that does not speak it runs into the time to connect."""
    session = open_session(policy, connect_seconds=0.2)

    with pytest.raises(NoConnection):
        await _post(session, policy, server.base_url.replace("http:", "https:"))

    await session.close()


async def test_json_can_be_fetched(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    server.models = ["llama3:8b"]

    body = await get_json(session, policy, server.base_url + "/models", 1)

    assert body["data"] == [{"id": "llama3:8b"}]


async def test_fetching_json_gives_up_in_time(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    server.hold("")

    with pytest.raises(WentSilent):
        await get_json(session, policy, server.base_url + "/models", 0.1)


async def test_what_is_not_json_is_refused(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    server.pages["/page"] = fail(200, b"<html>")
    server.pages["/gone"] = fail(404)

    for page in ("/page", "/gone"):
        with pytest.raises(NotHttp):
            await get_json(session, policy, f"http://127.0.0.1:{server.port}{page}", 1)


@pytest.mark.measured
async def test_headers_arrive_before_the_body(session: Session, policy: AddressPolicy, server: ModelServer) -> None:
    server.default = headers_only("text/plain") + hang()

    response = await _post(session, policy, server.base_url)
    response.close()

    assert response.headers["content-type"] == "text/plain"
    assert await server.wait_for_disconnect() < 1


async def test_a_client_library_that_cannot_be_watched_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams would hang or lose their end; better to say so before the first of them."""
    monkeypatch.delattr("aiohttp.client_proto.ResponseHandler.start_timeout")

    with pytest.raises(SettingsInvalid, match=r"lacks ResponseHandler.start_timeout; install aiohttp<3.15"):
        open_session(AddressPolicy(allow_private=True))
