"""A reply called tools, or something came of a call."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.conversation.tool_use import ToolUse


@dataclass(frozen=True, slots=True)
class ReplyUsedTools:
    """These uses of tools, as they stand now; each takes the place of the one with its id."""

    conversation_id: ConversationId
    seq: int
    turn_id: TurnId
    reply_id: ReplyId
    uses: tuple[ToolUse, ...]
    kind: Literal["reply_used_tools"] = "reply_used_tools"
