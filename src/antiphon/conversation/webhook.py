"""Telling another program what has ended: whom, of what, and what became of each time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NewType, get_args

from antiphon.conversation.ids import ConversationId, PrincipalId, WorkspaceId

WebhookId = NewType("WebhookId", str)
DeliveryId = NewType("DeliveryId", str)

WebhookEvent = Literal[
    "turn.completed",
    "turn.failed",
    "reply.settled",
    "synthesis.completed",
    "map.completed",
    "approval.requested",
    "beat.spoke",
    "decision.review_due",
    "import.completed",
    "export.completed",
    "eval.completed",
]
EVENTS: Final[tuple[WebhookEvent, ...]] = get_args(WebhookEvent)
# Sent when somebody wants to see that it arrives; nobody subscribes to it.
PING: Final = "ping"

# How the body is written: as Standard Webhooks has it, or as one of these takes a message.
WebhookShape = Literal["standard", "slack", "discord", "mattermost", "ntfy", "gotify"]

# waiting: it will be sent. failed: it was tried as often as it is. stopped: its webhook was switched off before.
DeliveryStatus = Literal["waiting", "delivered", "failed", "stopped"]
# Why nothing more is sent: the other side said that it is gone for good, or nothing has arrived for days.
WebhookTrouble = Literal["gone", "failing"]
# What went wrong when there was no answer whose status could say so.
DeliveryProblem = Literal["address_refused", "no_connection", "timeout", "not_http", "redirect", "status", "secret"]

# How long after each failure the next attempt is made; after the last of them there is none.
RETRIES: Final = (
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
)
# Whoever receives nothing for so long is told nothing more.
PATIENCE: Final = timedelta(days=3)
# How long the secret before counts beside the new one.
OVERLAP: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told when one of these events happens to its owner.

    Of its secrets only numbers are kept, and by what one would be known again: `generation` counts them, and the one
    before the last is good until `previous_until`. What ended before `since` is not told.
    """

    id: WebhookId
    workspace_id: WorkspaceId
    owner_id: PrincipalId
    url: str
    events: tuple[WebhookEvent, ...]
    shape: WebhookShape
    include_text: bool
    enabled: bool
    trouble: WebhookTrouble | None
    generation: int
    fingerprint: str
    previous_fingerprint: str | None
    previous_until: datetime | None
    since: datetime
    failing_since: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class WebhookChange:
    """What is to be different; what is None stays."""

    url: str | None = None
    events: tuple[WebhookEvent, ...] | None = None
    shape: WebhookShape | None = None
    include_text: bool | None = None
    enabled: bool | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that ended. `subject` is the same however often it is found."""

    event: WebhookEvent
    subject: str
    at: datetime
    conversation_id: ConversationId | None
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Delivery:
    """One event on its way to one address. `attempts` counts those begun, `failures` those that came to nothing."""

    id: DeliveryId
    webhook_id: WebhookId
    event: str
    status: DeliveryStatus
    body: str
    attempts: int
    failures: int
    next_at: datetime | None
    answered: int | None
    problem: DeliveryProblem | None
    created_at: datetime
    tried_at: datetime | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one attempt ended: the status that was answered, or what was in its way."""

    answered: int | None = None
    problem: DeliveryProblem | None = None

    @property
    def is_delivered(self) -> bool:
        """Whether the other side has it."""
        return self.problem is None

    @property
    def is_gone(self) -> bool:
        """Whether the other side wants nothing more, ever."""
        return self.answered == 410


def find_next_attempt(failures: int, now: datetime) -> datetime | None:
    """When to try again after so many failures; None when it was tried often enough."""
    return now + RETRIES[failures - 1] if failures <= len(RETRIES) else None
