"""Advisors and panels."""

from typing import Any

from sqlalchemy import Row, Select, bindparam, select

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.panel import Panel
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, PanelId, TurnId
from antiphon.store.tables import advisors, conversations, panels, replies
from antiphon.store.unit import Unit


def read_advisors(unit: Unit) -> tuple[Advisor, ...]:
    """Every advisor of the workspace in its current version."""
    query = select(advisors).where(advisors.c.workspace_id == unit.workspace_id, advisors.c.current)
    return _read(unit, query.order_by(advisors.c.created_at, advisors.c.id))


_ASKED = (
    select(advisors)
    .join(
        replies,
        (replies.c.workspace_id == advisors.c.workspace_id)
        & (replies.c.advisor_id == advisors.c.id)
        & (replies.c.advisor_version == advisors.c.version),
    )
    .where(replies.c.turn_id == bindparam("turn"), advisors.c.workspace_id == bindparam("workspace"))
)


def read_asked_advisors(unit: Unit, turn_id: TurnId) -> dict[tuple[AdvisorId, int], Advisor]:
    """The very versions a turn was addressed to, whatever has changed since."""
    rows = unit.connection.execute(_ASKED, {"turn": turn_id, "workspace": unit.workspace_id})
    return {(AdvisorId(row.id), row.version): _as_advisor(row) for row in rows}


def read_advisor(unit: Unit, advisor_id: AdvisorId, version: int | None = None) -> Advisor:
    """One version of an advisor, or its current one; `NotFound` when there is none."""
    query = select(advisors).where(advisors.c.workspace_id == unit.workspace_id, advisors.c.id == advisor_id)
    query = query.where(advisors.c.current) if version is None else query.where(advisors.c.version == version)
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("advisor", advisor_id if version is None else f"{advisor_id} version {version}")
    return _as_advisor(row)


def read_panels(unit: Unit) -> tuple[tuple[Panel, bool], ...]:
    """Every panel of the workspace, and whether it is the default."""
    query = select(panels).where(panels.c.workspace_id == unit.workspace_id).order_by(panels.c.created_at)
    return tuple((as_panel(row), row.is_default) for row in unit.connection.execute(query))


def read_panel(unit: Unit, panel_id: PanelId) -> Panel:
    """One panel, or `NotFound`."""
    query = select(panels).where(panels.c.workspace_id == unit.workspace_id, panels.c.id == panel_id)
    row = (unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("panel", panel_id)
    return as_panel(row)


def read_default_panel(unit: Unit) -> Panel:
    """The panel a conversation gets when none is named."""
    query = select(panels).where(panels.c.workspace_id == unit.workspace_id, panels.c.is_default)
    return as_panel((unit.connection.execute(query.limit(1))).one())


def _read(unit: Unit, query: Select[Any]) -> tuple[Advisor, ...]:
    return tuple(_as_advisor(row) for row in unit.connection.execute(query))


def _as_advisor(row: Row[Any]) -> Advisor:
    return Advisor(
        id=AdvisorId(row.id),
        version=row.version,
        name=row.name,
        description=row.description,
        colour=row.colour,
        model=row.model,
        temperature=row.parameters.get("temperature"),
        max_tokens=row.parameters.get("max_tokens"),
    )


def as_panel(row: Row[Any]) -> Panel:
    """The panel a row stands for."""
    return Panel(PanelId(row.id), row.name, tuple(AdvisorId(each) for each in row.advisor_ids), row.early_turns)


_PANEL_OF = (
    select(panels.c.advisor_ids)
    .join(
        conversations,
        (conversations.c.workspace_id == panels.c.workspace_id) & (conversations.c.panel_id == panels.c.id),
    )
    .where(conversations.c.id == bindparam("conversation"), conversations.c.workspace_id == bindparam("workspace"))
)
_CURRENT = select(advisors).where(
    advisors.c.workspace_id == bindparam("workspace"),
    advisors.c.id.in_(bindparam("ids", expanding=True)),
    advisors.c.current,
)


def read_line_up(unit: Unit, conversation_id: ConversationId) -> tuple[Advisor, ...]:
    """The advisors of a conversation's panel in their current versions, in the panel's order; or `NotFound`."""
    here = {"workspace": unit.workspace_id}
    advisor_ids = unit.connection.execute(_PANEL_OF, here | {"conversation": conversation_id}).scalar_one_or_none()
    if advisor_ids is None:
        raise NotFound("conversation", conversation_id)
    rows = unit.connection.execute(_CURRENT, here | {"ids": advisor_ids})
    by_id = {row.id: _as_advisor(row) for row in rows}
    return tuple(by_id[each] for each in advisor_ids if each in by_id)
