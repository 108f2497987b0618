"""What a provider plug-in is: a wire, as a value under an entry point of the group `antiphon.providers`.

It is never handed a connection. It writes the bytes of a request before anybody sees them, and reads the bytes of an
answer after they have come: what the preview shows, the receipt keeps and egress sends cannot differ by its doing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from antiphon.conversation.payload import Payload
from antiphon.plugins.kind import Kind
from antiphon.providers.provider import Output

# What a wire must say it is written for. It grows when a plug-in that worked would no longer.
API: Final = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """A request before it is sent: where it goes below the provider's address, what it holds, and its headers.

    The key is no part of it.
    """

    path: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


class Listener(Protocol):
    """Reads one answer."""

    def hear(self, event: str, data: bytes) -> Iterable[Output]:
        """What the next piece says: a server-sent event with its name, a line of JSON, or a whole JSON body.

        Only `Finished` makes an answer complete. An exception says that the answer failed, and its words are shown as
        the reason; they never become part of the answer.
        """


class Wire(Protocol):
    """One wire.

    It may have an attribute `thinks`: where that is true, `payload.thinking` is heeded in what it writes. Elsewhere a
    model that is to think is not asked at all.
    """

    @property
    def name(self) -> str:
        """What stands behind `plugin:` as the `kind` of a provider that speaks it."""

    @property
    def label(self) -> str:
        """What people call it."""

    @property
    def version(self) -> int:
        """Grows when it writes other bytes."""

    @property
    def api(self) -> int:
        """The version of this protocol it is written for."""

    @property
    def home(self) -> str:
        """The usual address; empty where `base_url` must be set."""

    def write(self, payload: Payload, model: str) -> Draft:
        """The exact request for this payload, always the same for the same; called from any thread.

        `model` is the payload's as the provider knows it.
        """

    def sign(self, api_key: str) -> Mapping[str, str]:
        """The headers that carry the key, added when the request leaves."""

    def listen(self) -> Listener:
        """Somebody new to read one answer."""


PROVIDERS: Final[Kind[Wire]] = Kind("provider", API, ("home", "write", "sign", "listen"))
