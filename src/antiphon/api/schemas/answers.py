"""Bodies of answers."""

from typing import Any, Literal

from pydantic import BaseModel

# Turns, replies and events have one codec, `conversation.wire`; these models describe it to clients.


class ErrorAnswer(BaseModel):
    """Why a reply ended badly."""

    code: str
    message: str
    facts: dict[str, Any]


class ReplyAnswer(BaseModel):
    """One advisor's reply."""

    id: str
    advisor_id: str
    advisor_version: int
    name: str
    colour: str
    model: str
    state: Literal[
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
    ]
    completed: bool
    epoch: int
    text: str
    thinking: str
    finish_reason: str | None
    error: ErrorAnswer | None
    metrics: dict[str, float | int] | None
    variant: int
    chosen: bool
    changes: dict[str, Any] | None
    edited: str | None


class PlacedReplyAnswer(BaseModel):
    """One reply and where it stands."""

    conversation_id: str
    turn_id: str
    reply: ReplyAnswer


class TurnAnswer(BaseModel):
    """One human message and its replies."""

    id: str
    conversation_id: str
    position: int
    text: str
    parts: list[dict[str, Any]]
    created_at: str
    stars: int
    colour_flag: str | None
    pinned: bool
    importance: float | None
    topic: str | None
    tags: list[str]
    marks: dict[str, Literal["in", "out", "pin"]]
    all_completed: bool
    replies: list[ReplyAnswer]


class TurnsAnswer(BaseModel):
    """A page of turns, oldest first."""

    turns: list[TurnAnswer]
    has_older: bool


class ViewAnswer(BaseModel):
    """A conversation as of fact number `seq`."""

    conversation_id: str
    seq: int
    title: str
    has_older: bool
    dividers: list[int]
    turns: list[TurnAnswer]


class AcceptedAnswer(BaseModel):
    """A message that is on disk."""

    turn: TurnAnswer
    seq: int
    replayed: bool


class StoppingAnswer(BaseModel):
    """Replies that were still open and have been asked to stop."""

    stopping: list[str]


class ConversationAnswer(BaseModel):
    """A conversation in a list."""

    id: str
    title: str
    panel_id: str
    seq: int
    turn_count: int
    created_at: str
    updated_at: str
    in_flight: bool


class ConversationsAnswer(BaseModel):
    """A page of conversations, newest change first."""

    conversations: list[ConversationAnswer]
    next: str | None


class AdvisorAnswer(BaseModel):
    """A voice."""

    id: str
    version: int
    name: str
    description: str
    colour: str
    model: str | None


class AdvisorsAnswer(BaseModel):
    """Every voice of the workspace."""

    advisors: list[AdvisorAnswer]


class PanelAnswer(BaseModel):
    """A line-up."""

    id: str
    name: str
    advisor_ids: list[str]
    early_turns: int
    default: bool


class PanelsAnswer(BaseModel):
    """Every line-up of the workspace."""

    panels: list[PanelAnswer]


class ReceiptAnswer(BaseModel):
    """Exactly what was sent."""

    epoch: int
    attempt: int
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
    telemetry: dict[str, Any] | None


class ReceiptsAnswer(BaseModel):
    """Every request made for one reply."""

    receipts: list[ReceiptAnswer]
