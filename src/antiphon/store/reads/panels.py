"""Panels: those there are, and whom one of them seats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, false, select

from antiphon.advisors.advisor import Advisor
from antiphon.advisors.changes import Changes
from antiphon.advisors.exchange import ImportPlan, Known, Mode, plan_import
from antiphon.advisors.panel import Panel, decode_habits
from antiphon.advisors.phase import decode_phases
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, PanelId
from antiphon.conversation.thinking import decode_thinking
from antiphon.store.reads.advisors import read_advisor_lines, read_advisors, read_seated
from antiphon.store.tables import conversations, panels
from antiphon.store.unit import Unit
from antiphon.store.visible import name_reader, visible, visible_then


def read_panels(unit: Unit) -> tuple[tuple[Panel, bool], ...]:
    """Every panel of the workspace, and whether it is the default."""
    query = select(panels).where(visible(unit, panels), panels.c.removed == false())
    rows = unit.connection.execute(query.order_by(panels.c.created_at, panels.c.id)).all()
    has_own = any(row.is_default and row.owner_id is not None for row in rows)
    return tuple((as_panel(row), row.is_default and (row.owner_id is not None or not has_own)) for row in rows)


def read_seated_panels(unit: Unit) -> tuple[tuple[Panel, bool], ...]:
    """The same, each without the advisors that are archived."""
    active = {each.id for each in read_advisors(unit)}
    return tuple(
        (replace(panel, advisor_ids=tuple(each for each in panel.advisor_ids if each in active)), is_default)
        for panel, is_default in read_panels(unit)
    )


def read_panel(unit: Unit, panel_id: PanelId) -> Panel:
    """One panel, or `NotFound`."""
    mine = (visible(unit, panels)) & (panels.c.id == panel_id)
    query = select(panels).where(mine, panels.c.removed == false())
    row = (unit.connection.execute(query)).one_or_none()
    if row is None:
        raise NotFound("panel", panel_id)
    return as_panel(row)


def read_default_panel(unit: Unit) -> Panel:
    """The panel a conversation gets when none is named."""
    query = select(panels).where(visible(unit, panels), panels.c.is_default).order_by(panels.c.owner_id.is_(None))
    return as_panel((unit.connection.execute(query.limit(1))).one())


def read_panel_of(unit: Unit, conversation_id: ConversationId) -> Panel:
    """The panel of a conversation, or `NotFound`."""
    query = (
        select(panels)
        .join(
            conversations,
            (conversations.c.workspace_id == panels.c.workspace_id) & (conversations.c.panel_id == panels.c.id),
        )
        .where(conversations.c.id == conversation_id, visible(unit, conversations))
        .where(conversations.c.removed_at.is_(None))
    )
    row = unit.connection.execute(query).one_or_none()
    if row is None:
        raise NotFound("conversation", conversation_id)
    return as_panel(row)


class Importing(NamedTuple):
    """What an import does, and the panels it would leave empty and fills anew: their ids and names."""

    plan: ImportPlan
    refilled: Mapping[PanelId, str]


def read_importing(unit: Unit, rows: Sequence[Changes], new_ids: Sequence[AdvisorId], mode: Mode) -> Importing:
    """What an import would do now."""
    known = [Known(line.advisor, line.archived) for line in read_advisor_lines(unit, archived=True)]
    plan = plan_import(known, rows, new_ids, mode)
    return Importing(plan, find_empty_panels(unit, without={each.id for each in plan.archived}))


def find_empty_panels(unit: Unit, *, without: Collection[AdvisorId]) -> dict[PanelId, str]:
    """One's own panels and everybody's that have somebody now and nobody without these, by id and name."""
    active = {each.id for each in read_advisors(unit)}
    left = active.difference(without)
    return {
        panel.id: panel.name
        for panel, _ in read_panels(unit)
        if active.intersection(panel.advisor_ids) and not left.intersection(panel.advisor_ids)
    }


def as_panel(row: Row[Any]) -> Panel:
    """The panel a row stands for."""
    return Panel(
        id=PanelId(row.id),
        name=row.name,
        advisor_ids=tuple(AdvisorId(each) for each in row.advisor_ids),
        early_turns=row.early_turns,
        phases=decode_phases(row.phases),
        rounds=decode_habits(row.rounds),
        thinking=decode_thinking(row.thinking),
    )


_PANEL_OF = (
    select(panels.c.advisor_ids)
    .join(
        conversations,
        (conversations.c.workspace_id == panels.c.workspace_id) & (conversations.c.panel_id == panels.c.id),
    )
    .where(conversations.c.id == bindparam("conversation"), visible_then(conversations))
    .where(conversations.c.removed_at.is_(None))
)


def read_panel_advisors(unit: Unit, conversation_id: ConversationId) -> tuple[Advisor, ...]:
    """The advisors of a conversation's panel in their current versions, in the panel's order; or `NotFound`.

    Those archived keep their place on the panel and are not asked.
    """
    here = name_reader(unit) | {"conversation": conversation_id}
    advisor_ids = unit.connection.execute(_PANEL_OF, here).scalar_one_or_none()
    if advisor_ids is None:
        raise NotFound("conversation", conversation_id)
    return read_seated(unit, advisor_ids)
