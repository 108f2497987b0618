"""An earlier turn, as far as it may be sent again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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

    Calls of one `round` were made together; `at` is where in the answer's text they stand. `images` came back with it.
    """

    call: ToolCall
    result: str
    round: int = 0
    at: int = 0
    images: tuple[ImageData, ...] = ()


@dataclass(frozen=True, slots=True)
class PastReply:
    """What one advisor answered in full; errors and fragments never become one.

    `images` are the pictures it made itself; those its tools brought stand with their calls.
    """

    name: str
    text: str
    size: TextSize
    importance: float = 0.0
    tools: tuple[ToolEvent, ...] = ()
    images: tuple[ImageData, ...] = ()

    @property
    def all_images(self) -> tuple[ImageData, ...]:
        """Every picture in the answer, whoever made it."""
        if not self.tools:
            return self.images
        return (*(image for event in self.tools for image in event.images), *self.images)

    def change_images(self, change: Callable[[tuple[ImageData, ...]], tuple[ImageData, ...]]) -> "PastReply":
        """The same answer with these of its pictures; the same one where it has none."""
        if not self.all_images:
            return self
        tools = tuple(replace(event, images=change(event.images)) if event.images else event for event in self.tools)
        return replace(self, tools=tools, images=change(self.images))


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

    @property
    def all_images(self) -> tuple[ImageData, ...]:
        """Every picture of the turn: the person's, and those in the answers."""
        answered = tuple(image for reply in self.replies.values() for image in reply.all_images)
        return (*self.images, *answered) if answered else self.images

    def change_images(self, change: Callable[[tuple[ImageData, ...]], tuple[ImageData, ...]]) -> "PastTurn":
        """The same turn with these of its pictures; the same one where it has none."""
        if not self.all_images:
            return self
        answers = {each: reply.change_images(change) for each, reply in self.replies.items()}
        return replace(self, images=change(self.images), replies=answers)

    def mark_for(self, advisor_id: AdvisorId) -> Mark | None:
        """The mark that counts for this advisor: its own, else everybody's."""
        return self.marks.get(advisor_id) or self.marks.get(EVERYBODY)

    def is_pinned_for(self, advisor_id: AdvisorId) -> bool:
        """Pinned for everybody or for this advisor."""
        return self.pinned or self.mark_for(advisor_id) == "pin"
