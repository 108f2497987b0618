"""What waits for a person's leave, and what has it for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, select

from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import ConversationId, ReplyId, TurnId
from antiphon.store.tables import approvals, standing_approvals
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


@dataclass(frozen=True, slots=True)
class Approval:
    """One question about one call. It holds the call and its hash, and nothing a server or a model is reached with."""

    id: str
    conversation_id: ConversationId
    turn_id: TurnId
    reply_id: ReplyId
    call_id: str
    advisor_id: str
    advisor_name: str
    server: str
    place_sha256: str
    tool: str
    schema_sha256: str
    arguments: str
    call_sha256: str
    status: str
    created_at: datetime
    expires_at: datetime
    allowed_arguments: str | None = None
    allowed_sha256: str | None = None
    reason: str | None = None
    decided_at: datetime | None = None

    def status_at(self, at: datetime) -> str:
        """Where it stands at this moment: a question nobody answered in time has expired."""
        return "expired" if self.status == "pending" and self.expires_at <= at else self.status


class ApprovalDecision(NamedTuple):
    """What became of a question, for the run that waits for it."""

    id: str
    status: str
    arguments: str | None
    reason: str | None


class StandingApproval(NamedTuple):
    """A tool that need not ask, as long as its server is the same and it describes itself in the same words."""

    server: str
    tool: str
    schema_sha256: str
    created_at: datetime


_DECISIONS = select(approvals.c.id, approvals.c.status, approvals.c.allowed_arguments, approvals.c.reason).where(
    approvals.c.id.in_(bindparam("ids", expanding=True)), approvals.c.status != "pending"
)


def read_decisions(unit: Unit, approval_ids: Sequence[str]) -> list[ApprovalDecision]:
    """Those of these questions that are no longer open, of whichever workspace: a node waits for everyone it serves."""
    return [ApprovalDecision(*row) for row in unit.connection.execute(_DECISIONS, {"ids": list(approval_ids)})]


def read_pending(unit: Unit, at: datetime) -> tuple[Approval, ...]:
    """Everything that waits for the person now, oldest first."""
    query = (
        select(approvals)
        .where(
            visible(unit, approvals),
            approvals.c.status == "pending",
            approvals.c.expires_at > at,
        )
        .order_by(approvals.c.created_at, approvals.c.id)
    )
    return tuple(as_approval(row) for row in unit.connection.execute(query))


def read_standing(unit: Unit) -> tuple[StandingApproval, ...]:
    """Every tool that need not ask."""
    query = (
        select(
            standing_approvals.c.server,
            standing_approvals.c.tool,
            standing_approvals.c.schema_sha256,
            standing_approvals.c.created_at,
        )
        .where(visible(unit, standing_approvals))
        .order_by(standing_approvals.c.server, standing_approvals.c.tool)
    )
    return tuple(StandingApproval(*row) for row in unit.connection.execute(query))


def read_approval(unit: Unit, approval_id: str) -> Approval:
    """One question, decided or not; `NotFound` for one there never was."""
    query = select(approvals).where(approvals.c.id == approval_id, visible(unit, approvals))
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("approval", approval_id)
    return as_approval(row)


def as_approval(row: Row[Any]) -> Approval:
    """The question a row stands for."""
    known = {name: row._mapping[name] for name in Approval.__dataclass_fields__}
    return Approval(**known)
