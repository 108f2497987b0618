"""What the server says of itself."""

from antiphon.client.answers.base import Answer


class Status(Answer):
    """What the server is and which model answers."""

    version: str
    rehearsal: bool
    default_model: str | None = None
