"""A house with an endpoint that speaks."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr

from antiphon.app import run_in_process
from antiphon.settings import Settings, SpeechSettings
from tests.fakes.speech_server import SpeechServer


@dataclass(slots=True)
class House:
    """A running Antiphon, asked over HTTP."""

    url: str
    session: aiohttp.ClientSession

    async def voices(self) -> dict[str, dict[str, str]]:
        """Who can speak, by id."""
        async with self.session.get(f"{self.url}/v1/voices") as response:
            assert response.status == 200
            return {each["id"]: each for each in (await response.json())["items"]}

    async def speak(self, **body: object) -> tuple[int, str, bytes]:
        """The status, the kind and the bytes of the answer."""
        async with self.session.post(f"{self.url}/v1/speech", json=body) as response:
            return response.status, response.content_type, await response.read()


@pytest.fixture
def speaker() -> Iterator[SpeechServer]:
    """An endpoint with the speech wire of OpenAI."""
    with SpeechServer() as server:
        yield server


@pytest.fixture
def speech(speaker: SpeechServer) -> SpeechSettings:
    """Only that endpoint, whatever is installed here."""
    return SpeechSettings(
        base_url=speaker.base_url,
        api_key=SecretStr("sk-speech"),
        model="tts",
        voices=("low", "high", "gone"),
        espeak=False,
    )


@pytest.fixture
async def house(speech: SpeechSettings, tmp_path: Path) -> AsyncIterator[House]:
    """The running application."""
    settings = Settings(data_dir=tmp_path / "data", detect_local_models=False, speech=speech)
    async with run_in_process(settings) as url, aiohttp.ClientSession() as session:
        yield House(url, session)
