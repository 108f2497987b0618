"""Advisors and panels."""

from datetime import UTC, datetime
from typing import Any, cast

from fastapi import APIRouter, Response

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.changes import Changes
from antiphon.advisors.panel import Panel, decode_habits, encode_habits
from antiphon.advisors.phase import decode_phases, encode_phases
from antiphon.api.guard import Caller, allow
from antiphon.api.house import House, Rooms
from antiphon.api.schemas.line_up import (
    AdvisorAnswer,
    AdvisorsAnswer,
    ChangedAdvisor,
    ChangedPanel,
    DescribingAdvisor,
    DescriptionAnswer,
    ExportAnswer,
    ImportAnswer,
    ImportedAdvisor,
    ImportingAdvisors,
    NewAdvisor,
    NewPanel,
    PanelAnswer,
    PanelsAnswer,
    RestoredAdvisor,
    VersionsAnswer,
)
from antiphon.conversation.errors import NotFound
from antiphon.conversation.ids import AdvisorId, PanelId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands import save_advisor, save_panel
from antiphon.engine.commands.describe_advisor import describe_advisor
from antiphon.engine.commands.import_advisors import import_advisors
from antiphon.store.reads.line_up import (
    AdvisorLine,
    Importing,
    read_advisor_lines,
    read_advisors,
    read_seated_panels,
    read_versions,
)

router = APIRouter(prefix="/v1", tags=["line-up"])
READ = Policy(Verb.READ, "line-up")
WRITE = Policy(Verb.WRITE, "line-up")
EXPORT_FILE = "antiphon-advisors.json"


@router.get("/advisors", response_model=AdvisorsAnswer)
@allow(READ)
async def get_advisors(caller: Caller, rooms: Rooms, archived: bool = False) -> dict[str, Any]:
    """Every voice of the workspace; with `archived` also those put away."""
    found = await rooms.engine.store.read(caller, read_advisor_lines, archived=archived)
    return {"advisors": [_answer(line) for line in found]}


@router.post("/advisors", status_code=201, response_model=AdvisorAnswer)
@allow(WRITE)
async def post_advisor(caller: Caller, rooms: Rooms, body: NewAdvisor) -> dict[str, Any]:
    """Make an advisor. It is on no panel yet."""
    return _answer(await save_advisor.create_advisor(rooms.engine, caller, read_changes(body)))


@router.get("/advisors/export", response_model=ExportAnswer)
@allow(READ)
async def get_export(caller: Caller, rooms: Rooms, response: Response) -> dict[str, Any]:
    """Every advisor as a file."""
    found = await rooms.engine.store.read(caller, read_advisors)
    response.headers["Content-Disposition"] = f'attachment; filename="{EXPORT_FILE}"'
    return {
        "exportedAt": format_time(datetime.now(UTC)),
        "appVersion": rooms.version,
        "source": "antiphon",
        "advisors": [write_words(advisor) for advisor in found],
    }


@router.post("/advisors/import", response_model=ImportAnswer)
@allow(WRITE)
async def post_import(caller: Caller, rooms: Rooms, body: ImportingAdvisors) -> dict[str, Any]:
    """Take advisors in from a file, all or none; or only say what would happen."""
    rows = [read_changes(row) for row in body.advisors]
    done = await import_advisors(rooms.engine, caller, rows, body.mode, dry_run=body.dry_run)
    return {"mode": body.mode, "dry_run": body.dry_run} | _answer_import(done, dry_run=body.dry_run)


@router.post("/advisors/describe", response_model=DescriptionAnswer)
@allow(WRITE)
async def post_describe(caller: Caller, rooms: Rooms, body: DescribingAdvisor) -> dict[str, Any]:
    """Have a model write a description for a name. Nothing is saved."""
    described = await describe_advisor(rooms.engine, body.name, body.model)
    return {"description": described.text, "model": described.model, "rehearsal": described.rehearsal}


@router.patch("/advisors/{advisor_id}", response_model=AdvisorAnswer)
@allow(WRITE)
async def patch_advisor(caller: Caller, rooms: Rooms, advisor_id: str, body: ChangedAdvisor) -> dict[str, Any]:
    """Save changes as another version; none is made when nothing changes."""
    changes, expected = read_changes(body), body.expect_version
    return _answer(await save_advisor.change_advisor(rooms.engine, caller, AdvisorId(advisor_id), changes, expected))


@router.get("/advisors/{advisor_id}/versions", response_model=VersionsAnswer)
@allow(READ)
async def get_versions(caller: Caller, rooms: Rooms, advisor_id: str) -> dict[str, Any]:
    """Everything an advisor ever was, newest first."""
    found = await rooms.engine.store.read(caller, read_versions, AdvisorId(advisor_id))
    return {"versions": [_answer(line) for line in found]}


@router.post("/advisors/{advisor_id}/restore", response_model=AdvisorAnswer)
@allow(WRITE)
async def post_restore(caller: Caller, rooms: Rooms, advisor_id: str, body: RestoredAdvisor) -> dict[str, Any]:
    """Save what an earlier version said as a new one."""
    here = AdvisorId(advisor_id)
    return _answer(await save_advisor.restore_advisor(rooms.engine, caller, here, body.from_version))


@router.post("/advisors/{advisor_id}/archive", response_model=AdvisorAnswer)
@allow(WRITE)
async def post_archive(caller: Caller, rooms: Rooms, advisor_id: str) -> dict[str, Any]:
    """Put an advisor away: it is not asked any more, and all it said stays."""
    return _answer(await save_advisor.archive_advisor(rooms.engine, caller, AdvisorId(advisor_id), archived=True))


