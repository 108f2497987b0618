"""The whole application in this process, on each database, with scripted models behind a real socket."""

import asyncio
import base64
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.conversation.turn import Turn
from antiphon.settings import ProviderSettings, Settings
from tests.fakes.model_server import ModelServer
from tests.fakes.reader import Api
from tests.fakes.servers import Stores
from tests.fakes.voices import Voices

# Looked for everywhere afterwards: a key may be sent to its provider and be nowhere else (I-52).
CANARY = "sk-canary-7d1f0c4b9e2a4f6f8a1b3c5d7e9f"

# What a journey leaves unfinished is not waited for at its end; how a server goes is told in tests/crash.
DRAIN_SECONDS = 0.1

DATABASES = ("sqlite", "postgresql")


@dataclass(slots=True)
class House:
    """A running Antiphon, its models, and a person's few deeds."""

    url: str
    voices: Voices
    api: Api
    data_dir: Path

    async def converse(self) -> str:
        """A new conversation."""
        return await self.api.create(self.url)

    async def ask(self, text: str, *, conversation: str | None = None, key: str = "", **more: object) -> Turn:
        """Send a message and wait until everyone has ended."""
        conversation = conversation or await self.converse()
        sent = await self.send(text, conversation=conversation, key=key, **more)
        return await self.api.settled(self.url, sent["turn"]["id"])

    async def send(self, text: str, *, conversation: str, key: str = "", **more: object) -> dict[str, Any]:
        """Send a message."""
        return await self.api.send(self.url, conversation, text, key or f"{conversation} {text[:20]!a}", **more)

    async def get(self, path: str) -> dict[str, Any]:
        """GET that must succeed."""
        return await self.api.get(self.url + path)

    async def post(self, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
        """POST and see."""
        return await self.api.post(self.url + path, body or {}, **headers)


def reply_of(turn: Turn, voice: str) -> Any:
    """The reply of one advisor."""
    return next(reply for reply in turn.replies if reply.advisor_id == voice)


@pytest.fixture
def voices() -> Iterator[Voices]:
    """The models."""
    with ModelServer() as server:
        made = Voices(server)
        server.handler = made.choose
        yield made


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A journey runs on SQLite; on PostgreSQL too where it is marked, and every one of them with `--nightly`.

    What the store says to either database is proved in tests/store. Marked are the journeys whose statements nobody
    else sends to PostgreSQL, and those in which several act at once.
    """
    if "database" not in metafunc.fixturenames or _names_its_database(metafunc.definition):
        return
    on_both = metafunc.config.getoption("nightly") or metafunc.definition.get_closest_marker("both_databases")
    metafunc.parametrize("database", DATABASES if on_both else DATABASES[:1], indirect=True)


def _names_its_database(test: pytest.Item) -> bool:
    return any(mark.args[0] == "database" for mark in test.iter_markers("parametrize"))


async def _start_and_end(settings: Settings) -> None:
    async with run_in_process(settings):
        pass


@pytest.fixture(scope="session")
def started_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an application that was started once and has ended: its databases are made and sown."""
    folder = tmp_path_factory.mktemp("started") / "data"
    asyncio.run(_start_and_end(Settings(data_dir=folder)))
    return folder


@pytest.fixture(scope="session")
def postgresql_template(stores: Stores, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The same on PostgreSQL: a database in which everything is made and sown, and which nobody writes to."""
    url, folder = stores.create_database("template_started"), tmp_path_factory.mktemp("started_postgresql")
    asyncio.run(_start_and_end(Settings(data_dir=folder, database_url=url)))
    return "template_started"


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """Which of the two it is."""
    return str(request.param)


@pytest.fixture
def settings(database: str, request: pytest.FixtureRequest, tmp_path: Path, voices: Voices) -> Settings:
    """Settings of one node on the database."""
    provider = ProviderSettings(base_url=voices.server.base_url, api_key=SecretStr(CANARY))
    more: dict[str, Any] = {}
    if database == "postgresql":
        stores: Stores = request.getfixturevalue("stores")
        url: str = request.getfixturevalue("postgresql_url")
        more = {"database_url": url, "redis_url": SecretStr(stores.redis_url)}
    else:
        shutil.copytree(request.getfixturevalue("started_folder"), tmp_path / "data")
    return Settings(
        data_dir=tmp_path / "data",
        default_model="fake:m",
        providers={"fake": provider},
        drain_seconds=DRAIN_SECONDS,
        key_file=_write_key(tmp_path / "antiphon.key"),
        **more,
    )


def _write_key(path: Path) -> Path:
    """What a server with accounts seals secrets with; the others leave it alone."""
    path.touch(mode=0o600)
    path.write_bytes(base64.b64encode(os.urandom(32)))
    return path


@pytest.fixture
async def house(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """The running application."""
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)
