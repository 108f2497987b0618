"""A conversation was deleted for good."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId


@dataclass(frozen=True, slots=True)
class ConversationDeleted:
    """The last fact of all. It is told and never stored, for nothing of the conversation is left."""

    conversation_id: ConversationId
    seq: int
    kind: Literal["conversation_deleted"] = "conversation_deleted"
