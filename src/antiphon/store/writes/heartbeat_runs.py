"""An occasion to speak unasked is taken by one node, and ends once: fired, or skipped with a reason."""

from datetime import datetime

from sqlalchemy import update

from antiphon.conversation.heartbeat import HeartbeatRun, Reason
from antiphon.conversation.ids import TurnId
from antiphon.store.clock import now_ms
from antiphon.store.dialect import insert_into
from antiphon.store.reads.heartbeat_runs import read_heartbeat_run, read_last_heartbeat_run
from antiphon.store.reads.reviews import may_ask_again
from antiphon.store.tables import beats
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def take_heartbeat_run(unit: Unit, beat: HeartbeatRun) -> bool:
    """Take the occasion; False when it was taken before, whoever it was."""
    statement = insert_into(beats, unit.dialect).values(**_as_row(unit, beat))
    return unit.connection.execute(statement.on_conflict_do_nothing().returning(beats.c.id)).first() is not None


def retake_review(unit: Unit, beat: HeartbeatRun) -> str | None:
    """Take a review again that something passing kept from being asked; the id of its entry, or nothing."""
    statement = (
        update(beats)
        .where(
            visible(unit, beats),
            beats.c.conversation_id == beat.conversation_id,
            beats.c.advisor_id == beat.advisor_id,
            beats.c.kind == "review",
            beats.c.decision_id == beat.decision_id,
            beats.c.due_at == beat.due_at,
            may_ask_again(unit.dialect),
        )
        .values(status="taken", reason=None, times=beats.c.times + 1, taken_at=beat.taken_at)
        .returning(beats.c.id)
    )
    return unit.connection.execute(statement).scalar_one_or_none()


def skip_due_run(unit: Unit, beat: HeartbeatRun) -> None:
    """Note an occasion that was let pass before any model was asked.

    The same reason again, with nothing in between, raises the count of the last entry: a month of silence is one line.
    """
    last = read_last_heartbeat_run(unit, beat.conversation_id, beat.advisor_id)
    repeats = (
        last is not None
        and beat.kind == "heartbeat"
        and (last.status, last.reason, last.generation) == ("skipped", beat.reason, beat.generation)
        and last.analysis_id is None
    )
    if last is None or not repeats:
        unit.connection.execute(insert_into(beats, unit.dialect).values(**_as_row(unit, beat)).on_conflict_do_nothing())
        return
    unit.connection.execute(
        update(beats)
        .where(beats.c.id == last.id, visible(unit, beats))
        .values(times=beats.c.times + beat.times, taken_at=beat.taken_at, ended_at=beat.ended_at, why=beat.why)
    )


def skip_heartbeat_run(unit: Unit, run_id: str, reason: Reason, why: str, analysis_id: str | None) -> bool:
    """End an occasion that was taken without saying anything; False when it has ended already."""
    return _end(unit, run_id, status="skipped", reason=reason, why=why, analysis_id=analysis_id)


def fire_heartbeat_run(unit: Unit, run_id: str, why: str, analysis_id: str, turn_id: TurnId) -> bool:
    """End an occasion with what was said; False when it has ended already, and then nothing may be said."""
    return _end(unit, run_id, status="fired", why=why, analysis_id=analysis_id, turn_id=turn_id)


def mark_heartbeat_run_read(unit: Unit, run_id: str) -> HeartbeatRun:
    """The person has seen it; calling twice changes nothing."""
    unit.connection.execute(
        update(beats)
        .where(beats.c.id == run_id, visible(unit, beats), beats.c.read_at.is_(None))
        .values(read_at=now_ms(unit.dialect))
    )
    return read_heartbeat_run(unit, run_id)


def forget_heartbeat_runs(unit: Unit, before: datetime) -> None:
    """Drop entries about silence from before this moment; what was said stays."""
    unit.connection.execute(
        beats.delete().where(beats.c.kind == "heartbeat", beats.c.status == "skipped", beats.c.taken_at < before)
    )


def _end(unit: Unit, run_id: str, **changes: object) -> bool:
    statement = (
        update(beats)
        .where(beats.c.id == run_id, visible(unit, beats), beats.c.status == "taken")
        .values(**changes, ended_at=now_ms(unit.dialect))
    )
    return unit.connection.execute(statement).rowcount == 1


def _as_row(unit: Unit, beat: HeartbeatRun) -> dict[str, object]:
    return {
        "workspace_id": unit.workspace_id,
        "id": beat.id,
        "conversation_id": beat.conversation_id,
        "advisor_id": beat.advisor_id,
        "kind": beat.kind,
        "due_at": beat.due_at,
        "generation": beat.generation,
        "decision_id": beat.decision_id,
        "status": beat.status,
        "reason": beat.reason,
        "times": beat.times,
        "why": beat.why,
        "taken_at": beat.taken_at,
        "ended_at": beat.ended_at,
    }
