"""The person changed the words of a reply."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId


@dataclass(frozen=True, slots=True)
class ReplyEdited:
    """These words are shown and sent instead; the advisor's own are kept. No words: the advisor's own again.

    `importance` is what was reckoned from the words that count now.
    """

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply_id: ReplyId
    text: str | None
    importance: float | None = None
    kind: Literal["reply_edited"] = "reply_edited"
