"""Servers at an address: what they answer, where we go, and what we take along."""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from ipaddress import IPv4Address
from typing import Any

import pytest

from antiphon.conversation.errors import Malformed, ToolFailed, ToolServerUnavailable, ToolTimedOut
from antiphon.conversation.tool import ToolResult
from antiphon.tools.servers import HttpServer, ServerKey
from antiphon.tools.toolbox import Toolbox
from tests.fakes.model_server import ModelServer, Script, chunk, cut, fail, hang, raw, reset
from tests.fakes.servers import restart_server
from tests.tools.conftest import Clock

SECRET = "Bearer canary-4711"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def _by_operator(url: str, **headers: str) -> HttpServer:
    return HttpServer("clock", url, headers, trusted=True, workspace=None)


def _by_person(url: str) -> HttpServer:
    return HttpServer("clock", url, {"Authorization": SECRET}, workspace="w")


def _read_requests(clock: Clock) -> list[dict[str, Any]]:
    return [json.loads(line) for line in clock.log.read_text(encoding="utf-8").splitlines()]


def _restart(clock: Clock) -> None:
    clock.server.process.kill()
    clock.server.process.wait()
    restart_server(clock.server)


async def test_both_generations_of_the_protocol_are_spoken(
    box: Toolbox, clock: Clock, request: pytest.FixtureRequest
) -> None:
    await box.open([_by_operator(clock.url)])

    found = {each.name: each.read_only for each in await box.discover(ServerKey(None, "clock"))}
    result = await box.call(ServerKey(None, "clock"), "now", {}, 10)

    assert found == {"now": True, "set_alarm": False, "huge": False, "refuse": False}
    assert result == ToolResult(ok=True, text="noon")
    assert [each.protocol for each in box.status()] == [request.node.callspec.params["clock"]]


