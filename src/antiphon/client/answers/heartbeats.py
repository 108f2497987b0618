"""Heartbeats: advisors that may speak unasked, and what became of each time one was due."""

from datetime import datetime

from antiphon.client.answers.base import Answer


class Heartbeat(Answer):
    """One advisor of a conversation, and whether it may speak unasked."""

    advisor_id: str
    name: str
    enabled: bool
    every_minutes: int
    quiet_from: str | None = None
    quiet_until: str | None = None
    model: str | None = None
    next_at: datetime | None = None
    unread: int = 0
    unanswered: int = 0


class Heartbeats(Answer):
    """All of them, and whether the settings let any of them speak."""

    items: tuple[Heartbeat, ...]
    time_zone: str = "UTC"
    running: bool = True


class AskedMessage(Answer):
    """One message of what would be asked."""

    role: str
    content: str


class HeartbeatPreview(Answer):
    """What an advisor would be asked, word for word."""

    model: str
    messages: tuple[AskedMessage, ...]


class HeartbeatRun(Answer):
    """One time a heartbeat was due, or several in a row."""

    id: str
    advisor_id: str
    name: str
    kind: str
    status: str
    due_at: datetime
    reason: str | None = None
    times: int = 1
    why: str = ""
    turn_id: str | None = None
    unread: bool = False
