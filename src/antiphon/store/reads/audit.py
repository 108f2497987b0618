"""What was done, and by whom."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from antiphon.store.tables import audit
from antiphon.store.unit import Unit


class AuditLine(NamedTuple):
    """One deed, or one attempt at it."""

    id: str
    at: datetime
    actor_id: str | None
    actor_kind: str
    actor_name: str
    session_id: str | None
    token_id: str | None
    address: str
    agent: str
    action: str
    outcome: str
    target_kind: str
    target_id: str | None
    target_name: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    reason: str | None


def read_audit(unit: Unit, limit: int, before: str | None = None) -> tuple[AuditLine, ...]:
    """The newest deeds first, those of the workspace and, for whoever may audit the installation, all of them."""
    query = select(*(audit.c[name] for name in AuditLine._fields)).order_by(audit.c.id.desc()).limit(limit)
    if unit.principal.instance_role == "member" and unit.principal.role != "system":
        query = query.where(audit.c.workspace_id == unit.workspace_id)
    if before is not None:
        query = query.where(audit.c.id < before)
    return tuple(AuditLine(*row) for row in unit.connection.execute(query))
