"""What is remembered."""

from collections.abc import Mapping

from antiphon.client.answers.base import Answer, Failure


class Memory(Answer):
    """One memory."""

    id: str
    kind: str
    text: str
    status: str
    quote: str = ""
    position: int | None = None
    conversation_id: str | None = None


class MemoryScan(Answer):
    """A scan of a conversation for things to remember, as far as it has come."""

    id: str
    status: str
    first_position: int
    last_position: int
    model: str
    counts: Mapping[str, int]
    error: Failure | None = None
