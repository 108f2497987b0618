"""A voice."""

from dataclasses import dataclass
from typing import Any

from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.thinking import Thinking


@dataclass(frozen=True, slots=True)
class Advisor:
    """One version of a voice. Matched by id, never by name, so renaming keeps its history."""

    id: AdvisorId
    version: int
    name: str
    description: str
    colour: str
    # `provider:model`, or nothing for the default.
    model: str | None = None
    temperature: float | None = 0.7
    max_tokens: int | None = None
    # For people, never sent.
    tagline: str = ""
    # How it sounds when it is read aloud; nothing for the listener's usual voice.
    voice: str | None = None
    # Those it may use: `server` for all of a server's, `server/tool` for one.
    tools: tuple[str, ...] = ()
    # How much it thinks before it answers; nothing leaves that to the panel, and then to the settings.
    thinking: Thinking | None = None


def encode_parameters(advisor: Advisor) -> dict[str, Any]:
    """What shapes an answer beside the words, as JSON; of thinking only what somebody set."""
    body: dict[str, Any] = {"temperature": advisor.temperature, "max_tokens": advisor.max_tokens}
    return body if advisor.thinking is None else body | {"thinking": advisor.thinking}
