"""Bodies of answers."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType, TypedDict

from antiphon.api.schemas.choice import ChoiceAnswer
from antiphon.api.schemas.page import Page
from antiphon.api.schemas.telemetry import TelemetryAnswer

# Turns, replies and events have one codec, `conversation.wire`; these models describe it to clients.

State = TypeAliasType(
    "State",
    Literal[
        "waiting",
        "sending",
        "streaming",
        "complete",
        "empty",
        "filtered",
        "error",
        "incomplete",
        "interrupted",
        "stopped",
        "rate_limited",
    ],
)
ColourFlag = Literal["blue", "grey"]
MarkName = Literal["in", "out", "pin"]


class ErrorAnswer(BaseModel):
    """Why a reply ended badly."""

    code: str
    message: str
    facts: dict[str, Any]


class MetricsAnswer(TypedDict, total=False):
    """What a reply cost and how fast it came; a figure that was neither measured nor reported is absent."""

    first_token_seconds: float
    total_seconds: float
    tokens_per_second: float
    input_tokens: int
    output_tokens: int
    attempts: int


class PictureAnswer(BaseModel):
    """A picture in a reply; its bytes are those of the document.

    `alt` says what it shows, as far as somebody said so. `at` is where in the text it stands, in code points.
    """

    document_id: str
    media_type: str
    width: int
    height: int
    name: str
    alt: str
    at: int
    round: int


class ToolUseAnswer(BaseModel):
    """One call of a tool in a reply, and what came of it.

    `at` is where in the text it stands, in code points; `round` how often results had been handed back before. While
    it is `asking`, `approval_id` names the question. `told` is what the model reads where that is not the result.
    """

    id: str
    round: int
    at: int
    server: str
    tool: str
    name: str
    arguments: str
    status: Literal["asking", "running", "success", "error", "rejected"]
    epoch: int
    result: str
    told: str
    allowed: str | None
    approval_id: str | None
    expires_at: str | None
    seconds: float | None
    pictures: list[PictureAnswer]


class ReplyAnswer(BaseModel):
    """One advisor's reply."""

    id: str
    advisor_id: str
    advisor_version: int
    name: str
    colour: str
    model: str
    state: State
    completed: bool
    epoch: int
    text: str
    thinking: str
    finish_reason: str | None
    error: ErrorAnswer | None
    metrics: MetricsAnswer | None
    variant: int
    chosen: bool
    changes: ChoiceAnswer | None
    edited: str | None
    tools: list[ToolUseAnswer]
    pictures: list[PictureAnswer]
    importance: float | None
    worth: float | None


class PlacedReplyAnswer(BaseModel):
    """One reply and where it stands."""

    conversation_id: str
    turn_id: str
    reply: ReplyAnswer


class TextPartAnswer(BaseModel):
    """Plain text."""

    kind: Literal["text"]
    text: str


class ImagePartAnswer(BaseModel):
    """A picture; its bytes are at /v1/documents/{document_id}/data."""

    kind: Literal["image"]
    document_id: str
    media_type: str
    width: int
    height: int
    name: str


class CodePartAnswer(BaseModel):
    """Source text in a language."""

    kind: Literal["code"]
    code: str
    language: str
    filename: str | None


class FilePartAnswer(BaseModel):
    """A file; more about it is at /v1/documents/{document_id}."""

    kind: Literal["file"]
    document_id: str
    name: str
    media_type: str


PartAnswer = TypeAliasType(
    "PartAnswer",
    Annotated[TextPartAnswer | ImagePartAnswer | CodePartAnswer | FilePartAnswer, Field(discriminator="kind")],
)


class TurnAnswer(BaseModel):
    """One human message and its replies.

    `wordings` are the ids of all wordings of this message, oldest first, this turn's own among them; empty where there
    is but one.
    """

    id: str
    conversation_id: str
    position: int
    origin: Literal["person", "round", "heartbeat", "review", "imported"]
    surface: Literal["openai", "responses", "mcp", "agui", "bridge"] | None
    text: str
    parts: list[PartAnswer]
    created_at: str
    stars: int
    colour_flag: ColourFlag | None
    pinned: bool
    importance: float | None
    worth: float | None
    topic: str | None
    tags: list[str]
    marks: dict[str, MarkName]
    wordings: list[str]
    all_completed: bool
    replies: list[ReplyAnswer]


class TurnsAnswer(Page[TurnAnswer]):
    """A page of turns, oldest first; `next` leads to older ones as `before`, `newer` to newer ones as `after`."""

    newer: str | None


class TurnWordingsAnswer(Page[TurnAnswer]):
    """Every wording of one question with its answers, oldest first."""


class ViewAnswer(BaseModel):
    """A conversation as of fact number `seq`."""

    conversation_id: str
    seq: int
    title: str
    has_older: bool
    dividers: list[int]
    turns: list[TurnAnswer]
    kept_until: str | None


class AcceptedAnswer(BaseModel):
    """A message that is on disk."""

    turn: TurnAnswer
    seq: int
    replayed: bool


class StoppingAnswer(BaseModel):
    """Replies that were still open and have been asked to stop."""

    stopping: list[str]


class BranchedFromAnswer(BaseModel):
    """The turn a branch was begun at, and the conversation it stands in."""

    conversation_id: str
    turn_id: str
    position: int
    title: str


class ConversationAnswer(BaseModel):
    """A conversation in a list; `topic` is where its next turn belongs, `opening` how its first turn begins.

    `unread` counts what advisors said there unasked and nobody has seen yet. `branched_from` is where a branch left
    another conversation; null in any other, and once that one is gone. `folder_id` is the folder it lies in.
    `surface` is the wire of the program that began it; null where a person did.
    """

    id: str
    title: str
    panel_id: str
    seq: int
    turn_count: int
    created_at: str
    updated_at: str
    in_flight: bool
    topic: str | None
    folder_id: str | None
    opening: str
    unread: int
    branched_from: BranchedFromAnswer | None
    kept_until: str | None
    surface: Literal["openai", "responses", "mcp", "agui", "bridge"] | None


class ConversationsAnswer(Page[ConversationAnswer]):
    """A page of conversations, newest change first."""


class PayingKeyAnswer(BaseModel):
    """Which key a request was sent with, and whose it is; never the key."""

    id: str
    owner: Literal["workspace", "person"]


class ReceiptAnswer(BaseModel):
    """Exactly what was sent. `paid_with` is absent where it was the instance's.

    `thinking_cost` is the part of `cost` that the `reasoning_tokens` of the usage took: providers charge them as
    output. It is absent where a provider counted none apart.
    """

    epoch: int
    attempt: int
    round: int
    provider: str
    model: str
    url: str
    headers: dict[str, str]
    sha256: str
    size: int
    body: str
    sent_at: str
    outcome: str | None
    usage: dict[str, int] | None
    cost: float | None
    thinking_cost: float | None
    telemetry: TelemetryAnswer | None
    paid_with: PayingKeyAnswer | None


class ReceiptsAnswer(Page[ReceiptAnswer]):
    """Every request made for one reply."""
