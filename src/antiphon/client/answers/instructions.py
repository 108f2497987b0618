"""Custom instructions."""

from antiphon.client.answers.base import Answer


class Instruction(Answer):
    """A custom instruction; without a conversation it is for all of them."""

    id: str
    name: str
    text: str
    conversation_id: str | None = None
    counts: bool
