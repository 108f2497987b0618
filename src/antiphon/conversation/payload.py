"""The exact ordered messages one advisor will be sent, before any provider's dialect."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import AdvisorId

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """One role-marked message; `assistant` is only ever the addressed advisor's own words."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Payload:
    """What is sent to one advisor, with the parameters that shape its answer."""

    advisor_id: AdvisorId
    model: str
    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float | None = None
