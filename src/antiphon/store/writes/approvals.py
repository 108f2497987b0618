"""The person decides about a call; whoever decides first has decided."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update

from antiphon.access.principal import Principal
from antiphon.conversation.approval import hash_call
from antiphon.conversation.errors import ApprovalGone, ApprovalStale, NotFound
from antiphon.store.reads.approvals import Approval, as_approval
from antiphon.store.tables import approvals, standing_approvals
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


class ApprovalVerdict(NamedTuple):
    """What the person said. `arguments` take the place of the model's; `expect` is the hash of what was read.

    A leave that was given must be used by `use_before`.
    """

    allowed: bool
    use_before: datetime
    arguments: str | None = None
    always: bool = False
    reason: str = ""
    expect: str | None = None


def decide_approval(
    unit: Unit, approval_id: str, verdict: ApprovalVerdict, principal: Principal, at: datetime
) -> Approval:
    """Write the verdict. `ApprovalGone` when it was decided, used or expired; `ApprovalStale` for another call."""
    found = _read(unit, approval_id)
    if verdict.expect is not None and verdict.expect != found.call_sha256:
        raise ApprovalStale(approval_id)
    arguments = found.arguments if verdict.arguments is None else verdict.arguments
    values = {"status": "rejected", "reason": verdict.reason, "decided_at": at, "decided_by": principal.id}
    if verdict.allowed:
        values |= {
            "status": "approved",
            "allowed_arguments": arguments,
            "allowed_sha256": hash_call(found.server, found.place_sha256, found.tool, found.schema_sha256, arguments),
            "expires_at": verdict.use_before,
        }
    open_ = (approvals.c.id == approval_id) & (approvals.c.status == "pending") & (approvals.c.expires_at > at)
    if unit.connection.execute(update(approvals).where(open_).values(**values)).rowcount != 1:
        raise ApprovalGone(approval_id, _read(unit, approval_id).status_at(at))
    if verdict.allowed and verdict.always:
        _allow_for_good(unit, found, at)
    return _read(unit, approval_id)


def expire_approval(unit: Unit, approval_id: str) -> None:
    """Nobody decided in time; a verdict that came meanwhile stands."""
    waiting = (approvals.c.id == approval_id) & (approvals.c.status == "pending")
    unit.connection.execute(update(approvals).where(waiting).values(status="expired"))


def take_back_standing(unit: Unit, server: str, tool: str) -> None:
    """From now on this tool asks again; `NotFound` when it did not have leave for good."""
    if unit.connection.execute(delete(standing_approvals).where(_standing(unit, server, tool))).rowcount != 1:
        raise NotFound("standing approval", f"{server}/{tool}")


def _allow_for_good(unit: Unit, found: Approval, at: datetime) -> None:
    unit.connection.execute(delete(standing_approvals).where(_standing(unit, found.server, found.tool)))
    owner = {"workspace_id": unit.workspace_id, "owner_id": unit.principal.id, "created_at": at}
    described = {
        "server": found.server,
        "tool": found.tool,
        "schema_sha256": found.schema_sha256,
        "place_sha256": found.place_sha256,
    }
    unit.connection.execute(insert(standing_approvals), owner | described)


def _standing(unit: Unit, server: str, tool: str) -> ColumnElement[bool]:
    here = visible(unit, standing_approvals)
    return here & (standing_approvals.c.server == server) & (standing_approvals.c.tool == tool)


def _read(unit: Unit, approval_id: str) -> Approval:
    query = select(approvals).where(approvals.c.id == approval_id, visible(unit, approvals))
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("approval", approval_id)
    return as_approval(row)
