"""A human message is on disk."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn


@dataclass(frozen=True, slots=True)
class TurnAccepted:
    """The turn with one waiting reply per advisor asked; nothing has been sent yet."""

    conversation_id: ConversationId
    seq: int
    turn: Turn
    kind: Literal["turn_accepted"] = "turn_accepted"
