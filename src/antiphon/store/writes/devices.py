"""A program asks to be let in, somebody decides, and it gets its token once."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import delete, insert, select, update

from antiphon.access.audit import AuditAction
from antiphon.conversation.errors import CodeUnknown, DeviceExpired
from antiphon.store.tables import one_time
from antiphon.store.unit import Unit
from antiphon.store.writes.audit import Deed, Target, write_audit
from antiphon.store.writes.credentials import NewToken, write_token


def write_device(
    unit: Unit, request_id: str, token_sha256: str, client: str, scopes: tuple[str, ...], ends: datetime, deed: Deed
) -> None:
    """A program waits from now on; those that waited in vain are forgotten."""
    over = (one_time.c.kind == "device") & (one_time.c.expires_at <= deed.at)
    unit.connection.execute(delete(one_time).where(over))
    row = {
        "id": request_id,
        "token_sha256": token_sha256,
        "kind": "device",
        "body": {"client": client, "scopes": list(scopes), "address": deed.address, "state": "waiting"},
        "created_at": deed.at,
        "expires_at": ends,
    }
    unit.connection.execute(insert(one_time), row)


def decide_device(unit: Unit, request_id: str, decision: Literal["allowed", "denied"], deed: Deed) -> None:
    """The principal has decided; `CodeUnknown` when somebody has before, or nobody waits."""
    this = (one_time.c.id == request_id) & (one_time.c.kind == "device") & one_time.c.used_at.is_(None)
    open_ = this & one_time.c.person_id.is_(None) & (one_time.c.expires_at > deed.at)
    body: dict[str, Any] | None = unit.connection.execute(select(one_time.c.body).where(open_)).scalar_one_or_none()
    if body is None:
        raise CodeUnknown
    decided = {**body, "state": decision, "workspace_id": unit.workspace_id}
    change = update(one_time).where(open_).values(body=decided, person_id=unit.principal.id)
    if unit.connection.execute(change).rowcount != 1:
        raise CodeUnknown
    said = {"client": body["client"], "scopes": body["scopes"]}
    action = AuditAction.DEVICE_ALLOWED if decision == "allowed" else AuditAction.DEVICE_DENIED
    write_audit(unit, deed, action, Target("device", request_id, body["client"]), after=said)


def hand_over(unit: Unit, request_id: str, new: NewToken, deed: Deed) -> None:
    """The token is the principal's from now on; `DeviceExpired` for whoever comes second."""
    open_ = (one_time.c.id == request_id) & one_time.c.used_at.is_(None) & (one_time.c.expires_at > deed.at)
    if unit.connection.execute(update(one_time).where(open_).values(used_at=deed.at)).rowcount != 1:
        raise DeviceExpired
    write_token(unit, new, deed)
