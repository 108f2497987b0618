"""Panels as a file: everybody on them, what they are told as they go on, and how they answer each other."""

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Response

from antiphon.access.policy import Policy, Verb
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.panel import Panel, decode_habits, encode_habits
from antiphon.advisors.panel_file import PanelRow
from antiphon.advisors.phase import decode_phases, encode_phases
from antiphon.api.guard import Caller, allow
from antiphon.api.house import Rooms
from antiphon.api.routes.line_up import answer_steps, read_changes, write_words
from antiphon.api.schemas.panel_files import ImportedPanel, ImportingPanels, PanelsExportAnswer, PanelsImportAnswer
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands.import_panels import import_panels
from antiphon.store.reads.line_up import read_advisors, read_seated_panels
from antiphon.store.unit import Unit

router = APIRouter(prefix="/v1/panels", tags=["line-up"])
READ = Policy(Verb.READ, "line-up")
WRITE = Policy(Verb.WRITE, "line-up")
EXPORT_FILE = "antiphon-panels.json"


@router.get("/export", response_model=PanelsExportAnswer)
@allow(READ)
async def get_export(caller: Caller, rooms: Rooms, response: Response, panel_id: str | None = None) -> dict[str, Any]:
    """Every panel as a file, or one, with everybody on it."""
    panels, people = await rooms.engine.store.read(caller, _read, panel_id)
    response.headers["Content-Disposition"] = f'attachment; filename="{EXPORT_FILE}"'
    seated = {each for panel in panels for each in panel.advisor_ids}
    return {
        "exportedAt": format_time(datetime.now(UTC)),
        "appVersion": rooms.version,
        "source": "antiphon",
        "advisors": [write_words(each) for each in people.values() if each.id in seated],
        "panels": [_write_panel(panel, people) for panel in panels],
    }


@router.post("/import", response_model=PanelsImportAnswer)
@allow(WRITE)
async def post_import(caller: Caller, rooms: Rooms, body: ImportingPanels) -> dict[str, Any]:
    """Take panels in from a file, all or none, or only say what would happen. Panels are found by their names."""
    advisors = [read_changes(row) for row in body.advisors]
    panels = [_read_panel(row) for row in body.panels]
    done = await import_panels(rooms.engine, caller, advisors, panels, dry_run=body.dry_run)
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
    }


def _read_panel(row: ImportedPanel) -> PanelRow:
    phases = decode_phases(each.model_dump() for each in row.phases)
    return PanelRow(row.name, tuple(row.advisors), row.early_turns, phases, decode_habits(row.rounds.model_dump()))