async def test_secrets_are_sent_as_they_are_written(
    box: Toolbox, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-08: nothing in a header is filled in, and every request carries it."""
    monkeypatch.setenv("CANARY", "from the environment")
    await box.open([_by_operator(clock.url, **{"X-Key": "${CANARY} {{token}} $HOME"})])

    await box.call(ServerKey(None, "clock"), "now", {}, 10)

    assert {each["headers"]["x-key"] for each in _read_requests(clock)} == {"${CANARY} {{token}} $HOME"}
    assert "GET" not in {each["method"] for each in _read_requests(clock)}


async def test_a_session_is_ended_in_good_order(box: Toolbox, run_clock: Callable[..., Clock]) -> None:
    clock = run_clock("--old")
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))

    await box.close()

    assert _read_requests(clock)[-1]["method"] == "DELETE"


@pytest.mark.measured
async def test_calls_run_side_by_side_and_one_that_waits_too_long_ends_alone(box: Toolbox, clock: Clock) -> None:
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    started = time.monotonic()

    late, *others = await asyncio.gather(
        box.call(ServerKey(None, "clock"), "set_alarm", {"minutes": 1}, 1),
        *(box.call(ServerKey(None, "clock"), "set_alarm", {"minutes": 0.03}, 20) for _ in range(4)),
        return_exceptions=True,
    )

    assert isinstance(late, ToolTimedOut)
    assert others == [ToolResult(ok=True, text="ring")] * 4
    assert time.monotonic() - started < 7.5


async def test_a_cancelled_call_leaves_the_session_usable(box: Toolbox, clock: Clock) -> None:
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    call = asyncio.create_task(box.call(ServerKey(None, "clock"), "set_alarm", {"minutes": 1}, 60))
    await asyncio.sleep(0.3)

    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call

    assert (await box.call(ServerKey(None, "clock"), "now", {}, 10)).text == "noon"


async def test_an_answer_too_large_to_read_costs_only_its_own_call(box: Toolbox, clock: Clock) -> None:
    """E-09."""
    await box.open([_by_operator(clock.url)])

    with pytest.raises(ToolFailed):
        await box.call(ServerKey(None, "clock"), "huge", {"chars": 10_000_000}, 30)

    assert (await box.call(ServerKey(None, "clock"), "now", {}, 10)).text == "noon"


async def test_a_server_that_was_started_again_is_found_again(box: Toolbox, clock: Clock) -> None:
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    _restart(clock)

    await box.discover(ServerKey(None, "clock"))

    assert (await box.call(ServerKey(None, "clock"), "now", {}, 10)).text == "noon"


async def test_a_session_without_streams_is_kept(box: Toolbox, run_clock: Callable[..., Clock]) -> None:
    clock = run_clock("--old", "--json")
    await box.open([_by_operator(clock.url)])

    result = await box.call(ServerKey(None, "clock"), "now", {}, 10)

    assert result.text == "noon"
    assert "mcp-session-id" in _read_requests(clock)[-1]["headers"]


@pytest.mark.parametrize("switches", [(), ("--json",), ("--lost=400",)], ids=["404", "404 without a stream", "400"])
async def test_a_call_in_a_session_that_was_forgotten_is_made_in_a_new_one(
    box: Toolbox, run_clock: Callable[..., Clock], switches: tuple[str, ...]
) -> None:
    clock = run_clock("--old", *switches)
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    _restart(clock)

    results = await asyncio.gather(*(box.call(ServerKey(None, "clock"), "now", {}, 10) for _ in range(3)))

    assert [each.text for each in results] == ["noon"] * 3


@pytest.mark.parametrize("status", [400, 404])
async def test_a_tool_that_was_at_work_is_not_asked_again_whatever_the_status_of_its_answer(
    box: Toolbox, run_clock: Callable[..., Clock], status: int
) -> None:
    """Only whoever names the session, or knows nothing of the question, may have forgotten it."""
    clock = run_clock("--old", "--json", f"--angry={status}")
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    before = len(_read_requests(clock))

    with pytest.raises(ToolFailed):
        await box.call(ServerKey(None, "clock"), "refuse", {}, 10)

    assert len(_read_requests(clock)) == before + 1


async def test_looking_again_replaces_a_connection_that_no_longer_works(
    box: Toolbox, run_clock: Callable[..., Clock]
) -> None:
    clock = run_clock("--old", "--lost=500")
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    _restart(clock)

    with pytest.raises(ToolFailed, match="Session not found"):
        await box.call(ServerKey(None, "clock"), "now", {}, 10)
    await box.discover(ServerKey(None, "clock"))

    assert (await box.call(ServerKey(None, "clock"), "now", {}, 10)).text == "noon"


async def test_a_call_taken_back_without_an_answer_holds_up_nobody_for_long(
    box: Toolbox, run_clock: Callable[..., Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.tools.remote._NOTICE_SECONDS", 0.5)
    await box.open([_by_operator(run_clock("--old", "--busy").url)])
    with pytest.raises(ToolTimedOut):
        await box.call(ServerKey(None, "clock"), "set_alarm", {"minutes": 1}, 0.5)

    result = await box.call(ServerKey(None, "clock"), "now", {}, 5)

    assert result.text == "noon"


async def test_an_error_is_told_in_the_servers_words_whatever_its_code(box: Toolbox, clock: Clock) -> None:
    await box.open([_by_operator(clock.url)])

    with pytest.raises(ToolFailed, match="the hands are being painted"):
        await box.call(ServerKey(None, "clock"), "refuse", {}, 10)


async def test_a_server_that_is_gone_is_told_so_and_not_asked_twice(box: Toolbox, clock: Clock) -> None:
    await box.open([_by_operator(clock.url)])
    await box.discover(ServerKey(None, "clock"))
    clock.server.process.kill()
    clock.server.process.wait()

    with pytest.raises(ToolFailed, match="on the way there"):
        await box.call(ServerKey(None, "clock"), "now", {}, 10)

    assert [each.connected for each in box.status()] == [True]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (fail(401, b"who are you?"), "did not let us in"),
        (fail(500, b"oops"), "answered with HTTP 500"),
        (fail(200, b"<html>"), "answered with an error"),
        (fail(200, b"x" * 5_000_000, {"Content-Type": "application/json"}), "more than 4 MiB"),
        (raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n") + cut(), "on the way there"),
        (chunk(b"half") + cut(), "ended before the answer"),
        (reset(), "on the way there"),
        (hang(), "did not start within 1 seconds"),
    ],
    ids=["401", "500", "html", "large", "not http", "cut", "reset", "hang"],
)
async def test_whatever_answers_there_the_failure_has_a_name(server: ModelServer, script: Script, words: str) -> None:
    box = Toolbox(start_seconds=1)
    server.default = script
    await box.open([_by_operator(server.base_url)])

    with pytest.raises(ToolServerUnavailable, match=words):
        await box.discover(ServerKey(None, "clock"))
    await box.close()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("place", ["/elsewhere", "http://localhost:{port}/", "http://169.254.169.254/"])
async def test_no_redirect_is_followed_e04(box: Toolbox, server: ModelServer, status: int, place: str) -> None:
    """E-04: not even on the same host, and secrets stay where they are."""
    server.default = fail(status, b"", {"Location": place.format(port=server.port)})
    await box.open([_by_operator(server.base_url + "/mcp", Authorization=SECRET)])

    with pytest.raises(ToolServerUnavailable, match="redirects are not followed"):
        await box.discover(ServerKey(None, "clock"))

    assert {each.path for each in server.requests} == {"/v1/mcp"}


def _spell(address: IPv4Address) -> list[str]:
    number, parts = int(address), str(address).split(".")
    return [
        str(address),
        f"{address}.",
        str(number),
        hex(number),
        f"0{number:o}",
        ".".join(hex(int(part)) for part in parts),
        ".".join(f"0{int(part):o}" for part in parts),
        f"{parts[0]}.{number & 0xFFFFFF}",
        f"[::ffff:{address}]",
        f"[::ffff:{number >> 16:x}:{number & 0xFFFF:x}]",
        f"[::{number >> 16:x}:{number & 0xFFFF:x}]",
        f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::]",
        f"[64:ff9b::{number >> 16:x}:{number & 0xFFFF:x}]",
        f"[64:ff9b:1::{number >> 16:x}:{number & 0xFFFF:x}]",
    ]


PRIVATE = ["127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "0.0.0.0"]
CLOUD = ["169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192"]


@pytest.mark.parametrize("address", [*PRIVATE, *CLOUD])
async def test_no_spelling_of_a_private_address_is_reached_for_a_person_e03_e05(box: Toolbox, address: str) -> None:
    """E-01, E-03, E-05: refused when saved, and refused again when used."""
    for host in [*_spell(IPv4Address(address)), "[::1]", "[fd00:ec2::254]", "[fe80::1]"]:
        spec = _by_person(f"http://{host}:9/mcp")
        await box.add(spec)

        with pytest.raises(Malformed, match="may not be reached"):
            box.check(spec)
        with pytest.raises(ToolServerUnavailable, match="may not be reached"):
            await box.discover(ServerKey("w", "clock"))


@pytest.mark.parametrize("address", CLOUD)
async def test_clouds_own_channels_are_closed_to_the_operator_too_e05(box: Toolbox, address: str) -> None:
    """E-05."""
    await box.open([_by_operator(f"http://{address}/mcp")])

    with pytest.raises(ToolServerUnavailable, match="may not be reached"):
        await box.discover(ServerKey(None, "clock"))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1\\@1.1.1.1/",
        "http://user:word@example.com/",
        "http://example.com/\r\nHost: inside",
        "file:///etc/passwd",
        "ftp://example.com/",
        "http://",
        "nonsense",
    ],
)
async def test_what_parsers_disagree_about_is_refused_e06(box: Toolbox, url: str) -> None:
    """E-06."""
    await box.add(_by_person(url))

    with pytest.raises(Malformed):
        box.check(_by_person(url))
    with pytest.raises(ToolServerUnavailable):
        await box.discover(ServerKey("w", "clock"))


async def test_a_person_does_not_reach_this_machine_by_name_e02(box: Toolbox, server: ModelServer) -> None:
    """E-02."""
    await box.add(_by_person(f"http://localhost:{server.port}/mcp"))

    with pytest.raises(ToolServerUnavailable, match="may not be reached"):
        await box.discover(ServerKey("w", "clock"))

    assert server.requests == []


async def test_a_person_reaches_it_when_the_operator_allows_it(run_clock: Callable[..., Clock]) -> None:
    box = Toolbox(allow_private=True)
    await box.add(_by_person(run_clock().url))

    result = await box.call(ServerKey("w", "clock"), "now", {}, 10)
    await box.close()

    assert result.text == "noon"


async def test_a_name_that_changes_its_mind_leads_nowhere_e02(
    box: Toolbox, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-02: first a public address, then this machine; and both at once."""
    answers = [["1.1.1.1", "127.0.0.1"], ["127.0.0.1"]]
    asked = []

    def look_up(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    await box.add(_by_person(f"http://rebinding.example:{server.port}/mcp"))

    for _ in range(2):
        with pytest.raises(ToolServerUnavailable, match="may not be reached"):
            await box.discover(ServerKey("w", "clock"))

    assert set(asked) == {"rebinding.example"}
    assert server.requests == []


def test_secrets_stay_with_the_host_they_were_saved_for_e01() -> None:
    """E-01, I-54: another host, port or scheme means another server."""
    saved = _by_person("https://tools.example/mcp")

    assert saved.at("https://tools.example/v2").headers == saved.headers
    assert saved.at("https://tools.example:443/mcp").headers == saved.headers
    for url in ("https://evil.example/mcp", "http://tools.example/mcp", "https://tools.example:8443/mcp", "", "x"):
        assert saved.at(url).headers == {}
    assert replace(saved, url="nonsense").at("nonsense").headers == {}


def test_secrets_are_not_printed() -> None:
    """R-09."""
    assert "canary" not in repr(_by_person("https://tools.example/mcp"))


@pytest.mark.parametrize("headers", [{"X-Key": "a\r\nHost: inside"}, {"X Key": "a"}, {"X-Key": "a\x00"}, {"": "a"}])
def test_a_header_that_could_become_two_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(Malformed, match="cannot be sent"):
        HttpServer("clock", "https://tools.example/mcp", headers, workspace=None)
