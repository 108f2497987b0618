"""A conversation exists."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from antiphon.conversation.ids import ConversationId


@dataclass(frozen=True, slots=True)
class ConversationCreated:
    """The first fact of every conversation: seq 1."""

    conversation_id: ConversationId
    seq: int
    title: str
    created_at: datetime
    kind: Literal["conversation_created"] = "conversation_created"
