"""A voice."""

from dataclasses import dataclass

from antiphon.conversation.ids import AdvisorId


@dataclass(frozen=True, slots=True)
class Advisor:
    """One version of a voice. Matched by id, never by name, so renaming keeps its history.

    `model` is `provider:model`, or nothing for the default. `tagline` is for people and never sent.
    """

    id: AdvisorId
    version: int
    name: str
    description: str
    colour: str
    model: str | None = None
    temperature: float | None = 0.7
    max_tokens: int | None = None
    tagline: str = ""
