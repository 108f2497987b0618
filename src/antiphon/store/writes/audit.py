"""A deed is written down, in the transaction that does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import insert, select

from antiphon.access.audit import AuditAction
from antiphon.store.tables import audit, people
from antiphon.store.unit import Unit

Outcome = Literal["ok", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Deed:
    """When something is done, from where, and the id of the line about it."""

    id: str
    at: datetime
    address: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """What it is done to."""

    kind: str
    id: str | None = None
    name: str = ""


def write_audit(
    unit: Unit,
    deed: Deed,
    action: AuditAction,
    target: Target,
    *,
    outcome: Outcome = "ok",
    actor_id: str | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str | None = None,
) -> None:
    """One line: who did what to whom, from where. The unit's principal did it, unless the actor is said."""
    who = unit.principal
    acting = actor_id or who.id
    row = {
        "id": deed.id,
        "at": deed.at,
        "workspace_id": unit.workspace_id,
        "actor_id": acting,
        "actor_kind": "person" if actor_id else who.kind,
        "actor_name": _name_of(unit, acting),
        "session_id": who.session_id,
        "token_id": who.token_id,
        "address": deed.address[:64],
        "agent": deed.agent[:300],
        "action": action.value,
        "outcome": outcome,
        "target_kind": target.kind,
        "target_id": target.id,
        "target_name": target.name or _name_target(unit, target),
        "before": before,
        "after": after,
        "reason": reason,
    }
    unit.connection.execute(insert(audit), row)


def _name_target(unit: Unit, target: Target) -> str:
    """People keep the name they had then, whatever becomes of them."""
    return _name_of(unit, target.id) if target.kind == "person" and target.id is not None else ""


def _name_of(unit: Unit, person_id: str) -> str:
    name = unit.connection.execute(select(people.c.name).where(people.c.id == person_id)).scalar_one_or_none()
    return name or person_id
