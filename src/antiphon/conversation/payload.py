"""The exact ordered messages one advisor will be sent, before any provider's dialect."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import AdvisorId, TurnId

Role = Literal["system", "user", "assistant", "tool"]

# What a message is there for. Everything in a payload has a name the person can see (the ledger rule).
Kind = Literal[
    "system", "turn", "reply", "tool", "reference", "state", "instructions", "todo", "documents", "human", "nudge"
]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the advisor made; `arguments` is JSON as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One role-marked message; `assistant` is only ever the addressed advisor's own words and calls.

    A `tool` message answers the call named by `call_id`.
    """

    role: Role
    content: str
    kind: Kind = "turn"
    turn_id: TurnId | None = None
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Payload:
    """What is sent to one advisor, with the parameters that shape its answer.

    `cache_key` names the thread, so that a provider can send requests with the same beginning to the same cache.
    """

    advisor_id: AdvisorId
    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None = None
    cache_key: str = ""
