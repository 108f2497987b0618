"""The one protocol every family of models is behind."""

import hashlib
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.payload import Payload
from antiphon.conversation.receipt import PayingKey
from antiphon.conversation.thinking import KeptThought

FinishReason = Literal["stop", "length", "filtered", "tool_calls"]


@dataclass(frozen=True, slots=True)
class WireRequest:
    """A request before it is sent: preview, send and receipt all hold these same bytes.

    `headers` never contains a secret; the provider adds its key when it opens the connection. `paying_key` says
    which one that is, where it is not the instance's.
    """

    advisor_id: AdvisorId
    provider: str
    model: str
    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    paying_key: PayingKey | None = None

    @property
    def sha256(self) -> str:
        """The fingerprint of the body, in hex."""
        return hashlib.sha256(self.body).hexdigest()


@dataclass(frozen=True, slots=True)
class AnswerText:
    """More of the answer, exactly as it arrived."""

    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """More of the model's visible reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class MadePicture:
    """A picture in the answer, as it came; or why there is none where one should be."""

    data: bytes = field(default=b"", repr=False)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class CalledTool:
    """A piece of a tool call; pieces with the same index belong together."""

    index: int
    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToReturn:
    """What the provider wants back of what was thought, beside the results of the tools that were called."""

    thoughts: tuple[KeptThought, ...]


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens as the provider reports them.

    Those it read from its cache and those it wrote to it are among those of the input, those it thought with among
    those of the output.
    """

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cache_write_tokens: int = 0

    @property
    def writes(self) -> dict[str, int]:
        """What was written to the cache, as it is kept beside the other counts; few providers count it."""
        return {"cache_write_tokens": self.cache_write_tokens} if self.cache_write_tokens else {}


@dataclass(frozen=True, slots=True)
class Finished:
    """The provider says the answer is over, and why. Without it an answer is never complete."""

    reason: FinishReason
    raw: str


Output = AnswerText | Thought | MadePicture | CalledTool | ToReturn | Used | Finished
Outputs = tuple[Output, ...]


class Provider(Protocol):
    """One way to reach one set of models."""

    @property
    def name(self) -> str:
        """The name people configure it under; it stands in errors, receipts and limits."""
        ...

    def encode(self, payload: Payload) -> WireRequest:
        """The exact request for this payload. Pure: the same payload gives the same bytes."""
        ...

    def stream(self, request: WireRequest) -> AsyncGenerator[Outputs, None]:
        """Send exactly these bytes once and yield what comes back, several outputs at a time.

        Raises a `ProviderError`; ends normally only after `Finished` was yielded. Closing the generator
        closes the connection.
        """
        ...
