"""One human message and the replies to it."""

from dataclasses import dataclass
from datetime import datetime

from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.conversation.part import Part
from antiphon.conversation.reply import Reply


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in the conversation: what the person said, and one reply per advisor asked."""

    id: TurnId
    conversation_id: ConversationId
    position: int
    text: str
    created_at: datetime
    replies: tuple[Reply, ...]
    parts: tuple[Part, ...] = ()
    stars: int = 0
    colour_flag: str | None = None
    pinned: bool = False
    importance: float | None = None

    @property
    def all_completed(self) -> bool:
        """True when every advisor has ended, failed ones included."""
        return all(reply.completed for reply in self.replies)
