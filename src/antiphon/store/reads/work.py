"""Lasting work that has not ended."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Row, exists, func, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, NodeId, PrincipalId, WorkspaceId
from antiphon.conversation.work import Work
from antiphon.store.reads.recovery import may_be_taken
from antiphon.store.tables import work, work_answers
from antiphon.store.unit import Unit
from antiphon.store.visible import visible

# As much as a page shows, and as a node looks through for something to take.
_MOST: Final = 200

Answers = Mapping[tuple[str, str, int], Mapping[str, Any]]


class WaitingWork(NamedTuple):
    """Work that somebody could take."""

    id: str
    kind: str
    workspace_id: WorkspaceId
    owner_id: PrincipalId


def list_work(unit: Unit, conversation_id: ConversationId | None = None) -> tuple[Work, ...]:
    """All of a workspace, or of one conversation, the oldest first."""
    query = select(work).where(visible(unit, work))
    if conversation_id is not None:
        query = query.where(work.c.conversation_id == conversation_id)
    return tuple(
        as_work(row) for row in unit.connection.execute(query.order_by(work.c.created_at, work.c.id).limit(_MOST))
    )


def read_work(unit: Unit, work_id: str) -> Work:
    """One piece, or `NotFound` when it has ended or never was."""
    query = select(work).where(work.c.id == work_id, visible(unit, work))
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("work", work_id)
    return as_work(row)


def is_under_way(work_id: "ColumnElement[Any]") -> ColumnElement[bool]:
    """Whether somebody is at this work, or will be."""
    return exists(select(work.c.id).where(work.c.id == work_id))


def read_waiting(unit: Unit) -> list[WaitingWork]:
    """What could be taken now, so much of each kind at most, the longest waiting first.

    Asked by the system across all workspaces.
    """
    in_line = func.row_number().over(partition_by=work.c.kind, order_by=(work.c.created_at, work.c.id))
    columns = (work.c.id, work.c.kind, work.c.workspace_id, work.c.owner_id, work.c.created_at, in_line.label("place"))
    waiting = select(*columns).where(may_be_taken(unit.dialect)).subquery()
    query = select(waiting).where(waiting.c.place <= _MOST).order_by(waiting.c.created_at, waiting.c.id)
    rows = unit.connection.execute(query)
    return [WaitingWork(row.id, row.kind, WorkspaceId(row.workspace_id), PrincipalId(row.owner_id)) for row in rows]


def read_answers(unit: Unit, work_id: str) -> Answers:
    """What models have answered to this work and is kept nowhere else, by step, hash and number."""
    query = select(work_answers).where(work_answers.c.work_id == work_id, visible(unit, work_answers))
    return {(row.step, row.sha256, row.number): row.answer for row in unit.connection.execute(query)}


def as_work(row: Row[Any]) -> Work:
    """What the row says."""
    return Work(
        id=row.id,
        kind=row.kind,
        workspace_id=WorkspaceId(row.workspace_id),
        owner_id=PrincipalId(row.owner_id),
        created_at=row.created_at,
        conversation_id=None if row.conversation_id is None else ConversationId(row.conversation_id),
        advisor_id=None if row.advisor_id is None else AdvisorId(row.advisor_id),
        args=dict(row.args),
        node_id=None if row.node_id is None else NodeId(row.node_id),
        epoch=row.epoch,
        starts=row.starts,
        token_id=row.token_id,
    )
