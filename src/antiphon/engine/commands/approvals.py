"""The person says yes or no to a call."""

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from antiphon.access.audit import AuditAction
from antiphon.access.principal import Principal
from antiphon.conversation.errors import Malformed
from antiphon.engine.engine import Engine
from antiphon.engine.runtime.deeds import new_deed
from antiphon.store.reads.approvals import Approval, ApprovalDecision, read_approval
from antiphon.store.reads.tool_servers import read_definition
from antiphon.store.unit import Unit
from antiphon.store.writes import approvals as write
from antiphon.store.writes.audit import Target, write_audit
from antiphon.store.writes.recorded import Line, recorded
from antiphon.tools.builtin import find_wrong_argument

# How long a leave may wait for the call it was given for.
_USE_WITHIN = timedelta(minutes=10)


async def allow_call(
    engine: Engine,
    principal: Principal,
    approval_id: str,
    *,
    arguments: dict[str, Any] | None = None,
    always: bool = False,
    expect: str | None = None,
) -> Approval:
    """Allow this one call, with the model's arguments or with these; `always` also allows the tool from now on.

    `ApprovalGone` when it was decided before, `ApprovalStale` when it is not the call that was read (`expect`).
    """
    now = datetime.now(UTC)
    written = None if arguments is None else await _write_arguments(engine, principal, approval_id, arguments)
    verdict = write.ApprovalVerdict(
        allowed=True, use_before=now + _USE_WITHIN, arguments=written, always=always, expect=expect
    )
    return await _decide(engine, principal, approval_id, verdict, now)


async def _write_arguments(engine: Engine, principal: Principal, approval_id: str, arguments: dict[str, Any]) -> str:
    """The person's own arguments, if the tool could take them."""
    asked = await engine.store.read(principal, read_approval, approval_id)
    own = engine.toolkit.find_builtin(principal, asked.server, asked.tool)
    tool = own or await engine.store.read(principal, read_definition, asked.server, asked.tool)
    if tool is not None and (wrong := find_wrong_argument(tool, arguments)):
        raise Malformed(wrong)
    try:
        return orjson.dumps(arguments).decode()
    except TypeError as error:
        raise Malformed("the arguments hold something that cannot be written down") from error


async def reject_call(
    engine: Engine, principal: Principal, approval_id: str, *, reason: str = "", expect: str | None = None
) -> Approval:
    """Refuse this one call; the advisor is told, with the reason, and goes on without it."""
    now = datetime.now(UTC)
    verdict = write.ApprovalVerdict(allowed=False, use_before=now, reason=reason, expect=expect)
    return await _decide(engine, principal, approval_id, verdict, now)


async def take_back(engine: Engine, principal: Principal, server: str, tool: str) -> None:
    """From now on this tool asks again."""
    line = Line(new_deed(), AuditAction.TOOL_ASKS_AGAIN, _name(server, tool))
    await engine.store.write(principal, recorded, line, write.take_back_standing, server, tool)


async def _decide(
    engine: Engine, principal: Principal, approval_id: str, verdict: write.ApprovalVerdict, now: datetime
) -> Approval:
    decided = await engine.store.write(principal, _write_verdict, approval_id, verdict, now)
    engine.hear_decision(ApprovalDecision(decided.id, decided.status, decided.allowed_arguments, decided.reason))
    return decided


def _write_verdict(unit: Unit, approval_id: str, verdict: write.ApprovalVerdict, now: datetime) -> Approval:
    decided = write.decide_approval(unit, approval_id, verdict, unit.principal, now)
    if verdict.allowed and verdict.always:
        write_audit(unit, new_deed(), AuditAction.TOOL_ALLOWED_ALWAYS, _name(decided.server, decided.tool))
    return decided


def _name(server: str, tool: str) -> Target:
    return Target("tool", None, f"{server}/{tool}")
