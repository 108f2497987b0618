"""A reply has ended."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.reply import Metrics, ReplyError
from antiphon.conversation.state import ReplyState


@dataclass(frozen=True, slots=True)
class ReplySettled:
    """How the reply ended and how long its text is.

    The text itself travels as deltas; whoever holds fewer characters than `text_length` asks the store.
    """

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply_id: ReplyId
    epoch: int
    state: ReplyState
    text_length: int
    thinking_length: int
    finish_reason: str | None = None
    error: ReplyError | None = None
    metrics: Metrics | None = None
    importance: float | None = None
    kind: Literal["reply_settled"] = "reply_settled"
