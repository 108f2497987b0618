"""A panel comes into being, changes, becomes the default or goes; a conversation gets another; files bring some."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import false, insert, select, true, update

from antiphon.advisors.changes import Changes
from antiphon.advisors.panel import Panel, RoundHabits, encode_habits
from antiphon.advisors.panel_file import PanelRow, PanelStep, plan_panels
from antiphon.advisors.phase import Phase, encode_phases
from antiphon.conversation.errors import LastPanel, NotFound
from antiphon.conversation.ids import AdvisorId, ConversationId, PanelId
from antiphon.conversation.thinking import Thinking
from antiphon.store.reads.advisors import read_advisors
from antiphon.store.reads.panels import (
    Importing,
    read_importing,
    read_panel,
    read_seated_panels,
)
from antiphon.store.reads.people import is_alone
from antiphon.store.tables import conversations, panels
from antiphon.store.unit import Unit
from antiphon.store.visible import check_may_change, visible
from antiphon.store.writes.advisors import check_seen_by_all, import_advisors, lock_advisors
from antiphon.store.writes.conversations import change_conversation


def create_panel(unit: Unit, panel: Panel, at: datetime) -> None:
    """Write a panel that is not the default; `NotFound` for an advisor that cannot be asked."""
    lock_advisors(unit)
    _check_seats(unit, panel.advisor_ids)
    row = {
        "workspace_id": unit.workspace_id,
        "owner_id": unit.principal.id,
        "id": panel.id,
        "name": panel.name,
        "advisor_ids": list(panel.advisor_ids),
        "early_turns": panel.early_turns,
        "phases": encode_phases(panel.phases),
        "rounds": encode_habits(panel.rounds),
        "thinking": _encode_thinking(panel.thinking),
        "is_default": False,
        "created_at": at,
    }
    unit.connection.execute(insert(panels), row)


def change_panel(
    unit: Unit,
    panel_id: PanelId,
    *,
    name: str | None = None,
    advisor_ids: Sequence[AdvisorId] | None = None,
    early_turns: int | None = None,
    phases: tuple[Phase, ...] | None = None,
    rounds: RoundHabits | None = None,
    thinking: Thinking | Literal["none"] | None = None,
) -> None:
    """Write what is given and keep the rest; conversations have the changed panel from their next turn on.

    A `thinking` of none leaves it to the settings again.
    """
    lock_advisors(unit)
    panel = read_panel(unit, panel_id)
    check_may_change(unit, panels, panel_id)
    if advisor_ids is not None:
        _check_seats(unit, advisor_ids)
        check_seen_by_all(unit, [panel_id], set(advisor_ids) - set(panel.advisor_ids))
    given = {
        "name": name,
        "advisor_ids": advisor_ids and list(advisor_ids),
        "rounds": rounds and encode_habits(rounds),
    }
    values: dict[str, Any] = {column: value for column, value in given.items() if value is not None}
    if phases is not None or early_turns is not None:
        arranged = panel.arrange(phases, early_turns)
        values |= {"early_turns": arranged.early_turns, "phases": encode_phases(arranged.phases)}
    if thinking is not None:
        values["thinking"] = _encode_thinking(None if thinking == "none" else thinking)
    if values:
        _update(unit, panel_id, **values)


def make_default(unit: Unit, panel_id: PanelId) -> None:
    """New conversations have this panel; those that exist keep theirs."""
    lock_advisors(unit)
    read_panel(unit, panel_id)
    _set_default(unit, panel_id)


def remove_panel(unit: Unit, panel_id: PanelId) -> None:
    """Take a panel away; its conversations go on with the default one. `LastPanel` for the only one.

    When it was the default itself, the oldest that is left becomes it.
    """
    lock_advisors(unit)
    read_panel(unit, panel_id)
    check_may_change(unit, panels, panel_id)
    heir = _find_heir(unit, panel_id)
    _update(unit, panel_id, removed=True, is_default=False)
    if not heir.is_default:
        _set_default(unit, PanelId(heir.id))
    here = (conversations.c.workspace_id == unit.workspace_id) & (conversations.c.panel_id == panel_id)
    unit.connection.execute(update(conversations).where(here).values(panel_id=heir.id))


def _encode_thinking(thinking: Thinking | None) -> str | None:
    return None if thinking is None else str(thinking)


class _Heir(NamedTuple):
    id: str
    is_default: bool
    owner_id: str | None


def _find_heir(unit: Unit, panel_id: PanelId) -> _Heir:
    """Which panel takes the place of this one: the default, or the oldest.

    In the place of everybody's comes another of everybody's, so that nobody who comes later is without one.
    """
    query = select(panels.c.id, panels.c.is_default, panels.c.owner_id).where(visible(unit, panels))
    order = (panels.c.is_default.desc(), panels.c.owner_id.is_(None), panels.c.created_at, panels.c.id)
    found = unit.connection.execute(query.where(panels.c.removed == false()).order_by(*order))
    rows = [_Heir(*row) for row in found]
    is_own = any(row.id == panel_id and row.owner_id is not None for row in rows)
    left = [row for row in rows if row.id != panel_id and (is_own or row.owner_id is None or is_alone(unit))]
    if not left:
        raise LastPanel(panel_id)
    return left[0]


def choose_panel(unit: Unit, conversation_id: ConversationId, panel_id: PanelId) -> None:
    """The panel a conversation's next turns are addressed to; `NotFound` for either."""
    lock_advisors(unit)
    read_panel(unit, panel_id)
    change_conversation(unit, conversation_id, panel_id=panel_id)


