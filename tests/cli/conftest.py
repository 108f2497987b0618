"""A stage with a client in front of it, and a person in front of the whole application."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest
from pydantic import SecretStr

from antiphon.client import AsyncClient
from antiphon.settings import ModelSettings, ProviderSettings, Settings
from tests.cli.house import Person, run_beside
from tests.cli.stage import Stage, open_stage
from tests.fakes.model_server import ModelServer
from tests.fakes.voices import Voices


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with open_stage() as stage:
        yield stage


@pytest.fixture
async def client(stage: Stage) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(stage.url) as client:
        yield client


# Not for the whole session: the server draws random numbers on its thread, and Hypothesis in another file would take
# them for its own.
@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Settings, Person]]:
    """One application for all tests of a file; each begins a conversation of its own."""
    with ModelServer() as server:
        voices = Voices(server)
        server.handler = voices.choose
        priced = ModelSettings(context_window=128_000, input_price=3.0, output_price=15.0, cached_price=0.3)
        provider = ProviderSettings(base_url=server.base_url, api_key=SecretStr("sk-none"), models={"priced": priced})
        settings = Settings(
            data_dir=tmp_path_factory.mktemp("data"), default_model="fake:m", providers={"fake": provider}
        )
        with run_beside(settings) as url:
            yield settings, Person(url, voices)


@pytest.fixture
def person(served: tuple[Settings, Person], monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody who types commands, on eighty columns."""
    settings, somebody = served
    for name in [each for each in os.environ if each.startswith("ANTIPHON_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ANTIPHON_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("COLUMNS", "80")
    somebody.voices.queued.clear()
    return somebody
