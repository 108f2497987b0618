"""A conversation has another title."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId


@dataclass(frozen=True, slots=True)
class ConversationRenamed:
    """The title people see from now on."""

    conversation_id: ConversationId
    seq: int
    title: str
    kind: Literal["conversation_renamed"] = "conversation_renamed"
