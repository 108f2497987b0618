"""Panels as a file: everybody on them, what they are told as they go on, and how they answer each other."""

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.panel import Panel, decode_habits, encode_habits
from antiphon.advisors.panel_file import PanelRow
from antiphon.advisors.phase import decode_phases, encode_phases
from antiphon.api.bounded import FILE, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.guard import Caller, allow
from antiphon.api.routes.advisors import answer_steps, read_changes, write_words
from antiphon.api.schemas.panel_files import ImportedPanel, ImportingPanels, PanelsExportAnswer, PanelsImportAnswer
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.panels import import_panels
from antiphon.store.reads.advisors import read_advisors
from antiphon.store.reads.panels import read_seated_panels
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, prefix="/v1/panels", tags=["panels"])
READ = Policy(Verb.READ, "panels")
WRITE = Policy(Verb.WRITE, "panels")
EXPORT_FILE = "antiphon-panels.json"


@router.get("/export", response_model=PanelsExportAnswer, operation_id="export_panels")
@allow(READ, cost=CallCost.HEAVY, raises=(NotFound,))
async def get_export(caller: Caller, deps: Deps, response: Response, panel_id: str | None = None) -> dict[str, Any]:
    """Every panel as a file, or one, with everybody on it."""
    panels, people = await deps.engine.store.read(caller, _read, panel_id)
    response.headers["Content-Disposition"] = f'attachment; filename="{EXPORT_FILE}"'
    seated = {each for panel in panels for each in panel.advisor_ids}
    return {
        "exportedAt": format_time(datetime.now(UTC)),
        "appVersion": deps.version,
        "source": "antiphon",
        "advisors": [write_words(each) for each in people.values() if each.id in seated],
        "panels": [_write_panel(panel, people) for panel in panels],
    }


@router.post("/import", response_model=PanelsImportAnswer, operation_id="import_panels")
@allow(WRITE, body=FILE, cost=CallCost.HEAVY)
async def post_import(caller: Caller, deps: Deps, body: ImportingPanels) -> dict[str, Any]:
    """Take panels in from a file, all or none, or only say what would happen. Panels are found by their names."""
    advisors = [read_changes(row) for row in body.advisors]
    panels = [_read_panel(row) for row in body.panels]
    done = await import_panels(deps.engine, caller, advisors, panels, dry_run=body.dry_run)
    steps = [
        {
            "name": panel.name,
            "outcome": outcome,
            "id": None if body.dry_run and outcome == "new" else panel.id,
        }
        for outcome, panel in done.panels
    ]
    return {"dry_run": body.dry_run, "rows": answer_steps(done.advisors, dry_run=body.dry_run), "panels": steps}


def _read(unit: Unit, panel_id: str | None) -> tuple[list[Panel], dict[AdvisorId, Advisor]]:
    found = [panel for panel, _ in read_seated_panels(unit) if panel_id in (None, panel.id)]
    if panel_id is not None and not found:
        raise NotFound("panel", panel_id)
    return found, {each.id: each for each in read_advisors(unit)}


def _write_panel(panel: Panel, people: dict[AdvisorId, Advisor]) -> dict[str, Any]:
    return {
        "name": panel.name,
        "advisors": [people[each].name for each in panel.advisor_ids],
        "early_turns": panel.early_turns,
        "phases": encode_phases(panel.phases),
        "rounds": encode_habits(panel.rounds),
        "thinking": panel.thinking,
    }


def _read_panel(row: ImportedPanel) -> PanelRow:
    phases = decode_phases(each.model_dump() for each in row.phases)
    habits = decode_habits(row.rounds.model_dump())
    return PanelRow(row.name, tuple(row.advisors), row.early_turns, phases, habits, row.thinking)
