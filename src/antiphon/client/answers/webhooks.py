"""Programs elsewhere that are told what has ended."""

from collections.abc import Sequence

from antiphon.client.answers.base import Answer


class Webhook(Answer):
    """An address that is told; `trouble` says why it was switched off by nobody."""

    id: str
    url: str
    events: Sequence[str]
    shape: str
    include_text: bool
    enabled: bool
    trouble: str | None = None
    failing_since: str | None = None
    rotating_until: str | None = None
    created_at: str


class ToldWebhook(Answer):
    """A webhook, and the secret it signs with from now on, which is told this once."""

    id: str
    signs_with: str
    webhook: Webhook


class WebhookDelivery(Answer):
    """One message: what became of it, and when it is sent again."""

    id: str
    webhook_id: str
    event: str
    status: str
    attempts: int
    answered: int | None = None
    problem: str | None = None
    next_at: str | None = None
    created_at: str
    tried_at: str | None = None
    body: str
