"""The person drew a line under what was said."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.ids import ConversationId


@dataclass(frozen=True, slots=True)
class DividerDrawn:
    """A visible line behind the turn at this position. It changes nothing by itself; filters can ask for it."""

    conversation_id: ConversationId
    seq: int
    position: int
    kind: Literal["divider_drawn"] = "divider_drawn"
