"""One human message and the replies to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from antiphon.conversation.ids import AdvisorId, ConversationId, TurnId
from antiphon.conversation.part import Part
from antiphon.conversation.past import Mark
from antiphon.conversation.reply import Reply

# The first human messages hold the task and its limits.
_PINNED_TURNS = 3

# Who set a turn going. Only the person's turns hold the person's words, here or where they were imported from.
Origin = Literal["person", "round", "heartbeat", "review", "imported"]

# The wire another program asked by. What comes from a screen or a terminal of the house names none.
Surface = Literal["openai", "responses", "mcp", "agui", "bridge"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in the conversation: what the person said, and one reply per advisor asked.

    `topic` is the path of the topic it belongs to; `marks` are the person's words on whether it is sent again.
    `importance` is what was reckoned; `worth` is what the person said instead. `wordings` are all wordings of the
    question in the order they were asked, this one among them; nothing where there is but one. In a round the text is
    what the house says for the person; a turn an advisor began by itself has none. `surface` is the wire by which
    another program asked.
    """

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
    worth: float | None = None
    topic: str | None = None
    tags: tuple[str, ...] = ()
    marks: Mapping[AdvisorId, Mark] = field(default_factory=dict)
    origin: Origin = "person"
    wordings: tuple[TurnId, ...] = ()
    surface: Surface | None = None

    @property
    def all_completed(self) -> bool:
        """True when every advisor has ended, failed ones included."""
        return all(reply.completed for reply in self.replies)


def is_pinned_by_default(position: int, explicit: bool | None = None) -> bool:
    """Whether a turn is pinned when it comes: the first three are, unless somebody said so or said otherwise.

    Positions count from one.
    """
    return is_early(position) if explicit is None else explicit


def is_early(position: int) -> bool:
    """Whether the rule pins a turn here when nobody says otherwise."""
    return position <= _PINNED_TURNS
