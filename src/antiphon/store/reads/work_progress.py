"""How far lasting work has come, as far as its kind can tell, and what of it has ended lately."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select

from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.work import Work
from antiphon.store.reads.eval_runs import read_run as read_eval_run
from antiphon.store.reads.evals import read_improvement
from antiphon.store.reads.imports import count_items
from antiphon.store.reads.retrieval import count_indexed
from antiphon.store.reads.revisits import list_ended_revisits, read_revisit
from antiphon.store.tables import analyses, analysis_calls, eval_improvements, eval_runs, exports, round_runs
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

_MOST: Final = 20


class Progress(NamedTuple):
    """How much is done, and of how much; the second is absent where nobody knows before the end."""

    done: int
    of: int | None = None


class EndedWork(NamedTuple):
    """Work that has ended: how, when, and what it was about."""

    id: str
    kind: str
    status: str
    created_at: datetime
    ended_at: datetime
    conversation_id: ConversationId | None = None
    turn_id: str | None = None
    advisor_id: AdvisorId | None = None
    error: Mapping[str, Any] | None = None


def read_progress(unit: Unit, work: Work) -> Progress:
    """Answers for a look, cases for a run, attempts for a search, rounds for a run of them, pieces for vectors,
    conversations for an import or an export, questions for those that are asked anew.
    """
    return _COUNTS.get(work.kind, _count_answers)(unit, work)


def list_ended(unit: Unit) -> tuple[EndedWork, ...]:
    """The newest of every kind, newest first."""
    lists = (_list_looks, _list_evals, _list_improvements, _list_rounds, _list_revisits)
    found = [each for list_some in lists for each in list_some(unit)]
    return tuple(sorted(found, key=lambda each: each.ended_at, reverse=True)[:_MOST])


def _count_answers(unit: Unit, work: Work) -> Progress:
    query = (
        select(func.count())
        .select_from(analysis_calls.join(analyses, analyses.c.id == analysis_calls.c.analysis_id))
        .where(analyses.c.work_id == work.id, visible(unit, analyses))
        .where(analysis_calls.c.call["answer"].as_string().is_not(None))
    )
    return Progress(int(unit.connection.execute(query).scalar_one()))


def _count_cases(unit: Unit, work: Work) -> Progress:
    run = read_eval_run(unit, work.id)
    return Progress(run.tally.finished, run.planned)


def _count_attempts(unit: Unit, work: Work) -> Progress:
    improvement = read_improvement(unit, work.id)
    return Progress(len(improvement.attempts), improvement.rounds + 1)


def _count_rounds(unit: Unit, work: Work) -> Progress:
    query = select(round_runs.c.rounds, round_runs.c.planned).where(
        round_runs.c.id == work.id, visible(unit, round_runs)
    )
    row = unit.connection.execute(query).one_or_none()
    return Progress(0) if row is None else Progress(sum(bool(each["ended"]) for each in row.rounds), row.planned)


def _count_pieces(unit: Unit, work: Work) -> Progress:
    return Progress(*count_indexed(unit, work.args.get("embedder")))


def _count_conversations(unit: Unit, work: Work) -> Progress:
    """While a file is read nobody knows how many there are; while they are written, or taken back, everybody does."""
    counts = count_items(unit, work.id)
    all_of_them = sum(counts.values())
    if work.args.get("step") == "read":
        return Progress(all_of_them)
    waiting = (
        counts.get("imported", 0) if work.args.get("step") == "undo" else counts.get("new", 0) + counts.get("grown", 0)
    )
    return Progress(all_of_them - waiting, all_of_them)


def _count_questions(unit: Unit, work: Work) -> Progress:
    revisit = read_revisit(unit, work.id)
    return Progress(revisit.asked, revisit.planned)


def _count_written(unit: Unit, work: Work) -> Progress:
    query = select(exports.c.written, exports.c.of).where(exports.c.id == work.id, visible(unit, exports))
    row = unit.connection.execute(query).one_or_none()
    return Progress(0) if row is None else Progress(*row)


_COUNTS: Final[Mapping[str, Callable[[Unit, Work], Progress]]] = {
    "eval": _count_cases,
    "improvement": _count_attempts,
    "rounds": _count_rounds,
    "indexing": _count_pieces,
    "import": _count_conversations,
    "revisit": _count_questions,
    "export": _count_written,
}


def _list_looks(unit: Unit) -> Sequence[EndedWork]:
    """Looks that were work of their own, and not a step of something larger."""
    query = select(analyses).where(
        visible(unit, analyses),
        analyses.c.ended_at.is_not(None),
        analyses.c.work_id == analyses.c.id,
    )
    rows = unit.connection.execute(query.order_by(analyses.c.ended_at.desc()).limit(_MOST))
    return [
        EndedWork(
            row.id,
            row.kind,
            row.status,
            row.created_at,
            row.ended_at,
            ConversationId(row.conversation_id) if row.conversation_id else None,
            row.turn_id,
            error=row.error,
        )
        for row in rows
    ]


def _list_evals(unit: Unit) -> Sequence[EndedWork]:
    query = select(eval_runs).where(
        visible(unit, eval_runs),
        eval_runs.c.ended_at.is_not(None),
        eval_runs.c.improvement_id.is_(None),
    )
    rows = unit.connection.execute(query.order_by(eval_runs.c.ended_at.desc()).limit(_MOST))
    return [_as_tested(row, "eval") for row in rows]


def _list_improvements(unit: Unit) -> Sequence[EndedWork]:
    table = eval_improvements
    query = select(table).where(visible(unit, table), table.c.ended_at.is_not(None))
    rows = unit.connection.execute(query.order_by(table.c.ended_at.desc()).limit(_MOST))
    return [_as_tested(row, "improvement") for row in rows]


def _as_tested(row: Any, kind: str) -> EndedWork:
    advisor_id = AdvisorId(row.advisor_id)
    return EndedWork(row.id, kind, row.status, row.created_at, row.ended_at, advisor_id=advisor_id, error=row.error)


def _list_rounds(unit: Unit) -> Sequence[EndedWork]:
    query = select(round_runs).where(visible(unit, round_runs), round_runs.c.status == "ended")
    rows = unit.connection.execute(query.order_by(round_runs.c.updated_at.desc()).limit(_MOST))
    return [
        EndedWork(
            row.id,
            "rounds",
            row.reason or "done",
            row.created_at,
            row.updated_at,
            ConversationId(row.conversation_id),
            error=row.facts if row.facts.get("code") else None,
        )
        for row in rows
    ]


def _list_revisits(unit: Unit) -> Sequence[EndedWork]:
    return [
        EndedWork(
            row.id,
            "revisit",
            row.status,
            row.created_at,
            row.updated_at,
            ConversationId(row.conversation_id),
            error=row.facts if row.facts.get("code") else None,
        )
        for row in list_ended_revisits(unit)
    ]
