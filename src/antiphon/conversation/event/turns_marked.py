"""The person said something about turns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypedDict

from antiphon.conversation.ids import ConversationId, TurnId


class Marks(TypedDict, total=False):
    """What was set; an absent key was left alone.

    `worth` counts for more than what was reckoned; nothing takes it back. `contexts` maps an advisor's id (none:
    everybody) to in, out or pin, or to nothing to take the mark back.
    """

    stars: int
    colour_flag: str | None
    pinned: bool
    worth: float | None
    topic: str | None
    add_tags: list[str]
    remove_tags: list[str]
    contexts: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class TurnsMarked:
    """The same marks were set on all of these turns."""

    conversation_id: ConversationId
    seq: int
    turn_ids: tuple[TurnId, ...]
    marks: Marks
    kind: Literal["turns_marked"] = "turns_marked"
