from collections.abc import AsyncIterator, Iterator

import pytest

from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from tests.fakes.model_server import ModelServer


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
async def session() -> AsyncIterator[Session]:
    opened = open_session(AddressPolicy(allow_private=True), connect_seconds=2)
    yield opened
    await opened.close()