def _check_seats(unit: Unit, advisor_ids: Sequence[AdvisorId]) -> None:
    known = {advisor.id for advisor in read_advisors(unit)}
    for advisor_id in advisor_ids:
        if advisor_id not in known:
            raise NotFound("advisor", advisor_id)


def _set_default(unit: Unit, panel_id: PanelId) -> None:
    """One of the person's own takes the place of everybody's for them alone."""
    query = select(panels.c.owner_id, panels.c.is_default).where(visible(unit, panels), panels.c.id == panel_id)
    chosen = unit.connection.execute(query).one()
    is_own = chosen.owner_id is not None
    if not is_own and not chosen.is_default:
        check_may_change(unit, panels, panel_id)
    others = panels.c.owner_id.is_not(None) if is_own or chosen.is_default else true()
    unit.connection.execute(
        update(panels).where(visible(unit, panels), panels.c.is_default, others).values(is_default=False)
    )
    _update(unit, panel_id, is_default=True)


def _update(unit: Unit, panel_id: PanelId, **values: Any) -> None:
    mine = (visible(unit, panels)) & (panels.c.id == panel_id)
    unit.connection.execute(update(panels).where(mine).values(values))


class PanelFile(NamedTuple):
    """What a file holds, and ids for whatever of it is new."""

    advisors: Sequence[Changes]
    advisor_ids: Sequence[AdvisorId]
    panels: Sequence[PanelRow]
    panel_ids: Sequence[PanelId]


class PanelImporting(NamedTuple):
    """What an import does: to the advisors, and to the panels."""

    advisors: Importing
    panels: tuple[PanelStep, ...]


def read_panel_importing(unit: Unit, file: PanelFile) -> PanelImporting:
    """What an import would do now."""
    importing = read_importing(unit, file.advisors, file.advisor_ids, "add")
    return PanelImporting(importing, _plan(unit, file, importing))


def import_panels(unit: Unit, file: PanelFile, at: datetime) -> PanelImporting:
    """Carry it out. Nobody is archived, and panels the file does not name stay as they are."""
    importing = import_advisors(unit, file.advisors, file.advisor_ids, "add", at)
    steps = _plan(unit, file, importing)
    for outcome, panel in steps:
        if outcome == "new":
            create_panel(unit, panel, at)
        if outcome == "changed":
            change_panel(
                unit,
                panel.id,
                advisor_ids=panel.advisor_ids,
                early_turns=None if panel.phases else panel.early_turns,
                phases=panel.phases,
                rounds=panel.rounds,
                thinking="none" if panel.thinking is None else panel.thinking,
            )
    return PanelImporting(importing, steps)


def _plan(unit: Unit, file: PanelFile, importing: Importing) -> tuple[PanelStep, ...]:
    """Those of the file are seated before others of the same name."""
    brought = [step.advisor for step in importing.plan.steps]
    ids = {each.id for each in brought}
    people = [*brought, *(each for each in read_advisors(unit) if each.id not in ids)]
    known = [panel for panel, _ in read_seated_panels(unit)]
    return plan_panels(known, file.panels, people, file.panel_ids)
