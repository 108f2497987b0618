"""Cases of advisors, and the attempts at better words for them."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Row, Select, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.evals import Improvement, StoredCase, decode_attempt, decode_source
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.reply import ReplyError
from antiphon.conversation.wire import decode_error
from antiphon.store.reads.work import is_under_way
from antiphon.store.tables import eval_cases, eval_improvements
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

CUT_OFF: Final = ReplyError("interrupted", "this was cut off before it ended; what had ended is kept, and it can go on")
# As many as an advisor may have that are not archived, and as one run may have.
MOST_CASES: Final = 500
_MOST_IMPROVEMENTS: Final = 20


def read_case(unit: Unit, case_id: str) -> StoredCase:
    """One case, archived or not, or `NotFound`."""
    row = unit.connection.execute(_cases(unit).where(eval_cases.c.id == case_id)).one_or_none()
    if row is None:
        raise NotFound("case", case_id)
    return as_case(row)


def read_cases(
    unit: Unit,
    advisor_id: AdvisorId | None = None,
    reply_id: str | None = None,
    *,
    archived: bool = False,
    limit: int = MOST_CASES,
) -> tuple[StoredCase, ...]:
    """The cases of one advisor or of all, or those taken from one reply, oldest first; archived ones by `archived`."""
    query = _cases(unit)
    if advisor_id is not None:
        query = query.where(eval_cases.c.advisor_id == advisor_id)
    if reply_id is not None:
        query = query.where(eval_cases.c.source["reply_id"].as_string() == reply_id)
    if not archived:
        query = query.where(eval_cases.c.archived_at.is_(None))
    query = query.order_by(eval_cases.c.created_at, eval_cases.c.id).limit(limit)
    return tuple(map(as_case, unit.connection.execute(query)))


def read_cases_by_id(unit: Unit, case_ids: Sequence[str]) -> dict[str, StoredCase]:
    """Those of these cases that are there, by id."""
    rows = unit.connection.execute(_cases(unit).where(eval_cases.c.id.in_(case_ids)))
    return {row.id: as_case(row) for row in rows}


def count_cases(unit: Unit, advisor_id: AdvisorId) -> int:
    """How many cases an advisor has that are not archived."""
    query = select(func.count()).where(
        visible(unit, eval_cases),
        eval_cases.c.advisor_id == advisor_id,
        eval_cases.c.archived_at.is_(None),
    )
    return int(unit.connection.execute(query).scalar_one())


def read_improvement(unit: Unit, improvement_id: str) -> Improvement:
    """One of them as it stands, or `NotFound`."""
    query = _improvements(unit).where(eval_improvements.c.id == improvement_id)
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("improvement", improvement_id)
    return _as_improvement(row)


def read_improvements(unit: Unit, advisor_id: AdvisorId) -> tuple[Improvement, ...]:
    """The newest for one advisor, newest first."""
    query = _improvements(unit).where(eval_improvements.c.advisor_id == advisor_id)
    newest = query.order_by(eval_improvements.c.created_at.desc(), eval_improvements.c.id.desc())
    return tuple(map(_as_improvement, unit.connection.execute(newest.limit(_MOST_IMPROVEMENTS))))


def is_being_improved(unit: Unit, advisor_id: AdvisorId) -> bool:
    """Whether somebody looks for better words for this advisor, or will."""
    query = _improvements(unit).where(
        eval_improvements.c.advisor_id == advisor_id,
        eval_improvements.c.status == "running",
        is_under_way(eval_improvements.c.id),
    )
    return unit.connection.execute(query.limit(1)).first() is not None


def as_case(row: Row[Any]) -> StoredCase:
    """The case a row stands for."""
    return StoredCase(
        id=row.id,
        advisor_id=AdvisorId(row.advisor_id),
        name=row.name,
        note=row.note,
        body=dict(row.body),
        source=decode_source(row.source),
        created_at=row.created_at,
        updated_at=row.updated_at,
        archived=row.archived_at is not None,
    )


def _cases(unit: Unit) -> Select[Any]:
    return select(eval_cases).where(visible(unit, eval_cases))


def _improvements(unit: Unit) -> Select[Any]:
    """Every row, and whether somebody works on it or will."""
    query = select(eval_improvements, is_under_way(eval_improvements.c.id).label("under_way"))
    return query.where(visible(unit, eval_improvements))


def _as_improvement(row: Row[Any]) -> Improvement:
    is_orphan = row.status == "running" and not row.under_way
    return Improvement(
        id=row.id,
        advisor_id=AdvisorId(row.advisor_id),
        advisor_version=row.advisor_version,
        description=row.description,
        case_ids=tuple(row.case_ids),
        rounds=row.rounds,
        model=row.model,
        judge_model=row.judge_model,
        writer_model=row.writer_model,
        status="interrupted" if is_orphan else row.status,
        attempts=tuple(decode_attempt(each) for each in row.attempts),
        best=row.best,
        accepted_version=row.accepted_version,
        error=CUT_OFF if is_orphan else decode_error(row.error),
        created_at=row.created_at,
        ended_at=row.ended_at,
    )
