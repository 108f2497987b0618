from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Message, Payload
from antiphon.egress.policy import AddressPolicy
from antiphon.egress.session import Session, open_session
from antiphon.providers.openai_chat.provider import OpenAIChat
from antiphon.providers.provider import Provider
from antiphon.providers.timeouts import Timeouts
from tests.fakes.model_server import ModelServer
from tests.fakes.wires import Format, WireServer
from tests.providers.hearing import KEY

# Models that exist, so that the libraries know their ways, and that are not about to be withdrawn.
MODELS: dict[Format, str] = {
    "openai_chat": "wire:gpt-5.2",
    "anthropic": "wire:claude-opus-4-6",
    "google": "wire:gemini-2.5-flash",
}
# Long enough that a busy machine is not taken for a silent server.
QUICK = Timeouts(connect=5, first_byte=1.2, idle=0.9, after_finish=0.4, after_done=0.2)


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
        timeouts=QUICK,
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


@pytest.fixture
def speak(session: Session) -> Callable[..., Provider]:
    """A provider for a server on any of the wires; without hurry only where a test says so."""

    def build(server: WireServer, **options: object) -> Provider:
        options = {"timeouts": QUICK, "pace_seconds": 0, "api_key": KEY, **options}
        key = options.pop("api_key")
        shared = {"session": session, "policy": AddressPolicy(allow_private=True), **options}
        if server.format == "openai_chat":
            return OpenAIChat("wire", server.base_url, key, **shared)  # type: ignore[arg-type]  # a test names its options itself
        from antiphon.providers.bridge.families import load_family
        from antiphon.providers.bridge.provider import Bridge

        return Bridge("wire", load_family(server.format), server.base_url, key, **shared)  # type: ignore[arg-type]  # as above

    return build


@pytest.fixture
def thread() -> Payload:
    """A conversation with a past, for whichever model a test names."""
    messages = (
        Message("system", "You are the skeptic.", kind="system"),
        Message("user", "Shall I?"),
        Message("assistant", "Only if you must.", kind="reply"),
        Message("user", "[For reference]", kind="reference"),
        Message("user", "I must. \u00e9\u4e2d", kind="human"),
    )
    return Payload(AdvisorId("skeptic"), "wire:none", messages, 200, temperature=0.5, cache_key="t1")
