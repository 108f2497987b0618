"""What the API answers, as far as the terminal shows it. Keys not named here are ignored."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Something the server said; what this version does not know of it is left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class Status(Answer):
    """What the server is and which model answers."""

    version: str
    rehearsal: bool
    default_model: str | None = None


class Advisor(Answer):
    """Someone who can be asked."""

    id: str
    name: str
    colour: str = ""
    description: str = ""


class Conversation(Answer):
    """A conversation in the list, without its turns."""

    id: str
    title: str
    turn_count: int
    created_at: datetime
    updated_at: datetime | None = None
    in_flight: bool = False


class Selected(Answer):
    """A turn that was in a payload."""

    turn_id: str


class Telemetry(Answer):
    """What was reckoned before an attempt and how it stood; `trimmed` are all turns dropped so far."""

    stage: str
    predicted_count: int
    sent_count: int
    selection: tuple[Selected, ...] = ()
    trimmed: tuple[str, ...] = ()
    dropped_reference: bool = False
    attempt_total_tokens: int
    max_context: int | None = None
    binding: str | None = None
    max_tokens: int
    calibrated: bool = False
    last_error: str | None = None


class Receipt(Answer):
    """What was sent for one attempt at a reply, to the byte."""

    epoch: int
    attempt: int
    provider: str
    model: str
    url: str
    sha256: str
    size: int
    body: str
    sent_at: datetime | None = None
    outcome: str | None = None
    usage: dict[str, Any] | None = None
    telemetry: Telemetry | None = None


class Advisors(Answer):
    """All of them."""

    advisors: tuple[Advisor, ...]


class Conversations(Answer):
    """A page of the list, newest change first."""

    conversations: tuple[Conversation, ...]
    next: str | None = None


class Receipts(Answer):
    """Every attempt, oldest first."""

    receipts: tuple[Receipt, ...]
