"""Runs of cases: how they stand, every result, and what they used."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, Select, Table, and_, func, or_, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.evals import EvalOutcome, EvalRun, EvalTally, ModelUse, decode_use
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.wire import decode_error
from antiphon.store.reads.evals import CUT_OFF
from antiphon.store.reads.work import is_under_way
from antiphon.store.tables import eval_results, eval_runs, eval_unkept
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MOST_RUNS: Final = 50
_LONG: Final = ("told", "body")


class RunPage(NamedTuple):
    """Runs newest first, and whether there are older ones."""

    runs: tuple[EvalRun, ...]
    has_older: bool


def read_run(unit: Unit, run_id: str) -> EvalRun:
    """One run as it stands, or `NotFound`."""
    row = unit.connection.execute(_runs(unit).where(eval_runs.c.id == run_id)).one_or_none()
    if row is None:
        raise NotFound("run", run_id)
    return _as_run(row, _read_tallies(unit, [run_id]).get(run_id, EvalTally()))


def has_run(unit: Unit, run_id: str) -> bool:
    """Whether there is such a run."""
    mine = (eval_runs.c.id == run_id) & (visible(unit, eval_runs))
    return unit.connection.execute(select(eval_runs.c.id).where(mine)).first() is not None


def read_runs(unit: Unit, advisor_id: AdvisorId, before: str | None = None, *, limit: int = _MOST_RUNS) -> RunPage:
    """The newest runs of an advisor's cases; `before` is the oldest that is known already, and is `NotFound` if gone.

    Those of attempts at better words are found with these.
    """
    query = _runs(unit).where(eval_runs.c.advisor_id == advisor_id, eval_runs.c.improvement_id.is_(None))
    if before is not None:
        known, at = read_run(unit, before), eval_runs.c.created_at
        query = query.where(or_(at < known.created_at, and_(at == known.created_at, eval_runs.c.id < known.id)))
    query = query.order_by(eval_runs.c.created_at.desc(), eval_runs.c.id.desc()).limit(limit + 1)
    rows = unit.connection.execute(query).all()
    tallies = _read_tallies(unit, [row.id for row in rows[:limit]])
    return RunPage(tuple(_as_run(row, tallies.get(row.id, EvalTally())) for row in rows[:limit]), len(rows) > limit)


def is_being_tested(unit: Unit, advisor_id: AdvisorId) -> bool:
    """Whether somebody plays cases of this advisor, or will, because somebody asked for it."""
    query = _runs(unit).where(
        eval_runs.c.advisor_id == advisor_id,
        eval_runs.c.status == "running",
        eval_runs.c.improvement_id.is_(None),
        _is_played(),
    )
    return unit.connection.execute(query.limit(1)).first() is not None


def is_open(unit: Unit, run_id: str, epoch: int) -> bool:
    """Whether the run still goes on: nobody has stopped it, its end is not written, and nobody else plays it now."""
    mine = (eval_runs.c.id == run_id) & (visible(unit, eval_runs))
    query = select(eval_runs.c.id).where(mine, eval_runs.c.status == "running", eval_runs.c.epoch == epoch)
    return unit.connection.execute(query).first() is not None


def read_outcomes(unit: Unit, run_id: str) -> tuple[EvalOutcome, ...]:
    """Every result of a run without its requests, in the order they ended; or `NotFound`."""
    read_run(unit, run_id)
    query = _outcomes(unit, "told").where(eval_results.c.run_id == run_id)
    query = query.order_by(eval_results.c.ended_at, eval_results.c.case_id, eval_results.c.repeat)
    return tuple(map(_as_outcome, unit.connection.execute(query)))


def read_outcome(unit: Unit, run_id: str, case_id: str, repeat: int) -> EvalOutcome:
    """One result with all that is known of it, or `NotFound`."""
    query = _outcomes(unit, "told", "body").where(
        eval_results.c.run_id == run_id, eval_results.c.case_id == case_id, eval_results.c.repeat == repeat
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("result", f"{case_id} #{repeat} of {run_id}")
    return _as_outcome(row)


def read_finished(unit: Unit, run_id: str) -> frozenset[tuple[str, int]]:
    """Which cases of a run have ended, and which time of it."""
    mine = (eval_results.c.run_id == run_id) & (visible(unit, eval_results))
    rows = unit.connection.execute(select(eval_results.c.case_id, eval_results.c.repeat).where(mine))
    return frozenset((row.case_id, row.repeat) for row in rows)


def read_latest(unit: Unit, case_ids: Sequence[str]) -> dict[str, EvalOutcome]:
    """The newest result of each case under the advisor's own words, the bare figures; where there is one."""
    newest = (
        select(eval_results.c.case_id, func.max(eval_results.c.ended_at).label("ended_at"))
        .join(eval_runs, _is_its_run())
        .where(
            visible(unit, eval_results),
            eval_results.c.case_id.in_(case_ids),
            eval_runs.c.description.is_(None),
        )
        .group_by(eval_results.c.case_id)
        .subquery()
    )
    same = (eval_results.c.case_id == newest.c.case_id) & (eval_results.c.ended_at == newest.c.ended_at)
    query = _outcomes(unit).join(newest, same).order_by(eval_results.c.repeat)
    return {row.case_id: _as_outcome(row) for row in unit.connection.execute(query)}


