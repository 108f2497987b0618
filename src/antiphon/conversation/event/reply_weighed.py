"""The person said what a reply is worth."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId


@dataclass(frozen=True, slots=True)
class ReplyWeighed:
    """This counts for more than what was reckoned. Nothing: what was reckoned counts again."""

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply_id: ReplyId
    worth: float | None
    kind: Literal["reply_weighed"] = "reply_weighed"
