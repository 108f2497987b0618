"""What a feed may say besides events."""

from dataclasses import dataclass
from typing import Literal

from antiphon.conversation.event import Event
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.view import ConversationView


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The conversation as it stands; whatever was known of it before is replaced."""

    view: ConversationView
    kind: Literal["snapshot"] = "snapshot"

    @property
    def conversation_id(self) -> ConversationId:
        """The conversation shown."""
        return self.view.id


@dataclass(frozen=True, slots=True)
class Gap:
    """The cursor could not be continued from; a snapshot follows."""

    conversation_id: ConversationId
    reason: Literal["too_old", "from_the_future"]
    kind: Literal["gap"] = "gap"


@dataclass(frozen=True, slots=True)
class ListChanged:
    """The list of conversations and folders stands at this number; what was read at another one may be old."""

    number: int
    kind: Literal["list_changed"] = "list_changed"


@dataclass(frozen=True, slots=True)
class WorkChanged:
    """Lasting work was begun, taken, given back or ended here; what was read of it before may be old."""

    kind: Literal["work_changed"] = "work_changed"


News = Event | Snapshot | Gap | ListChanged | WorkChanged
