"""What a client shows of a conversation: the value every event is folded into."""

from dataclasses import dataclass

from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn


@dataclass(frozen=True, slots=True)
class ConversationView:
    """The newest turns, oldest first, as of fact number `seq`; a divider stands behind the turn at its position."""

    id: ConversationId
    seq: int = 0
    title: str = ""
    turns: tuple[Turn, ...] = ()
    has_older: bool = False
    dividers: tuple[int, ...] = ()
