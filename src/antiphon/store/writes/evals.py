"""Cases are kept, changed and archived; runs begin, fill and end; attempts at better words too."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Update, insert, select, update

from antiphon.conversation.errors import CommandRefused, NotFound
from antiphon.conversation.evals import (
    Attempt,
    EvalOutcome,
    EvalRun,
    EvalStatus,
    Improvement,
    StoredCase,
    encode_attempt,
    encode_source,
    encode_use,
)
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.used_key import UsedKey
from antiphon.conversation.wire import encode_error
from antiphon.store.dialect import insert_into
from antiphon.store.reads.advisors import read_advisor
from antiphon.store.reads.eval_runs import is_being_tested, is_open, read_run
from antiphon.store.reads.evals import MOST_CASES, count_cases, is_being_improved, read_case, read_improvement
from antiphon.store.tables import eval_cases, eval_improvements, eval_results, eval_runs, eval_unkept
from antiphon.store.unit import Unit
from antiphon.store.visible import visible
from antiphon.store.writes.advisors import lock_advisors
from antiphon.store.writes.keys import claim_key

_RUN: Final = "the run"
_IMPROVING: Final = "the search for better words"


class EvalEnding(NamedTuple):
    """How a run or a search for better words has ended."""

    status: EvalStatus
    at: datetime
    error: ReplyError | None = None


def write_case(unit: Unit, case: StoredCase) -> StoredCase:
    """Keep a new case; `NotFound` when its advisor is not there, refused when that has as many as it may have."""
    read_advisor(unit, case.advisor_id)
    _make_room(unit, case.advisor_id)
    row = {
        "id": case.id,
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "advisor_id": case.advisor_id,
        "name": case.name,
        "note": case.note,
        "body": dict(case.body),
        "source": encode_source(case.source),
        "created_at": case.created_at,
        "updated_at": case.updated_at,
    }
    unit.connection.execute(insert(eval_cases), row)
    return read_case(unit, case.id)


def write_cases(unit: Unit, cases: Sequence[StoredCase]) -> tuple[StoredCase, ...]:
    """Keep several, all or none."""
    return tuple(write_case(unit, each) for each in cases)


def change_case(unit: Unit, case_id: str, changes: Mapping[str, Any], at: datetime) -> StoredCase:
    """Give a case another name, note or body; `NotFound` when it is not there."""
    read_case(unit, case_id)
    unit.connection.execute(_case(unit, case_id).values(**changes, updated_at=at))
    return read_case(unit, case_id)


def archive_case(unit: Unit, case_id: str, at: datetime | None) -> StoredCase:
    """Archive a case at this moment, or bring it back, if there is room; doing so twice does nothing."""
    case = read_case(unit, case_id)
    if case.archived and at is None:
        _make_room(unit, case.advisor_id)
    if case.archived != (at is not None):
        unit.connection.execute(_case(unit, case_id).values(archived_at=at))
    return read_case(unit, case_id)


def begin_run(unit: Unit, run: EvalRun) -> EvalRun:
    """Write down that these cases are to be played; refused while it is being done already."""
    lock_advisors(unit)
    if run.improvement_id is None and is_being_tested(unit, run.advisor_id):
        raise CommandRefused(_RUN, "this advisor is being tested already; wait for it or stop it")
    row = {
        "workspace_id": unit.workspace_id,
        "id": run.id,
        "owner_id": unit.principal.id,
        "advisor_id": run.advisor_id,
        "advisor_version": run.advisor_version,
        "description": run.description,
        "model": run.model,
        "judge_model": run.judge_model,
        "case_ids": list(run.case_ids),
        "repeat": run.repeat,
        "status": "running",
        "improvement_id": run.improvement_id,
        "created_at": run.created_at,
    }
    unit.connection.execute(insert(eval_runs), row)
    return read_run(unit, run.id)


def resume_run(unit: Unit, run_id: str, key: UsedKey | None = None) -> EvalRun:
    """Let somebody go on with a run that did not come to its end; refused for one that goes on or is done."""
    claim_key(unit, key, run_id)
    lock_advisors(unit)
    run = read_run(unit, run_id)
    if run.improvement_id is not None:
        raise CommandRefused(_RUN, "it belongs to a search for better words; begin that again")
    if run.status in ("running", "done"):
        raise CommandRefused(_RUN, "it is on its way" if run.status == "running" else "every case has ended")
    if is_being_tested(unit, run.advisor_id):
        raise CommandRefused(_RUN, "this advisor is being tested already; wait for it or stop it")
    return continue_run(unit, run_id)


def continue_run(unit: Unit, run_id: str) -> EvalRun:
    """Somebody else plays it from now on: what whoever played it before still writes does not count."""
    values = {"status": "running", "epoch": eval_runs.c.epoch + 1, "error": None, "ended_at": None}
    unit.connection.execute(_run(unit, run_id).values(**values))
    return read_run(unit, run_id)


def write_outcome(unit: Unit, outcome: EvalOutcome, epoch: int) -> bool:
    """Keep a result, unless it is there; then say whether whoever played it is to go on.

    Once somebody else goes on with the run, only what was used for this is kept. `NotFound` when the run is not there.
    """
    if _lock_run(unit, outcome.run_id) != epoch:
        write_unkept(unit, outcome, epoch)
        return False
    row = {
        "workspace_id": unit.workspace_id,
        "run_id": outcome.run_id,
        "case_id": outcome.case_id,
        "repeat": outcome.repeat,
        "status": outcome.status,
        "score": outcome.score,
        "tokens": outcome.tokens,
        "dollars": outcome.dollars,
        "seconds": outcome.seconds,
        "uses": [encode_use(each) for each in outcome.uses],
        "told": dict(outcome.told),
        "body": dict(outcome.body),
        "ended_at": outcome.ended_at,
    }
    unit.connection.execute(insert_into(eval_results, unit.dialect).on_conflict_do_nothing(), row)
    return is_open(unit, outcome.run_id, epoch)


def write_unkept(unit: Unit, outcome: EvalOutcome, epoch: int) -> None:
    """Keep what was used for a case that has no result, once; `NotFound` when its run is not there."""
    read_run(unit, outcome.run_id)
    row = {
        "workspace_id": unit.workspace_id,
        "run_id": outcome.run_id,
        "case_id": outcome.case_id,
        "repeat": outcome.repeat,
        "epoch": epoch,
        "tokens": outcome.tokens,
        "dollars": outcome.dollars,
        "uses": [encode_use(each) for each in outcome.uses],
        "ended_at": outcome.ended_at,
    }
    unit.connection.execute(insert_into(eval_unkept, unit.dialect).on_conflict_do_nothing(), row)


def end_run(unit: Unit, run_id: str, ending: EvalEnding, epoch: int | None = None) -> EvalRun:
    """The last word on a run; one that was said already stands. `NotFound` when it is not there.

    With an `epoch` it is the word of whoever played it then, and says nothing once somebody else goes on with it.
    """
    read_run(unit, run_id)
    values = {"status": ending.status, "ended_at": ending.at, "error": encode_error(ending.error)}
    open_ = _run(unit, run_id).where(eval_runs.c.status == "running")
    if epoch is not None:
        open_ = open_.where(eval_runs.c.epoch == epoch)
    unit.connection.execute(open_.values(**values))
    return read_run(unit, run_id)


def begin_improvement(unit: Unit, improvement: Improvement) -> Improvement:
    """Write down that better words are to be looked for; refused while that is being done for this advisor."""
    lock_advisors(unit)
    if is_being_improved(unit, improvement.advisor_id):
        raise CommandRefused(_IMPROVING, "one goes on for this advisor already; wait for it or stop it")
    row = {
        "workspace_id": unit.workspace_id,
        "id": improvement.id,
        "owner_id": unit.principal.id,
        "advisor_id": improvement.advisor_id,
        "advisor_version": improvement.advisor_version,
        "description": improvement.description,
        "case_ids": list(improvement.case_ids),
        "rounds": improvement.rounds,
        "model": improvement.model,
        "judge_model": improvement.judge_model,
        "writer_model": improvement.writer_model,
        "status": "running",
        "created_at": improvement.created_at,
    }
    unit.connection.execute(insert(eval_improvements), row)
    return read_improvement(unit, improvement.id)


def write_attempts(unit: Unit, improvement_id: str, attempts: Sequence[Attempt], best: int) -> bool:
    """Replace what was tried so far; then say whether it still goes on. `NotFound` when it is not there."""
    kept = [encode_attempt(each) for each in attempts]
    unit.connection.execute(_improvement(unit, improvement_id).values(attempts=kept, best=best))
    return read_improvement(unit, improvement_id).status == "running"


def end_improvement(unit: Unit, improvement_id: str, ending: EvalEnding) -> Improvement:
    """The last word on it; one that was said already stands. `NotFound` when it is not there."""
    read_improvement(unit, improvement_id)
    values = {"status": ending.status, "ended_at": ending.at, "error": encode_error(ending.error)}
    open_ = _improvement(unit, improvement_id).where(eval_improvements.c.status == "running")
    unit.connection.execute(open_.values(**values))
    return read_improvement(unit, improvement_id)


def accept_improvement(unit: Unit, improvement_id: str, version: int) -> Improvement:
    """Write down which version came of it."""
    changed = unit.connection.execute(_improvement(unit, improvement_id).values(accepted_version=version)).rowcount
    if changed != 1:
        raise NotFound("improvement", improvement_id)
    return read_improvement(unit, improvement_id)


def _make_room(unit: Unit, advisor_id: AdvisorId) -> None:
    """Refuse one case more than an advisor may have."""
    lock_advisors(unit)
    if count_cases(unit, advisor_id) >= MOST_CASES:
        raise CommandRefused("the case", f"an advisor has at most {MOST_CASES} cases; archive some first")


def _lock_run(unit: Unit, run_id: str) -> int:
    """The run's epoch, which stays so until this is written; or `NotFound`."""
    mine = (eval_runs.c.id == run_id) & (visible(unit, eval_runs))
    epoch = unit.connection.execute(select(eval_runs.c.epoch).where(mine).with_for_update()).scalar_one_or_none()
    if epoch is None:
        raise NotFound("run", run_id)
    return int(epoch)


def _case(unit: Unit, case_id: str) -> Update:
    return update(eval_cases).where(eval_cases.c.id == case_id, visible(unit, eval_cases))


def _run(unit: Unit, run_id: str) -> Update:
    return update(eval_runs).where(eval_runs.c.id == run_id, visible(unit, eval_runs))


def _improvement(unit: Unit, improvement_id: str) -> Update:
    mine = visible(unit, eval_improvements)
    return update(eval_improvements).where(eval_improvements.c.id == improvement_id, mine)
