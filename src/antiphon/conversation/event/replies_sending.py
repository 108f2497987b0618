"""Replies of one turn are being sent to their models."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId


@dataclass(frozen=True, slots=True)
class Sending:
    """One reply and the epoch it starts under; text of earlier epochs is void."""

    reply_id: ReplyId
    epoch: int


@dataclass(frozen=True, slots=True)
class RepliesSending:
    """These replies start now. An epoch above 1 means that a crash cut off the one before."""

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    replies: tuple[Sending, ...]
    kind: Literal["replies_sending"] = "replies_sending"
