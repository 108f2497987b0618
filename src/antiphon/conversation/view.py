"""What a client shows of a conversation: the value every event is folded into."""

from dataclasses import dataclass
from datetime import datetime

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn


@dataclass(frozen=True, slots=True)
class ConversationView:
    """The newest turns, oldest first, as of fact number `seq`; a divider stands behind the turn at its position.

    One that is not kept is deleted for good at `kept_until`, or soon after it was left.
    """

    id: ConversationId
    seq: int = 0
    title: str = ""
    turns: tuple[Turn, ...] = ()
    has_older: bool = False
    dividers: tuple[int, ...] = ()
    kept_until: datetime | None = None