def read_eval_use(unit: Unit, since: datetime) -> tuple[ModelUse, ...]:
    """What cases that ended since then have used, with a result or without, each model of each by itself."""
    queries = (
        select(table.c.uses).where(visible(unit, table), table.c.ended_at >= since)
        for table in (eval_results, eval_unkept)
    )
    found = (uses for query in queries for uses in unit.connection.execute(query).scalars())
    return tuple(decode_use(each) for uses in found for each in uses)


def _runs(unit: Unit) -> Select[Any]:
    """Every row, and whether somebody plays it or will; one of a search for better words is played by that."""
    query = select(eval_runs, _is_played().label("under_way"))
    return query.where(visible(unit, eval_runs))


def _is_played() -> ColumnElement[bool]:
    return is_under_way(func.coalesce(eval_runs.c.improvement_id, eval_runs.c.id))


def _is_its_run() -> Any:
    return (eval_runs.c.id == eval_results.c.run_id) & (eval_runs.c.workspace_id == eval_results.c.workspace_id)


def _outcomes(unit: Unit, *more: str) -> Select[Any]:
    """Every row; what is long in it comes only where it is asked for, and above all the bytes of its requests."""
    columns = [each for each in eval_results.c if each.name in more or each.name not in _LONG]
    return select(*columns).select_from(eval_results).where(visible(unit, eval_results))


def _read_tallies(unit: Unit, run_ids: Sequence[str]) -> dict[str, EvalTally]:
    kept = _read_rows(unit, eval_results, ("status", "score", "tokens", "dollars"), run_ids)
    unkept = _read_rows(unit, eval_unkept, ("tokens", "dollars"), run_ids)
    return {each: _tally(kept.get(each, ()), unkept.get(each, ())) for each in kept.keys() | unkept.keys()}


def _read_rows(unit: Unit, table: Table, names: Sequence[str], run_ids: Sequence[str]) -> dict[str, Sequence[Row[Any]]]:
    query = select(table.c.run_id, *(table.c[name] for name in names)).where(
        visible(unit, table), table.c.run_id.in_(run_ids)
    )
    by_run: dict[str, list[Row[Any]]] = {}
    for row in unit.connection.execute(query):
        by_run.setdefault(row.run_id, []).append(row)
    return dict(by_run)


def _tally(rows: Sequence[Row[Any]], unkept: Sequence[Row[Any]]) -> EvalTally:
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.status] = counts.get(row.status, 0) + 1
    scores = [row.score for row in rows if row.score is not None]
    return EvalTally(
        counts=counts,
        score=sum(scores) / len(scores) if scores else None,
        tokens=sum(row.tokens for row in (*rows, *unkept)),
        dollars=_add(row.dollars for row in (*rows, *unkept)),
    )


def _add(parts: Iterable[float | None]) -> float | None:
    known = list(parts)
    return None if any(each is None for each in known) else sum(each for each in known if each is not None)


def _as_run(row: Row[Any], tally: EvalTally) -> EvalRun:
    is_orphan = row.status == "running" and not row.under_way
    return EvalRun(
        id=row.id,
        advisor_id=AdvisorId(row.advisor_id),
        advisor_version=row.advisor_version,
        description=row.description,
        model=row.model,
        judge_model=row.judge_model,
        case_ids=tuple(row.case_ids),
        repeat=row.repeat,
        status="interrupted" if is_orphan else row.status,
        error=CUT_OFF if is_orphan else decode_error(row.error),
        improvement_id=row.improvement_id,
        epoch=row.epoch,
        created_at=row.created_at,
        ended_at=row.ended_at,
        tally=tally,
    )


def _as_outcome(row: Row[Any]) -> EvalOutcome:
    return EvalOutcome(
        run_id=row.run_id,
        case_id=row.case_id,
        repeat=row.repeat,
        status=row.status,
        score=row.score,
        tokens=row.tokens,
        dollars=row.dollars,
        seconds=row.seconds,
        uses=tuple(decode_use(each) for each in row.uses),
        told=dict(getattr(row, "told", {})),
        body=dict(getattr(row, "body", {})),
        ended_at=row.ended_at,
    )
