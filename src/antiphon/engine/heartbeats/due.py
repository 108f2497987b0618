"""Whether an advisor may speak unasked now: asked when an occasion is taken, and again the moment it would speak."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from antiphon.advisors.advisor import Advisor
from antiphon.conversation.errors import NotFound
from antiphon.conversation.heartbeat import MOST_UNANSWERED, Heartbeat, HeartbeatRun, Reason
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.work import NewWork, Work
from antiphon.engine.runtime.identity import new_id
from antiphon.engine.runtime.options import EngineOptions
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.reads.heartbeat_runs import count_unanswered, count_unread, is_spent, read_heartbeat_run
from antiphon.store.reads.heartbeats import read_heartbeat, read_now
from antiphon.store.reads.panels import read_panel_advisors
from antiphon.store.reads.reviews import DueReview, find_review, is_still_due
from antiphon.store.unit import Unit
from antiphon.store.writes.facts import lock_conversation
from antiphon.store.writes.heartbeat_runs import retake_review, skip_due_run, take_heartbeat_run
from antiphon.store.writes.heartbeats import advance_heartbeat
from antiphon.store.writes.journal import put_off_review
from antiphon.store.writes.work import begin_work

_DAY = timedelta(days=1)
# How long a review waits whose person has silenced everybody; it is asked soon after they change their mind.
_OFF = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class TakenRun:
    """An occasion that is this node's own: who may speak, and by which model; a review knows its decision."""

    beat: HeartbeatRun
    advisor: Advisor
    model: str | None = None
    review: DueReview | None = None


def take_heartbeat(unit: Unit, due: Heartbeat, options: EngineOptions) -> bool:
    """Move the heartbeat to its next occasion and have this one seen through, in one transaction; False when there is
    none.

    Of the occasions that went by while no node was running only the last is taken; the others are counted as missed.
    Everything is measured by the database's clock.
    """
    lock_conversation(unit, due.conversation_id)
    now = read_now(unit)
    quiet = due.is_quiet(now, options.zone)
    next_at = due.leave_quiet(now, options.zone) if quiet else due.wait_from(now, options.zone)
    if due.next_at is None or not advance_heartbeat(unit, due, next_at):
        return False
    missed = due.count_missed(now)
    occasion = _begin(due, due.next_at + missed * due.interval, now)
    if missed:
        skip_due_run(unit, _skipped(_begin(due, due.next_at, now), "missed", missed))
    reason: Reason | None = "off" if not options.heartbeats else find_obstacle(unit, due, now, options)
    reason = reason or _find_budget(unit, now, options)
    advisor = None if reason else find_advisor(unit, due.conversation_id, due.advisor_id)
    if reason is not None or advisor is None:
        skip_due_run(unit, _skipped(occasion, reason or "not_in_panel"))
        return False
    return _begin_work(unit, occasion, due.model) if take_heartbeat_run(unit, occasion) else False


def take_review(unit: Unit, due: DueReview, options: EngineOptions) -> bool:
    """Have the one occasion to ask about a decision seen through; False while it has to wait, or when somebody took it.

    Quiet hours of the same advisor hold for reviews too: it is put off until they end. The person asked for this day,
    so no limit on unanswered messages keeps it from being asked.
    """
    lock_conversation(unit, due.conversation_id)
    if not is_still_due(unit, due):
        return False
    now = read_now(unit)
    if not options.heartbeats:
        put_off_review(unit, due, now + _OFF)
        return False
    heartbeat = read_heartbeat(unit, due.conversation_id, due.reviewer_id)
    if heartbeat is not None and heartbeat.is_quiet(now, options.zone):
        put_off_review(unit, due, heartbeat.leave_quiet(now, options.zone))
        return False
    line = _read_line(unit, due.conversation_id)
    if line is None or line.in_flight:
        return False
    beat = HeartbeatRun(
        id=new_id("b"),
        conversation_id=due.conversation_id,
        advisor_id=due.reviewer_id,
        kind="review",
        due_at=due.review_at,
        generation=0,
        status="taken",
        taken_at=now,
        decision_id=due.decision_id,
    )
    advisor = find_advisor(unit, due.conversation_id, due.reviewer_id)
    if advisor is None:
        skip_due_run(unit, _skipped(beat, "not_in_panel"))
        return False
    if take_heartbeat_run(unit, beat):
        return _begin_work(unit, beat)
    again = retake_review(unit, beat)
    return again is not None and _begin_work(unit, replace(beat, id=again))


