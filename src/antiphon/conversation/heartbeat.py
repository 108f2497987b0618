"""An advisor that may speak unasked: how often, when it keeps quiet, and what became of each occasion."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final, Literal, NamedTuple

from antiphon.conversation.ids import AdvisorId, ConversationId, PrincipalId, TurnId, WorkspaceId

HeartbeatRunKind = Literal["heartbeat", "review"]
# Taken by a node that is deciding; then fired, or skipped with a reason.
HeartbeatRunStatus = Literal["taken", "fired", "skipped"]
Reason = Literal[
    "quiet_hours",
    "unread",
    "unanswered",
    "answering",
    "not_in_panel",
    "removed",
    "nothing_said",
    "off",
    "budget",
    "missed",
    "interrupted",
    "person_spoke",
    "nothing_to_say",
    "failed",
]

# After so many messages without an answer an advisor waits until the person has spoken.
MOST_UNANSWERED: Final = 3
LEAST_MINUTES: Final = 5
MOST_MINUTES: Final = 7 * 24 * 60
# Jitter is counted in thousandths of the interval, and takes up to a tenth of it.
JITTER_STEPS: Final = 100
# After quiet hours ten minutes are enough for everybody to come one after another.
_JITTER_STEP: Final = timedelta(seconds=6)
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


class QuietHours(NamedTuple):
    """Between these times of the person's day nobody speaks unasked; they may span midnight."""

    start: time
    end: time

    def end_after(self, moment: datetime, zone: tzinfo) -> datetime | None:
        """When the quiet hours that hold this moment end; nothing when the moment is outside them."""
        local = moment.astimezone(zone)
        now = local.time().replace(tzinfo=None)
        spans_midnight = self.end <= self.start
        inside = now >= self.start or now < self.end if spans_midnight else self.start <= now < self.end
        if not inside:
            return None
        day = local.date() + timedelta(days=1) if spans_midnight and now >= self.start else local.date()
        ends = datetime.combine(day, self.end, tzinfo=zone)
        if ends.astimezone(UTC) <= moment:
            # The clocks are put back tonight, and this hour comes twice.
            ends = ends.replace(fold=1)
        return ends.astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """One advisor's leave to speak unasked in one conversation.

    `generation` rises with every message of the person, which makes void whatever was on its way before it.
    """

    workspace_id: WorkspaceId
    conversation_id: ConversationId
    advisor_id: AdvisorId
    owner_id: PrincipalId
    enabled: bool
    every_minutes: int
    quiet: QuietHours | None = None
    model: str | None = None
    jitter: int = 0
    generation: int = 0
    next_at: datetime | None = None

    @property
    def interval(self) -> timedelta:
        """How long it waits, its own jitter included: the same every time."""
        return timedelta(minutes=self.every_minutes) * (1000 + self.jitter) / 1000

    def wait_from(self, moment: datetime, zone: tzinfo) -> datetime:
        """The next occasion after this moment; one that would fall into quiet hours comes after their end."""
        return self.leave_quiet(moment + self.interval, zone)

    def leave_quiet(self, moment: datetime, zone: tzinfo) -> datetime:
        """The moment, or a little after the end of the quiet hours it lies in."""
        ends = None if self.quiet is None else self.quiet.end_after(moment, zone)
        if ends is None:
            return moment
        later = ends + _JITTER_STEP * self.jitter
        return ends if self.is_quiet(later, zone) else later

    def is_quiet(self, moment: datetime, zone: tzinfo) -> bool:
        """Whether the moment lies in the quiet hours."""
        return self.quiet is not None and self.quiet.end_after(moment, zone) is not None

    def count_missed(self, now: datetime) -> int:
        """How many occasions have gone by since the one that is due: while no node was running."""
        return 0 if self.next_at is None else max(0, (now - self.next_at) // self.interval)


@dataclass(frozen=True, slots=True)
class HeartbeatRun:
    """One occasion, or several in a row that were skipped for the same reason (`times`).

    `why` is the advisor's own reason for speaking or keeping silent, or the name of a failure.
    """

    id: str
    conversation_id: ConversationId
    advisor_id: AdvisorId
    kind: HeartbeatRunKind
    due_at: datetime
    generation: int
    status: HeartbeatRunStatus
    taken_at: datetime
    decision_id: str = ""
    reason: Reason | None = None
    times: int = 1
    why: str = ""
    analysis_id: str | None = None
    turn_id: TurnId | None = None
    ended_at: datetime | None = None
    read_at: datetime | None = None

    @property
    def is_unread(self) -> bool:
        """Whether something was said that the person has not seen yet."""
        return self.status == "fired" and self.read_at is None


def parse_clock(text: str) -> time | None:
    """`22:30` as a time of day; nothing when it is none."""
    match = _CLOCK.fullmatch(text.strip())
    return None if match is None else time(int(match[1]), int(match[2]))


def format_clock(moment: time) -> str:
    """The time of day as it is kept and shown."""
    return moment.strftime("%H:%M")
