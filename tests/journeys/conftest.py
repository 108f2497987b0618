"""The whole application in this process, on each database, with scripted models behind a real socket."""

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


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path, voices: Voices) -> Settings:
    """Settings of one node on each database."""
    provider = ProviderSettings(base_url=voices.server.base_url, api_key=SecretStr(CANARY))
    more: dict[str, Any] = {}
    if request.param == "postgresql":
        stores: Stores = request.getfixturevalue("stores")
        url: str = request.getfixturevalue("postgresql_url")
        more = {"database_url": url, "redis_url": SecretStr(stores.redis_url)}
    return Settings(data_dir=tmp_path / "data", default_model="fake:m", providers={"fake": provider}, **more)


@pytest.fixture
async def house(settings: Settings, voices: Voices) -> AsyncIterator[House]:
    """The running application."""
    timeout = aiohttp.ClientTimeout(total=20)
    async with run_in_process(settings) as url, aiohttp.ClientSession(timeout=timeout) as session:
        yield House(url, voices, Api(session), settings.data_dir)
