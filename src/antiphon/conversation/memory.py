"""What is remembered about the person, once the person has accepted it."""

from dataclasses import dataclass

from antiphon.conversation.ids import ConversationId


@dataclass(frozen=True, slots=True)
class MemoryItem:
    """One accepted memory, and where it was found: the conversation, and the turn while there is one.

    What the person wrote down by hand was found nowhere.
    """

    id: str
    kind: str
    text: str
    position: int | None = None
    conversation_id: ConversationId | None = None
