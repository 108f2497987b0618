"""Advisors."""

from antiphon.client.answers.base import Answer


class Advisor(Answer):
    """Someone who can be asked, as it stands; `description` is what it is told of itself."""

    id: str
    name: str
    colour: str = ""
    description: str = ""
    version: int = 1
    tagline: str = ""
    model: str | None = None
    tools: tuple[str, ...] = ()
    archived: bool = False


class Description(Answer):
    """A description and who wrote it; in a rehearsal it was written in advance."""

    description: str
    model: str
    rehearsal: bool = False