def read_taken(unit: Unit, work: Work) -> TakenRun | None:
    """The occasion this work sees through; nothing when its advisor has left, or the decision is no longer due."""
    beat = read_heartbeat_run(unit, work.id)
    advisor = find_advisor(unit, beat.conversation_id, beat.advisor_id)
    if advisor is None:
        return None
    if beat.kind == "heartbeat":
        return TakenRun(beat, advisor, work.args.get("model"))
    review = find_review(unit, beat.decision_id)
    return None if review is None else TakenRun(beat, advisor, review=review)


def find_void(unit: Unit, taken: TakenRun, options: EngineOptions) -> Reason | None:
    """Why what was decided may no longer be said. Asked under the conversation's lock, when it would be said."""
    if not options.heartbeats:
        return "off"
    beat, now = taken.beat, read_now(unit)
    heartbeat = read_heartbeat(unit, beat.conversation_id, beat.advisor_id)
    if taken.review is not None:
        if not is_still_due(unit, taken.review):
            return "person_spoke"
        return _find_review_obstacle(unit, beat, heartbeat, now, options)
    if heartbeat is None or not heartbeat.enabled:
        return "off"
    if heartbeat.generation != beat.generation:
        return "person_spoke"
    return find_obstacle(unit, heartbeat, now, options)


def find_obstacle(unit: Unit, heartbeat: Heartbeat, now: datetime, options: EngineOptions) -> Reason | None:
    """The first thing that stands against speaking now."""
    here, who = heartbeat.conversation_id, heartbeat.advisor_id
    line = _read_line(unit, here)
    if line is None:
        return "removed"
    if heartbeat.is_quiet(now, options.zone):
        return "quiet_hours"
    if line.in_flight:
        return "answering"
    if find_advisor(unit, here, who) is None:
        return "not_in_panel"
    if not line.turn_count:
        return "nothing_said"
    if count_unread(unit, here, who):
        return "unread"
    return "unanswered" if count_unanswered(unit, here, who) >= MOST_UNANSWERED else None


def find_advisor(unit: Unit, conversation_id: ConversationId, advisor_id: AdvisorId) -> Advisor | None:
    """The advisor in its current version, if it sits on the conversation's panel and is not archived."""
    return next((each for each in read_panel_advisors(unit, conversation_id) if each.id == advisor_id), None)


def _find_review_obstacle(
    unit: Unit, beat: HeartbeatRun, heartbeat: Heartbeat | None, now: datetime, options: EngineOptions
) -> Reason | None:
    line = _read_line(unit, beat.conversation_id)
    if line is None:
        return "removed"
    if line.in_flight:
        return "answering"
    if heartbeat is not None and heartbeat.is_quiet(now, options.zone):
        return "quiet_hours"
    return "not_in_panel" if find_advisor(unit, beat.conversation_id, beat.advisor_id) is None else None


def _find_budget(unit: Unit, now: datetime, options: EngineOptions) -> Reason | None:
    return "budget" if is_spent(unit, now - _DAY, options.heartbeat_calls) else None


def _read_line(unit: Unit, conversation_id: ConversationId) -> ConversationLine | None:
    try:
        return read_conversation(unit, conversation_id)
    except NotFound:
        return None


def _begin_work(unit: Unit, beat: HeartbeatRun, model: str | None = None) -> bool:
    """In the same transaction that takes the occasion."""
    args = {"model": model}
    begin_work(unit, NewWork(beat.id, beat.kind, beat.taken_at, beat.conversation_id, beat.advisor_id, args))
    return True


def _begin(due: Heartbeat, due_at: datetime, now: datetime) -> HeartbeatRun:
    return HeartbeatRun(
        id=new_id("b"),
        conversation_id=due.conversation_id,
        advisor_id=due.advisor_id,
        kind="heartbeat",
        due_at=due_at,
        generation=due.generation,
        status="taken",
        taken_at=now,
    )


def _skipped(beat: HeartbeatRun, reason: Reason, times: int = 1) -> HeartbeatRun:
    return replace(beat, status="skipped", reason=reason, times=times, ended_at=beat.taken_at)
