"""The person prefers another variant."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId


@dataclass(frozen=True, slots=True)
class ReplyChosen:
    """From now on this variant stands for its advisor in this turn."""

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply_id: ReplyId
    kind: Literal["reply_chosen"] = "reply_chosen"
