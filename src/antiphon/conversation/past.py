"""An earlier turn, as far as it may be sent again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from antiphon.conversation.ids import AdvisorId, TurnId
from antiphon.conversation.payload import ImageData, ToolCall
from antiphon.conversation.size import TextSize

# The person's word on one turn, for everybody or for one advisor.
Mark = Literal["in", "out", "pin"]
EVERYBODY = AdvisorId("")


@dataclass(frozen=True, slots=True)
class ToolEvent:
    """A call an advisor made and what came back; the two are never parted.

    Calls of one `round` were made together; `at` is where in the answer's text they stand.
    """

    call: ToolCall
    result: str
    round: int = 0
    at: int = 0


@dataclass(frozen=True, slots=True)
class PastReply:
    """What one advisor answered in full; errors and fragments never become one."""

    name: str
    text: str
    size: TextSize
    importance: float = 0.0
    tools: tuple[ToolEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class PastTurn:
    """What was said to everybody, what each advisor answered, and what the person decided about it.

    Texts may be absent while a history is only weighed; sizes never are. `at` is the moment advisors were told.
    """

    id: TurnId
    position: int
    text: str
    size: TextSize
    at: datetime | None = None
    replies: Mapping[AdvisorId, PastReply] = field(default_factory=dict)
    pinned: bool = False
    importance: float = 0.0
    marks: Mapping[AdvisorId, Mark] = field(default_factory=dict)
    images: tuple[ImageData, ...] = ()

    def mark_for(self, advisor_id: AdvisorId) -> Mark | None:
        """The mark that counts for this advisor: its own, else everybody's."""
        return self.marks.get(advisor_id) or self.marks.get(EVERYBODY)

    def is_pinned_for(self, advisor_id: AdvisorId) -> bool:
        """Pinned for everybody or for this advisor."""
        return self.pinned or self.mark_for(advisor_id) == "pin"
