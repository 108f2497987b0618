from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.timeouts import Timeouts
from tests.fakes.model_server import ModelServer
from tests.providers.hearing import KEY


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
async def session() -> AsyncIterator[Session]:
    opened = open_session(AddressPolicy(allow_private=True), connect_seconds=2)
    yield opened
    await opened.close()


@pytest.fixture
def payload() -> Payload:
    messages = (Message("system", "You are the skeptic."), Message("user", "Shall I?"))
    return Payload(AdvisorId("skeptic"), "local:echo", messages, 200)


@pytest.fixture
def chat(server: ModelServer, session: Session) -> OpenAIChat:
    return OpenAIChat(
        "local",
        server.base_url,
        KEY,
        session=session,
        policy=AddressPolicy(allow_private=True),
        timeouts=Timeouts(first_byte=0.4, idle=0.25, after_finish=0.2, after_done=0.1),
        pace_seconds=0,
    )


@pytest.fixture
def build_chat(server: ModelServer, session: Session) -> Callable[..., OpenAIChat]:
    """Another provider for the same server, with other options."""

    def build(**options: object) -> OpenAIChat:
        return OpenAIChat(
            "local",
            server.base_url,
            KEY,
            session=session,
            policy=AddressPolicy(allow_private=True),
            **options,  # type: ignore[arg-type]  # a test names its options itself
        )

    return build
