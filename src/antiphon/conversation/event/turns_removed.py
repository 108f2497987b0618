"""Turns were deleted."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, TurnId


@dataclass(frozen=True, slots=True)
class TurnsRemoved:
    """These turns are gone from the conversation, until they are restored."""

    conversation_id: ConversationId
    seq: int
    turn_ids: tuple[TurnId, ...]
    kind: Literal["turns_removed"] = "turns_removed"
