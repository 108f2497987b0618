"""A stage with a client in front of it."""

from collections.abc import AsyncIterator

import pytest

from antiphon.cli.client import Client, open_client
from tests.cli.stage import Stage, open_stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with open_stage() as stage:
        yield stage


@pytest.fixture
async def client(stage: Stage) -> AsyncIterator[Client]:
    async with open_client(stage.url) as client:
        yield client
