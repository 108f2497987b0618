"""What a new database starts with: one workspace, one person, the starter panel."""

from datetime import datetime

from sqlalchemy import Table, select

from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor, encode_parameters
from antiphon.advisors.starter import Starter
from antiphon.store.dialect import insert_into
from antiphon.store.tables import advisors, panels, principals, workspaces
from antiphon.store.unit import Unit
from antiphon.store.visible import visible


def seed(unit: Unit, starter: Starter, at: datetime) -> None:
    """Write the principal's workspace and its starter panel, unless they exist; two nodes may race."""
    principal = unit.principal
    if _exists(unit):
        return
    _insert(unit, workspaces, id=principal.workspace_id, name="Home", created_at=at)
    _insert(unit, principals, **_as_person(principal), created_at=at)
    for advisor in starter.advisors:
        _insert(unit, advisors, **_as_advisor(unit, advisor), created_at=at)
    _insert(
        unit,
        panels,
        workspace_id=unit.workspace_id,
        id=starter.panel.id,
        name=starter.panel.name,
        advisor_ids=list(starter.panel.advisor_ids),
        early_turns=starter.panel.early_turns,
        is_default=True,
        created_at=at,
    )


def _exists(unit: Unit) -> bool:
    query = select(panels.c.id).where(visible(unit, panels)).limit(1)
    return (unit.connection.execute(query)).one_or_none() is not None


def _insert(unit: Unit, table: Table, **row: object) -> None:
    unit.connection.execute(insert_into(table, unit.dialect).on_conflict_do_nothing(), row)


def _as_person(principal: Principal) -> dict[str, object]:
    return {"id": principal.id, "workspace_id": principal.workspace_id, "role": principal.role, "name": "You"}


def _as_advisor(unit: Unit, advisor: Advisor) -> dict[str, object]:
    return {
        "workspace_id": unit.workspace_id,
        "id": advisor.id,
        "version": advisor.version,
        "current": True,
        "name": advisor.name,
        "description": advisor.description,
        "colour": advisor.colour,
        "model": advisor.model,
        "tagline": advisor.tagline,
        "parameters": encode_parameters(advisor),
        "tools": list(advisor.tools),
    }