@router.post("/advisors/{advisor_id}/unarchive", response_model=AdvisorAnswer)
@allow(WRITE)
async def post_unarchive(caller: Caller, rooms: Rooms, advisor_id: str) -> dict[str, Any]:
    """Bring an advisor back, to the panels it was on."""
    return _answer(await save_advisor.archive_advisor(rooms.engine, caller, AdvisorId(advisor_id), archived=False))


@router.get("/panels", response_model=PanelsAnswer)
@allow(READ)
async def get_panels(caller: Caller, rooms: Rooms) -> dict[str, Any]:
    """Every line-up of the workspace."""
    found = await rooms.engine.store.read(caller, read_seated_panels)
    return {"panels": [_answer_panel(panel, is_default) for panel, is_default in found]}


@router.post("/panels", status_code=201, response_model=PanelAnswer)
@allow(WRITE)
async def post_panel(caller: Caller, rooms: Rooms, body: NewPanel) -> dict[str, Any]:
    """Make a panel."""
    seats = [AdvisorId(each) for each in body.advisor_ids]
    made = await save_panel.create_panel(rooms.engine, caller, body.name, seats, body.early_turns, **_arrangement(body))
    return await _find_panel(rooms, caller, made)


@router.patch("/panels/{panel_id}", response_model=PanelAnswer)
@allow(WRITE)
async def patch_panel(caller: Caller, rooms: Rooms, panel_id: str, body: ChangedPanel) -> dict[str, Any]:
    """Change a panel, for the next turn of every conversation that has it."""
    await save_panel.change_panel(
        rooms.engine,
        caller,
        PanelId(panel_id),
        name=body.name,
        advisor_ids=None if body.advisor_ids is None else [AdvisorId(each) for each in body.advisor_ids],
        early_turns=body.early_turns,
        **_arrangement(body),
    )
    return await _find_panel(rooms, caller, PanelId(panel_id))


@router.delete("/panels/{panel_id}", status_code=204)
@allow(WRITE)
async def delete_panel(caller: Caller, rooms: Rooms, panel_id: str) -> None:
    """Take a panel away; its conversations go on with the default one."""
    await save_panel.remove_panel(rooms.engine, caller, PanelId(panel_id))


@router.post("/panels/{panel_id}/default", response_model=PanelAnswer)
@allow(WRITE)
async def post_default(caller: Caller, rooms: Rooms, panel_id: str) -> dict[str, Any]:
    """Give this panel to conversations that name none."""
    await save_panel.make_default(rooms.engine, caller, PanelId(panel_id))
    return await _find_panel(rooms, caller, PanelId(panel_id))


def read_changes(body: NewAdvisor | ChangedAdvisor | ImportedAdvisor) -> Changes:
    """What the client said, and nothing it left out. Null means left out, except for model, voice and parameters."""
    said = body.model_dump(mode="json", exclude_unset=True, exclude={"parameters", "expect_version"})
    kept = {name: value for name, value in said.items() if value is not None or name in ("model", "voice")}
    if body.parameters is not None:
        kept |= body.parameters.model_dump(exclude_unset=True)
    return cast("Changes", kept)


def write_words(advisor: Advisor) -> dict[str, Any]:
    """All that a person can change about an advisor."""
    return {
        "name": advisor.name,
        "description": advisor.description,
        "tagline": advisor.tagline,
        "colour": advisor.colour,
        "model": advisor.model,
        "voice": advisor.voice,
        "tools": list(advisor.tools),
        "parameters": {"temperature": advisor.temperature, "max_tokens": advisor.max_tokens},
    }


def _answer(line: AdvisorLine) -> dict[str, Any]:
    place = {"id": line.advisor.id, "version": line.advisor.version}
    return place | write_words(line.advisor) | {"archived": line.archived, "created_at": format_time(line.created_at)}


def answer_steps(done: Importing, *, dry_run: bool) -> list[dict[str, Any]]:
    """What becomes of each advisor of a file."""
    return [
        {
            "name": step.advisor.name,
            "outcome": step.outcome,
            "unarchived": step.unarchived,
            "id": None if dry_run and step.outcome == "new" else step.advisor.id,
            "colour": step.advisor.colour,
        }
        for step in done.plan.steps
    ]


def _answer_import(done: Importing, *, dry_run: bool) -> dict[str, Any]:
    archived = [{"id": each.id, "name": each.name} for each in done.plan.archived]
    return {
        "rows": answer_steps(done, dry_run=dry_run),
        "archived": archived,
        "panels": [{"id": each, "name": name} for each, name in done.refilled.items()],
    }


async def _find_panel(rooms: House, caller: Principal, panel_id: PanelId) -> dict[str, Any]:
    for panel, is_default in await rooms.engine.store.read(caller, read_seated_panels):
        if panel.id == panel_id:
            return _answer_panel(panel, is_default)
    raise NotFound("panel", panel_id)


def _arrangement(body: NewPanel | ChangedPanel) -> dict[str, Any]:
    """The phases and habits that were given, if any."""
    phases = None if body.phases is None else decode_phases(each.model_dump() for each in body.phases)
    return {"phases": phases, "rounds": None if body.rounds is None else decode_habits(body.rounds.model_dump())}


def _answer_panel(panel: Panel, is_default: bool) -> dict[str, Any]:
    return {
        "id": panel.id,
        "name": panel.name,
        "advisor_ids": list(panel.advisor_ids),
        "early_turns": panel.early_turns,
        "phases": encode_phases(panel.phases),
        "rounds": encode_habits(panel.rounds),
        "default": is_default,
    }
