"""Bodies about speaking unasked."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, ModelName, Moment
from antiphon.api.schemas.page import Page
from antiphon.conversation.heartbeat import HeartbeatRunKind, HeartbeatRunStatus, Reason

Clock = Annotated[str, Field(max_length=5)]


class SettingHeartbeat(Body):
    """Leave to speak unasked: every so many minutes, not between these times of the person's day, by this model.

    `next_at` is the first occasion; absent: one interval from now.
    """

    every_minutes: Annotated[int, Field(ge=0, le=1_000_000)]
    quiet_from: Clock | None = None
    quiet_until: Clock | None = None
    model: ModelName | None = None
    next_at: Moment | None = None


class HeartbeatAnswer(BaseModel):
    """One advisor of a conversation, and whether it may speak unasked there.

    `unanswered` is how often it has done so since the person last wrote; at `most_unanswered` it waits.
    """

    conversation_id: str
    advisor_id: str
    name: str
    colour: str
    enabled: bool
    every_minutes: int
    quiet_from: str | None
    quiet_until: str | None
    model: str | None
    next_at: str | None
    unread: int
    unanswered: int


class HeartbeatsAnswer(Page[HeartbeatAnswer]):
    """Every advisor on the panel; `running` is false while the settings silence all of them."""

    time_zone: str
    most_unanswered: int
    running: bool


class AskingMessageAnswer(BaseModel):
    """One message of what would be asked."""

    role: str
    content: str


class AskingAnswer(BaseModel):
    """What an advisor would be asked if its time had come now."""

    model: str
    messages: list[AskingMessageAnswer]


class HeartbeatRunAnswer(BaseModel):
    """One occasion to speak unasked, or `times` of them in a row that were skipped for the same reason.

    `why` is the advisor's own reason, or what failed. `analysis_id` leads to the bytes that were sent.
    """

    id: str
    conversation_id: str
    advisor_id: str
    name: str
    colour: str
    kind: HeartbeatRunKind
    due_at: str
    status: HeartbeatRunStatus
    reason: Reason | None
    times: int
    why: str
    decision_id: str | None
    analysis_id: str | None
    turn_id: str | None
    ended_at: str | None
    unread: bool


class HeartbeatRunsAnswer(Page[HeartbeatRunAnswer]):
    """The newest occasions, newest first."""
