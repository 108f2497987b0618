"""What a feed says, frame by frame. `conversation.event_wire` writes it; these models describe it to clients.

A frame is one server-sent event: its `event` line and its `data`. Facts and snapshots also carry an `id` line, the
cursor to resume from; clients hand it back unread.
"""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, Field, create_model
from typing_extensions import TypeAliasType, TypedDict

from antiphon.api.schemas.answers import (
    ColourFlag,
    ErrorAnswer,
    MarkName,
    MetricsAnswer,
    PictureAnswer,
    ReplyAnswer,
    State,
    ToolUseAnswer,
    TurnAnswer,
    ViewAnswer,
)


class _Event(BaseModel):
    kind: str
    conversation_id: str


class _Fact(_Event):
    seq: int


class ConversationCreatedFact(_Fact):
    """The first fact of every conversation."""

    kind: Literal["conversation_created"]
    title: str
    created_at: str


class ConversationRenamedFact(_Fact):
    """The title people see from now on."""

    kind: Literal["conversation_renamed"]
    title: str


class TurnAcceptedFact(_Fact):
    """A human message is on disk, with one waiting reply per advisor asked."""

    kind: Literal["turn_accepted"]
    turn: TurnAnswer


class SendingAnswer(BaseModel):
    """One reply and the epoch it starts under; text of earlier epochs is void."""

    reply_id: str
    epoch: int


class RepliesSendingFact(_Fact):
    """These replies start now."""

    kind: Literal["replies_sending"]
    turn_id: str
    replies: list[SendingAnswer]


class ReplySettledFact(_Fact):
    """How a reply ended and how long its text is, in code points; the text itself travels as deltas."""

    kind: Literal["reply_settled"]
    turn_id: str
    reply_id: str
    epoch: int
    state: State
    text_length: int
    thinking_length: int
    finish_reason: str | None
    error: ErrorAnswer | None
    metrics: MetricsAnswer | None
    importance: float | None


class ReplyUsedToolsFact(_Fact):
    """These uses of tools, as they stand now; each takes the place of the one with its id."""

    kind: Literal["reply_used_tools"]
    turn_id: str
    reply_id: str
    uses: list[ToolUseAnswer]


class ReplyPicturedFact(_Fact):
    """All the pictures its model has put into the reply, as they stand now."""

    kind: Literal["reply_pictured"]
    turn_id: str
    reply_id: str
    pictures: list[PictureAnswer]


class ReplyAddedFact(_Fact):
    """Another variant, waiting; when it is chosen from the start, the one before it no longer is."""

    kind: Literal["reply_added"]
    turn_id: str
    reply: ReplyAnswer


class ReplyChosenFact(_Fact):
    """From now on this variant stands for its advisor in this turn."""

    kind: Literal["reply_chosen"]
    turn_id: str
    reply_id: str


class ReplyEditedFact(_Fact):
    """These words are shown and sent instead; none mean the advisor's own again."""

    kind: Literal["reply_edited"]
    turn_id: str
    reply_id: str
    text: str | None
    importance: float | None


class ReplyWeighedFact(_Fact):
    """This counts instead of what was reckoned; nothing means that what was reckoned counts again."""

    kind: Literal["reply_weighed"]
    turn_id: str
    reply_id: str
    worth: float | None


class MarksAnswer(TypedDict, total=False):
    """What was set; an absent key was left alone. `contexts` maps an advisor (empty: everybody) to a mark or none."""

    stars: int
    colour_flag: ColourFlag | None
    pinned: bool
    worth: float | None
    topic: str | None
    add_tags: list[str]
    remove_tags: list[str]
    contexts: dict[str, MarkName | None]


class TurnsMarkedFact(_Fact):
    """The same marks were set on all of these turns."""

    kind: Literal["turns_marked"]
    turn_ids: list[str]
    marks: MarksAnswer


class TurnsRemovedFact(_Fact):
    """These turns are gone, until they are restored."""

    kind: Literal["turns_removed"]
    turn_ids: list[str]


class TurnsRestoredFact(_Fact):
    """These turns stand again where they stood, with all they held."""

    kind: Literal["turns_restored"]
    turns: list[TurnAnswer]


class DividerDrawnFact(_Fact):
    """A visible line behind the turn at this position."""

    kind: Literal["divider_drawn"]
    position: int


class DeltaEvent(_Event):
    """`text` stands at `offset`, in code points, of this channel of this epoch of the reply."""

    kind: Literal["delta"]
    reply_id: str
    epoch: int
    channel: Literal["text", "thinking"]
    offset: int
    text: str


class GapEvent(BaseModel):
    """The cursor could not be continued from; a snapshot follows."""

    conversation_id: str
    reason: Literal["too_old", "from_the_future"]


class ReconnectEvent(BaseModel):
    """This server is going; come back with the cursor, and another will answer."""


class ListChangedEvent(BaseModel):
    """The list of conversations and folders stands at this number; what was read at another one may be old."""

    number: int


class WorkChangedEvent(BaseModel):
    """Lasting work was begun, taken, given back or ended here; what was read of it before may be old."""


class ConversationDeletedFact(_Fact):
    """The last of all: nothing of the conversation is left, and the stream says no more of it."""

    kind: Literal["conversation_deleted"]


_AnyFact = (
    ConversationCreatedFact
    | ConversationRenamedFact
    | TurnAcceptedFact
    | RepliesSendingFact
    | ReplyUsedToolsFact
    | ReplyPicturedFact
    | ReplySettledFact
    | ReplyAddedFact
    | ReplyChosenFact
    | ReplyEditedFact
    | ReplyWeighedFact
    | TurnsMarkedFact
    | TurnsRemovedFact
    | TurnsRestoredFact
    | DividerDrawnFact
    | ConversationDeletedFact
)
Fact = TypeAliasType("Fact", Annotated[_AnyFact, Field(discriminator="kind")])


def _read_kind(model: type[_Event]) -> str:
    return str(get_args(model.model_fields["kind"].annotation)[0])


def _build_frame(event: str, data: type[BaseModel]) -> type[BaseModel]:
    name = "".join(word.title() for word in event.split("_"))
    fields: dict[str, Any] = {"event": (Literal[event], ...), "data": (data, ...)}
    return create_model(f"{name}Frame", __doc__=f"An event named `{event}`.", **fields)


EVENTS: dict[str, type[BaseModel]] = {
    "snapshot": ViewAnswer,
    **{_read_kind(each): each for each in (*get_args(_AnyFact), DeltaEvent)},
    "gap": GapEvent,
    "reconnect": ReconnectEvent,
    "list_changed": ListChangedEvent,
    "work_changed": WorkChangedEvent,
}
_AnyFrame: Any = reduce(or_, (_build_frame(event, data) for event, data in EVENTS.items()))
Frame = TypeAliasType("Frame", Annotated[_AnyFrame, Field(discriminator="event")])
