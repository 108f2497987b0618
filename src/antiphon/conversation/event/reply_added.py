"""An advisor is asked about a turn again."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.reply import Reply


@dataclass(frozen=True, slots=True)
class ReplyAdded:
    """Another variant, waiting; when it is chosen from the start, the one before it no longer is."""

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply: Reply
    kind: Literal["reply_added"] = "reply_added"
