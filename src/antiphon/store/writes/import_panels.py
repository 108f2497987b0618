"""Panels are taken in from a file, with the advisors that sit on them: all of it or nothing."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from antiphon.advisors.changes import Changes
from antiphon.advisors.panel_file import PanelRow, PanelStep, plan_panels
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.store.reads.line_up import Importing, read_advisors, read_importing, read_seated_panels
from antiphon.store.unit import Unit
from antiphon.store.writes.save_advisor import import_advisors
from antiphon.store.writes.save_panel import change_panel, create_panel


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
    """Carry it out. Nobody is put away, and panels the file does not name stay as they are."""
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
            )
    return PanelImporting(importing, steps)


def _plan(unit: Unit, file: PanelFile, importing: Importing) -> tuple[PanelStep, ...]:
    """Those of the file are seated before others of the same name."""
    brought = [step.advisor for step in importing.plan.steps]
    ids = {each.id for each in brought}
    people = [*brought, *(each for each in read_advisors(unit) if each.id not in ids)]
    known = [panel for panel, _ in read_seated_panels(unit)]
    return plan_panels(known, file.panels, people, file.panel_ids)
