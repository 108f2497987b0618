"""Deleted turns came back."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn


@dataclass(frozen=True, slots=True)
class TurnsRestored:
    """These turns stand again where they stood, with all they held."""

    conversation_id: ConversationId
    seq: int
    turns: tuple[Turn, ...]
    kind: Literal["turns_restored"] = "turns_restored"
