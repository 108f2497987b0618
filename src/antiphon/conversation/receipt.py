"""The proof of what was sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from antiphon.conversation.ids import ReplyId
from antiphon.conversation.telemetry import Telemetry

KeyOwner = Literal["workspace", "person"]


class PayingKey(NamedTuple):
    """Which key a request was sent with, where it is not the one its provider was set up with; never the key."""

    id: str
    owner: KeyOwner


@dataclass(frozen=True, slots=True)
class Receipt:
    """The exact bytes of one request, written before they leave.

    `outcome` and `usage` are absent until the attempt has ended. `telemetry` says what was reckoned and trimmed.
    `round` counts how often results of tools had been handed back before. `paying_key` is absent where it was
    the instance's.
    """

    reply_id: ReplyId
    epoch: int
    attempt: int
    provider: str
    model: str
    url: str
    body: bytes
    sha256: str
    sent_at: datetime
    headers: Mapping[str, str] = field(default_factory=dict)
    outcome: str | None = None
    usage: Mapping[str, int] | None = None
    telemetry: Telemetry | None = None
    round: int = 0
    paying_key: PayingKey | None = None
