"""What a request may bring along, and in what time: on every route, before anything is parsed."""

import asyncio
import json
import re
import socket
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from hypothesis import given
from hypothesis import strategies as st

from antiphon.access.policy import Policy, Verb
from antiphon.api import bounded
from antiphon.api.application import check_policies
from antiphon.api.bounded import SHORT, UPLOAD, BodyRefused, Bounded, BoundedRoute
from antiphon.api.guard import allow
from antiphon.api.pieces import PieceCount
from antiphon.api.schemas.requests import NewConversation
from antiphon.conversation.errors import BodyStalled, BodyTooLarge
from tests.fakes.nodes import Node

MIB = 1024 * 1024
WRITE = Policy(Verb.WRITE, "conversation")
# One long string, and very many values: the two shapes that cost most.
STRING = b'{"text": "' + b"x" * MIB
VALUES = b'{"text": [' + b"[]," * (MIB // 3)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A real process, to look at its memory."""
    started = Node(tmp_path_factory.mktemp("node"), {"ANTIPHON_DEFAULT_MODEL": "scripted:rehearsal"}).start()
    yield started
    started.close()


def operations(node: Node) -> list[tuple[str, str]]:
    """Every method and address of the OpenAPI document."""
    with urllib.request.urlopen(f"{node.url}/v1/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    return [(method.upper(), re.sub(r"\{.*?\}", "x", path)) for path in paths for method in paths[path]]


def peak_mib(node: Node) -> int:
    """The most memory the process ever had."""
    assert node.process is not None
    status = Path(f"/proc/{node.process.pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def send(node: Node, method: str, path: str, piece: bytes, *, times: int, declared: bool) -> bytes:
    """The first bytes of the answer to a body of so many pieces; sending ends when the answer comes."""
    length = f"Content-Length: {len(piece) * times}" if declared else "Transfer-Encoding: chunked"
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
    framed = piece if declared else b"%x\r\n%b\r\n" % (len(piece), piece)
    with socket.create_connection(("127.0.0.1", node.port), timeout=20) as line:
        line.sendall(head.encode())
        for _ in range(times):
            line.setblocking(False)
            try:
                if answer := line.recv(4096):
                    return answer
            except BlockingIOError:
                pass
            line.settimeout(20)
            line.sendall(framed)
        return b""


def test_a_hundred_mebibytes_are_refused_by_every_route(node: Node) -> None:
    """D-02: each answers 413 to the announcement, whatever the body is, and the process grows by nothing."""
    asked = operations(node)  # Writing the document takes memory of its own.
    before = peak_mib(node)

    answers = {each: send(node, *each, STRING, times=100, declared=True)[9:12] for each in asked}

    assert len(answers) > 150
    assert set(answers.values()) == {b"413"}
    assert peak_mib(node) - before < 20


@pytest.mark.parametrize("piece", [STRING, VALUES], ids=["one string", "many values"])
def test_a_body_that_does_not_say_how_long_it_is_ends_at_the_limit(node: Node, piece: bytes) -> None:
    """D-02: a short one, a long one and a file; a list of lists ends long before the bytes do."""
    before = peak_mib(node)

    for path in ("/v1/conversations", "/v1/preview", "/v1/documents?name=a.txt"):
        assert b" 413 " in send(node, "POST", path, piece, times=100, declared=False), path

    assert peak_mib(node) - before < 150


def app_with(route_class: type[APIRoute], body: int) -> FastAPI:
    router = APIRouter(route_class=route_class)

    @router.post("/v1/things")
    @allow(WRITE, body=body)
    async def post_thing(body: NewConversation) -> None: ...

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    app.include_router(router)
    return app


@pytest.mark.parametrize(("route_class", "body"), [(BoundedRoute, 0), (APIRoute, SHORT)], ids=["no limit", "unbounded"])
def test_a_route_that_takes_any_body_does_not_start(route_class: type[APIRoute], body: int) -> None:
    check_policies(app_with(BoundedRoute, SHORT))

    with pytest.raises(RuntimeError, match=r"without a limit for bodies: POST /v1/things"):
        check_policies(app_with(route_class, body))


Receive = Callable[[], Awaitable[dict[str, Any]]]


def dripping(seconds: float) -> Receive:
    """A byte every so often, for ever."""

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(seconds)
        return {"type": "http.request", "body": b"x", "more_body": True}

    return receive


async def read_all(body: Bounded) -> None:
    while (await body()).get("more_body"):
        pass


@pytest.mark.parametrize(
    ("every", "idle", "patience"), [(60, 0.05, 60), (0.01, 60, 0.1)], ids=["stops coming", "drips"]
)
async def test_a_body_that_does_not_come_is_given_up(
    monkeypatch: pytest.MonkeyPatch, every: float, idle: float, patience: float
) -> None:
    """D-02: nobody keeps a request open by sending nothing, or next to nothing."""
    monkeypatch.setattr(bounded, "IDLE_SECONDS", idle)
    monkeypatch.setattr(bounded, "PATIENCE_SECONDS", patience)

    with pytest.raises(BodyRefused) as refused:
        await asyncio.wait_for(read_all(Bounded(dripping(every), 1000, None)), 5)

    assert isinstance(refused.value.error, BodyStalled)


async def test_a_small_body_has_a_small_bodys_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where much may come, whoever announces little is not waited for as if it were much."""
    monkeypatch.setattr(bounded, "PATIENCE_SECONDS", 0.1)

    with pytest.raises(BodyRefused):
        await asyncio.wait_for(read_all(Bounded(dripping(0.01), UPLOAD, None, announced=1000)), 5)


async def test_after_its_end_a_body_has_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream listens for its reader to leave, for hours."""
    monkeypatch.setattr(bounded, "IDLE_SECONDS", 0.01)
    messages = iter([{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}])

    async def receive() -> dict[str, Any]:
        message = next(messages)
        await asyncio.sleep(0.05 if message["type"] == "http.disconnect" else 0)
        return message

    body = Bounded(receive, 10, None)
    await body()

    assert (await body())["type"] == "http.disconnect"


async def test_too_many_values_are_refused_before_they_are_parsed() -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"[]," * 100_000, "more_body": True}

    with pytest.raises(BodyRefused) as refused:
        await read_all(Bounded(receive, SHORT, PieceCount()))

    assert isinstance(refused.value.error, BodyTooLarge)
    assert refused.value.error.unit == "values"


async def test_values_cannot_hide_in_another_encoding() -> None:
    """Whoever counts commas sees bytes; in UTF-16 half a character looks like a quotation mark."""
    app = app_with(BoundedRoute, SHORT)
    text = '{"a": "\u2200", "b": [' + "[]," * 100_000 + "[]]}"

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
        said = {"content": text.encode("utf-16-le"), "headers": {"Content-Type": "application/json"}}
        answer = await client.post("/v1/things", **said)

    assert answer.json()["detail"][0]["type"] == "json_invalid"


JSON = st.recursive(
    st.none() | st.text('"\\[]{},a', max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('"\\[,', max_size=4), inner, max_size=4),
    max_leaves=20,
)


def count(value: object) -> int:
    """Brackets and commas of a value, by looking at the value."""
    if isinstance(value, list | dict):
        inner = value.values() if isinstance(value, dict) else value
        return 1 + max(len(value) - 1, 0) + sum(count(each) for each in inner)
    return 0


@given(JSON, st.integers(1, 7))
def test_values_are_counted_wherever_the_text_is_cut(value: object, step: int) -> None:
    """What stands inside a string is no value, whatever it looks like and wherever a piece ends."""
    text = json.dumps(value).encode()
    counter = PieceCount()

    counter.most = count(value)
    assert not any(counter.is_too_many(text[at : at + step]) for at in range(0, len(text), step))
    counter.most -= 1
    assert counter.is_too_many(b"")
