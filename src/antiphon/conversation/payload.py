"""The exact ordered messages one advisor will be sent, before any provider's dialect."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from antiphon.conversation.ids import AdvisorId, DocumentId, TurnId
from antiphon.conversation.thinking import KeptThought, Thinking
from antiphon.conversation.tool import ToolDefinition

Role = Literal["system", "user", "assistant", "tool"]

# What a message is there for. Everything in a payload has a name the person can see (the ledger rule).
Kind = Literal[
    "system",
    "turn",
    "reply",
    "tool",
    "picture",
    "reference",
    "synthesis",
    "state",
    "memory",
    "instructions",
    "todo",
    "documents",
    "caller",
    "human",
    "nudge",
]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the advisor made; `arguments` is JSON as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ImageData:
    """A picture beside the words of a message.

    While a payload is only weighed its bytes may be absent; `byte_count` says how many there are. `is_gone` says that
    the person has removed it since, `is_left_out` that newer ones took all the room there is for pictures; `tokens` is
    what it is reckoned to take where it is shown.
    """

    document_id: DocumentId
    media_type: str
    width: int
    height: int
    name: str
    data: bytes = field(default=b"", repr=False)
    byte_count: int = 0
    is_gone: bool = False
    is_left_out: bool = False
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One role-marked message; `assistant` is only ever the addressed advisor's own words and calls.

    A `tool` message answers the call named by `call_id`. What a person says has images, what a tool answers, and what
    the house shows; the advisor's own words have none, for hardly a wire takes them there. `thoughts` led to the calls
    beside them, in this very answer.
    """

    role: Role
    content: str
    kind: Kind = "turn"
    turn_id: TurnId | None = None
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    images: tuple[ImageData, ...] = ()
    thoughts: tuple[KeptThought, ...] = ()


@dataclass(frozen=True, slots=True)
class Payload:
    """What is sent to one advisor, with the parameters that shape its answer.

    `cache_key` names the thread, so that a provider can send requests with the same beginning to the same cache.
    `tools` are described to the model; without `may_call` it is told to answer without them. `schema` is the JSON
    schema of the answer to a call that looks at a conversation; a provider that cannot hold a model to it leaves it
    out. `thinking` is how much the model is asked to think, which `max_tokens` leaves room for; without it, nothing is
    said about it.
    """

    advisor_id: AdvisorId
    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None = None
    cache_key: str = ""
    tools: tuple[ToolDefinition, ...] = ()
    may_call: bool = True
    schema: Mapping[str, Any] | None = None
    thinking: Thinking | None = None
