"""Bodies and answers about programs elsewhere that are told what has ended."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page
from antiphon.conversation.webhook import DeliveryProblem, DeliveryStatus, WebhookEvent, WebhookShape, WebhookTrouble

Address = Annotated[str, Field(min_length=1, max_length=2_000, pattern=r"^[^\x00]*$")]
Events = Annotated[list[WebhookEvent], Field(min_length=1, max_length=50)]


class NewWebhook(Body):
    """An address, and what it is told. `shape` is how: `standard` is signed JSON, the others are messages for people.

    Words of conversations are sent only with `include_text`.
    """

    url: Address
    events: Events
    shape: WebhookShape = "standard"
    include_text: bool = False


class ChangingWebhook(Body):
    """What is to be different; what is absent stays. Switched on again, it is told what ends from then on."""

    url: Address | None = None
    events: Events | None = None
    shape: WebhookShape | None = None
    include_text: bool | None = None
    enabled: bool | None = None


class WebhookAnswer(BaseModel):
    """An address that is told. `trouble` says why it was switched off by nobody; `failing_since` when it began to fail.

    Until `rotating_until` every message carries a signature by the secret before as well.
    """

    id: str
    url: str
    events: list[WebhookEvent]
    shape: WebhookShape
    include_text: bool
    enabled: bool
    trouble: WebhookTrouble | None
    failing_since: str | None
    rotating_until: str | None
    created_at: str


class ToldWebhookAnswer(BaseModel):
    """The webhook, and the secret it signs with from now on, which is told this once."""

    id: str
    signs_with: str
    webhook: WebhookAnswer


class DeliveryAnswer(BaseModel):
    """One message: its `id` is the `webhook-id` it carries, the same however often it is sent.

    `answered` is the status of the last answer, `problem` what was in the way, `next_at` when it is sent again.
    """

    id: str
    webhook_id: str
    event: str
    status: DeliveryStatus
    attempts: int
    answered: int | None
    problem: DeliveryProblem | None
    next_at: str | None
    created_at: str
    tried_at: str | None
    body: str


WebhooksPage = Page[WebhookAnswer]
DeliveriesPage = Page[DeliveryAnswer]
