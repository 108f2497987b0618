"""A model put a picture into its reply."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.picture import Picture


@dataclass(frozen=True, slots=True)
class ReplyPictured:
    """All the pictures its model has put into the reply, as they stand now."""

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply_id: ReplyId
    pictures: tuple[Picture, ...]
    kind: Literal["reply_pictured"] = "reply_pictured"
