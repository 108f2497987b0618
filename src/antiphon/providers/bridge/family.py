"""What the bridge has to know about one wire."""

from collections.abc import Mapping
from typing import Any, Protocol

from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings

from antiphon.conversation.payload import Message
from antiphon.conversation.thinking import Thinking
from antiphon.egress.transport import Client
from antiphon.providers.profile import Profile
from antiphon.providers.provider import FinishReason

# Stands where the library wants a key. The key itself is put in its place when a request leaves, and not before.
KEY_PLACE = "the-key-goes-here"


class Family(Protocol):
    """One wire: how its requests are drawn up and what its endings mean."""

    @property
    def profile(self) -> Profile:
        """The order of roles it accepts."""
        ...

    @property
    def marks_cache(self) -> bool:
        """True when the request says up to where a prompt may be cached."""
        ...

    @property
    def has_blocks(self) -> bool:
        """True when two pieces of words that follow each other are two paragraphs, and not one that was cut up."""
        ...

    @property
    def reasons(self) -> Mapping[str, FinishReason]:
        """Its finish reasons; one that is not here means that the answer failed."""
        ...

    def build_model(self, name: str, base_url: str, client: Client) -> Model[Any]:
        """The library's model, which never sends anything by itself."""
        ...

    def build_settings(
        self, model: Model[Any], max_tokens: int, temperature: float | None, thinking: Thinking | None = None
    ) -> ModelSettings:
        """The parameters of a request; unless it is chosen, thinking is off, and nothing is ever sent twice.

        `CannotThink` when the model does not take what was chosen.
        """
        ...

    def fill(self, body: dict[str, Any], messages: tuple[Message, ...], cached: int) -> dict[str, Any]:
        """This body with other messages, for messages that hold nothing but text.

        The first `cached` of them may be kept in the provider's cache. What comes out is what the library would have
        written; only faster.
        """
        ...
