"""A voice."""

from dataclasses import dataclass

from antiphon.conversation.ids import AdvisorId


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
