"""Vectors from a server that speaks OpenAI's wire, over a real socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import orjson
import pytest
from aiohttp import web

from antiphon.conversation.errors import (
    AuthFailed,
    ConnectFailed,
    ProtocolError,
    ProviderError,
    ProviderTimeout,
    ProviderUnavailable,
    RateLimited,
    RequestRejected,
)
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import open_session
from antiphon.retrieval.server import AT_ONCE, ServedEmbedder, ServedModel
from tests.fakes.servers import find_free_port

HOME = AddressPolicy(allow_private=True)


def answer(texts: list[str]) -> Any:
    """Vectors by length, in the wrong order: the wire numbers them."""
    data = [{"index": place, "embedding": [len(text), 1.0]} for place, text in enumerate(texts)]
    return {"object": "list", "data": data[::-1]}


@dataclass
class Server:
    """A server for embeddings, and what it was asked."""

    url: str = ""
    bodies: list[Any] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    status: int = 200
    make: Callable[[list[str]], Any] = answer
    pause: float = 0.0

    async def handle(self, request: web.Request) -> web.Response:
        """One request."""
        body = orjson.loads(await request.read())
        self.bodies.append(body)
        self.keys.append(request.headers.get("Authorization"))
        await asyncio.sleep(self.pause)
        return web.Response(status=self.status, body=orjson.dumps(self.make(body["input"])))


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A running server."""
    serving, app, port = Server(), web.Application(), find_free_port()
    app.router.add_post("/v1/embeddings", serving.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    serving.url = f"http://127.0.0.1:{port}/v1"
    yield serving
    await runner.cleanup()


async def embed(served: ServedModel, texts: list[str], policy: AddressPolicy = HOME, kind: Any = "passage") -> Any:
    """One use of a model there."""
    async with open_session(policy) as session:
        return await ServedEmbedder(served, session=session, policy=policy).embed(texts, kind)


async def test_vectors_come_in_the_order_of_the_texts_and_of_length_one(server: Server) -> None:
    texts = ["x" * (place + 1) for place in range(AT_ONCE + 5)]

    rows = await embed(ServedModel(server.url + "/", "small", "sk-one"), texts)

    assert rows.shape == (AT_ONCE + 5, 2)
    assert np.allclose(rows[:, 0] / rows[:, 1], range(1, AT_ONCE + 6))
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert [len(body["input"]) for body in server.bodies] == [AT_ONCE, 5]
    assert (server.bodies[0]["model"], set(server.keys)) == ("small", {"Bearer sk-one"})


async def test_questions_and_texts_are_introduced_as_the_model_wants_it(server: Server) -> None:
    served = ServedModel(server.url, "e5", query_prefix="query: ", passage_prefix="passage: ")

    await embed(served, ["a"], kind="query")
    await embed(served, ["b"])

    assert [body["input"] for body in server.bodies] == [["query: a"], ["passage: b"]]


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (401, AuthFailed),
        (429, RateLimited),
        (503, ProviderUnavailable),
        *((status, RequestRejected) for status in (400, 413, 422)),
        *((status, ProviderUnavailable) for status in (402, 404, 405, 408)),
    ],
)
async def test_a_refusal_has_a_name(server: Server, status: int, failure: type[ProviderError]) -> None:
    server.status = status

    with pytest.raises(failure):
        await embed(ServedModel(server.url, "m"), ["a"])
    assert len(server.bodies) == 1


@pytest.mark.parametrize(
    "made",
    [
        {},
        [],
        {"data": []},
        {"data": [{"index": 0}]},
        {"data": [{"index": 0, "embedding": ["x"]}, {"index": 1, "embedding": [1.0]}]},
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]},
    ],
)
async def test_an_answer_without_vectors_is_not_an_answer(server: Server, made: Any) -> None:
    server.make = lambda texts: made

    with pytest.raises(ProtocolError):
        await embed(ServedModel(server.url, "m"), ["a", "b"])


async def test_silence_and_absence_have_names(server: Server) -> None:
    server.pause = 5

    with pytest.raises(ProviderTimeout):
        await embed(ServedModel(server.url, "m", silence_seconds=0.2), ["a"])
    with pytest.raises(ConnectFailed):
        await embed(ServedModel(f"http://127.0.0.1:{find_free_port()}/v1", "m"), ["a"])
    with pytest.raises(ConnectFailed):
        await embed(ServedModel(server.url, "m"), ["a"], AddressPolicy(allow_private=False))


async def test_another_place_or_model_is_another_name() -> None:
    async with open_session(HOME) as session:
        names = {
            ServedEmbedder(served, session=session, policy=HOME).name
            for served in (
                ServedModel("http://one/v1", "m"),
                ServedModel("http://two/v1", "m"),
                ServedModel("http://one/v1", "n" * 300),
                ServedModel("http://one/v1", "m", query_prefix="q"),
            )
        }

    assert len(names) == 4
    assert max(len(name) for name in names) <= 100
