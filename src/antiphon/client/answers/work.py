"""Lasting work."""

from antiphon.client.answers.base import Answer, Failure


class WorkProgress(Answer):
    """How much is done, and of how much, where that is known."""

    done: int
    of: int | None = None


class Work(Answer):
    """A piece of work that is under way."""

    id: str
    kind: str
    status: str
    conversation_id: str | None = None
    advisor_id: str | None = None
    turn_id: str | None = None
    starts: int
    progress: WorkProgress
    created_at: str


class EndedWork(Answer):
    """A piece of work that has ended."""

    id: str
    kind: str
    status: str
    conversation_id: str | None = None
    advisor_id: str | None = None
    turn_id: str | None = None
    error: Failure | None = None
    created_at: str
    ended_at: str


class AllWork(Answer):
    """What is under way, the oldest first, and what has ended lately, the newest first."""

    items: tuple[Work, ...]
    ended: tuple[EndedWork, ...]
