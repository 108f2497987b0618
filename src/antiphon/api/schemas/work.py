"""Answers about lasting work."""

from pydantic import BaseModel

from antiphon.api.schemas.page import Page
from antiphon.conversation.work import WorkKind, WorkStatus


class WorkProgress(BaseModel):
    """How much is done, and of how much; `of` is null where nobody knows before the end.

    Answers of models for a look, cases for tests, wordings for an improvement, rounds for rounds, pieces for documents.
    """

    done: int
    of: int | None


class WorkAnswer(BaseModel):
    """A piece of lasting work. `waiting` is what no node is at yet; `starts` counts how often it was begun."""

    id: str
    kind: WorkKind
    status: WorkStatus
    conversation_id: str | None
    advisor_id: str | None
    turn_id: str | None
    starts: int
    progress: WorkProgress
    created_at: str


class WorkError(BaseModel):
    """Why it ended as it did."""

    code: str
    message: str


class EndedWorkAnswer(BaseModel):
    """A piece of work that has ended: `status` is its kind's own word for how."""

    id: str
    kind: str
    status: str
    conversation_id: str | None
    advisor_id: str | None
    turn_id: str | None
    error: WorkError | None
    created_at: str
    ended_at: str


class WorkPage(Page[WorkAnswer]):
    """What is under way, the oldest first, and what has ended lately, the newest first."""

    ended: list[EndedWorkAnswer]
