"""Nodes, a model that waits when told to, and databases that may be harmed."""

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.fakes.model_server import ModelServer, Script, done, finish, say, usage, wait
from tests.fakes.nodes import Node
from tests.fakes.reader import Api
from tests.fakes.servers import Stores, run_stores
from tests.fakes.voices import VOICES, voice_of


@dataclass(slots=True)
class Model:
    """A model whose answers have two halves with a gate between them, per advisor."""

    server: ModelServer
    gates: dict[str, threading.Event] = field(default_factory=lambda: {voice: threading.Event() for voice in VOICES})
    pieces: int = 20
    pause: float = 0.005

    def answer(self, body: dict[str, Any]) -> Script:
        """The first half at once, the second when the gate opens."""
        voice = voice_of(body)
        first, second = halves(voice)
        return (
            say(first, pieces=self.pieces, pause=self.pause)
            + wait(self.gates[voice])
            + say(second, pieces=self.pieces, pause=self.pause)
            + finish()
            + usage(10, 20)
            + done()
        )

    def open(self, *voices: str) -> None:
        """Let these advisors finish; all when none is named."""
        for voice in voices or VOICES:
            self.gates[voice].set()

    def count(self, voice: str) -> int:
        """How many requests were made for this advisor."""
        return sum(voice_of(request.json) == voice for request in self.server.requests)


def halves(voice: str) -> tuple[str, str]:
    """Text with several scripts and a character outside the first plane, so that offsets are put to the test."""
    first = f"The {voice} begins: naïve façades, 東京, 👩‍👩‍👧 and plain words, " * 4
    return first, f"and the {voice} ends with a 🎻. " * 4


def whole(voice: str) -> str:
    """What a complete reply of this advisor says."""
    return "".join(halves(voice)).strip()


@dataclass(slots=True)
class Scene:
    """A model, one or two nodes, and a client."""

    kind: str
    model: Model
    nodes: list[Node]
    api: Api
    stores: Stores | None

    @property
    def first(self) -> Node:
        """The node that runs the turn."""
        return self.nodes[0]

    @property
    def survivor(self) -> Node:
        """The node that goes on: the other one, or the same file opened again."""
        return self.nodes[-1]

    @property
    def urls(self) -> list[str]:
        """Where a client may connect."""
        return [node.url for node in self.nodes]

    def recover(self) -> None:
        """After the first node died: SQLite has nobody else, so it is started again."""
        if self.kind == "sqlite":
            self.first.start()


@pytest.fixture
def model() -> Iterator[Model]:
    """The model server."""
    with ModelServer() as server:
        made = Model(server)
        server.handler = made.answer
        yield made
        made.open()


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """Which database, and with it how many nodes."""
    return str(request.param)


@pytest.fixture
async def make_scene(kind: str, model: Model, tmp_path: Path) -> AsyncIterator[Callable[..., Scene]]:
    """Build the scene; keyword arguments become settings, `first` those of the first node alone."""
    with ExitStack() as stack:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session:

            def build(first: dict[str, str] | None = None, **settings: str) -> Scene:
                stores = stack.enter_context(run_stores()) if kind == "postgresql" else None
                environment = common_settings(model, stores) | settings
                count = 1 if stores is None else 2
                nodes = [Node(tmp_path / f"n{i}", environment, f"node{i}") for i in range(count)]
                for node in nodes:
                    stack.callback(node.close)
                nodes[0].start(**(first or {}))
                for node in nodes[1:]:
                    node.start()
                return Scene(kind, model, nodes, Api(session), stores)

            yield build


def common_settings(model: Model, stores: Stores | None) -> dict[str, str]:
    """One configured provider, the model server, and the database."""
    settings = {
        "ANTIPHON_PROVIDERS__FAKE__BASE_URL": model.server.base_url,
        "ANTIPHON_PROVIDERS__FAKE__CONCURRENCY": "500",
        "ANTIPHON_DEFAULT_MODEL": "fake:m",
        "ANTIPHON_LOG_FORMAT": "json",
    }
    if stores is not None:
        settings["ANTIPHON_DATABASE_URL"] = stores.create_database("antiphon")
        settings["ANTIPHON_REDIS_URL"] = stores.redis_url
    return settings
