"""What the API answers, as far as the terminal shows it. Keys not named here are ignored."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Status(_Answer):
    """What the server is and which model answers."""

    version: str
    rehearsal: bool
    default_model: str | None = None


class Advisor(_Answer):
    """Someone who can be asked."""

    id: str
    name: str
    colour: str = ""
    description: str = ""


class Conversation(_Answer):
    """A conversation in the list, without its turns."""

    id: str
    title: str
    turn_count: int
    created_at: datetime
    updated_at: datetime | None = None
    in_flight: bool = False


class Receipt(_Answer):
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


class Advisors(_Answer):
    """All of them."""

    advisors: tuple[Advisor, ...]


class Conversations(_Answer):
    """A page of the list, newest change first."""

    conversations: tuple[Conversation, ...]
    next: str | None = None


class Receipts(_Answer):
    """Every attempt, oldest first."""

    receipts: tuple[Receipt, ...]
