"""Advisors."""

from datetime import UTC, datetime
from typing import Annotated, Any, cast

from fastapi import APIRouter, Path, Response

from antiphon.access.policy import CallCost, Policy, Verb
from antiphon.advisors.advisor import Advisor
from antiphon.advisors.changes import Changes
from antiphon.api.bounded import FILE, SHORT, BoundedRoute
from antiphon.api.dependencies import Deps
from antiphon.api.errors import PROVIDER_FAILURES
from antiphon.api.guard import Caller, allow
from antiphon.api.schemas.advisors import (
    AdvisorAnswer,
    AdvisorsAnswer,
    ChangedAdvisor,
    DescribingAdvisor,
    DescriptionAnswer,
    ExportAnswer,
    ImportAnswer,
    ImportedAdvisor,
    ImportingAdvisors,
    NewAdvisor,
    VersionsAnswer,
)
from antiphon.api.schemas.page import answer_all
from antiphon.conversation.errors import AdvisorStale, KeyMissing, NotFound, PanelEmpty
from antiphon.conversation.ids import AdvisorId
from antiphon.conversation.wire import format_time
from antiphon.engine.commands import advisors
from antiphon.engine.commands.advisors import describe_advisor, import_advisors
from antiphon.store.reads.advisors import AdvisorLine, read_advisor_lines, read_advisors, read_versions
from antiphon.store.reads.panels import Importing

router = APIRouter(route_class=BoundedRoute, prefix="/v1", tags=["advisors"])
READ = Policy(Verb.READ, "advisors")
WRITE = Policy(Verb.WRITE, "advisors")
EXPORT_FILE = "antiphon-advisors.json"
Version = Annotated[int, Path(ge=1, le=2_147_483_647)]


@router.get("/advisors", response_model=AdvisorsAnswer, operation_id="list_advisors")
@allow(READ)
async def get_advisors(caller: Caller, deps: Deps, archived: bool = False) -> dict[str, Any]:
    """Every voice of the workspace; with `archived` also those archived."""
    found = await deps.engine.store.read(caller, read_advisor_lines, archived=archived)
    return answer_all(answer_advisor(line) for line in found)


@router.post("/advisors", status_code=201, response_model=AdvisorAnswer, operation_id="create_advisor")
@allow(WRITE, body=SHORT, location="/v1/advisors/{id}")
async def post_advisor(caller: Caller, deps: Deps, body: NewAdvisor) -> dict[str, Any]:
    """Make an advisor. It is on no panel yet."""
    return answer_advisor(await advisors.create_advisor(deps.engine, caller, read_changes(body)))


@router.get("/advisors/export", response_model=ExportAnswer, operation_id="export_advisors")
@allow(READ, cost=CallCost.HEAVY)
async def get_export(caller: Caller, deps: Deps, response: Response) -> dict[str, Any]:
    """Every advisor as a file."""
    found = await deps.engine.store.read(caller, read_advisors)
    response.headers["Content-Disposition"] = f'attachment; filename="{EXPORT_FILE}"'
    return {
        "exportedAt": format_time(datetime.now(UTC)),
        "appVersion": deps.version,
        "source": "antiphon",
        "advisors": [write_words(advisor) for advisor in found],
    }


@router.post("/advisors/import", response_model=ImportAnswer, operation_id="import_advisors")
@allow(WRITE, body=FILE, cost=CallCost.HEAVY)
async def post_import(caller: Caller, deps: Deps, body: ImportingAdvisors) -> dict[str, Any]:
    """Take advisors in from a file, all or none; or only say what would happen."""
    rows = [read_changes(row) for row in body.advisors]
    done = await import_advisors(deps.engine, caller, rows, body.mode, dry_run=body.dry_run)
    return {"mode": body.mode, "dry_run": body.dry_run} | _answer_import(done, dry_run=body.dry_run)


@router.post("/advisors/describe", response_model=DescriptionAnswer, operation_id="describe_advisor")
@allow(WRITE, body=SHORT, cost=CallCost.PAID, raises=(KeyMissing, *PROVIDER_FAILURES))
async def post_describe(caller: Caller, deps: Deps, body: DescribingAdvisor) -> dict[str, Any]:
    """Have a model write a description for a name. Nothing is saved."""
    described = await describe_advisor(deps.engine, caller, body.name, body.model)
    return {"description": described.text, "model": described.model, "rehearsal": described.rehearsal}


@router.get("/advisors/{advisor_id}", response_model=AdvisorAnswer, operation_id="get_advisor")
@allow(READ)
async def get_advisor(caller: Caller, deps: Deps, advisor_id: str) -> dict[str, Any]:
    """One advisor as it is now, also one that was archived."""
    for line in await deps.engine.store.read(caller, read_advisor_lines, archived=True):
        if line.advisor.id == advisor_id:
            return answer_advisor(line)
    raise NotFound("advisor", advisor_id)


@router.patch("/advisors/{advisor_id}", response_model=AdvisorAnswer, operation_id="update_advisor")
@allow(WRITE, body=SHORT, raises=(AdvisorStale,))
async def patch_advisor(caller: Caller, deps: Deps, advisor_id: str, body: ChangedAdvisor) -> dict[str, Any]:
    """Save changes as another version; none is made when nothing changes."""
    changes, expected = read_changes(body), body.expect_version
    return answer_advisor(await advisors.change_advisor(deps.engine, caller, AdvisorId(advisor_id), changes, expected))


@router.get("/advisors/{advisor_id}/versions", response_model=VersionsAnswer, operation_id="list_advisor_versions")
@allow(READ)
async def get_versions(caller: Caller, deps: Deps, advisor_id: str) -> dict[str, Any]:
    """Everything an advisor ever was, newest first."""
    found = await deps.engine.store.read(caller, read_versions, AdvisorId(advisor_id))
    return answer_all(answer_advisor(line) for line in found)


@router.post(
    "/advisors/{advisor_id}/versions/{version}/restore",
    response_model=AdvisorAnswer,
    operation_id="restore_advisor_version",
)
@allow(WRITE)
async def post_version_restore(caller: Caller, deps: Deps, advisor_id: str, version: Version) -> dict[str, Any]:
    """Save what an earlier version said as a new one."""
    return answer_advisor(await advisors.restore_advisor(deps.engine, caller, AdvisorId(advisor_id), version))


@router.delete("/advisors/{advisor_id}", status_code=204, operation_id="delete_advisor")
@allow(WRITE, raises=(PanelEmpty,))
async def delete_advisor(caller: Caller, deps: Deps, advisor_id: str) -> None:
    """Archive an advisor: it is not asked any more, and all it said stays. It can be restored."""
    await advisors.archive_advisor(deps.engine, caller, AdvisorId(advisor_id), archived=True)


@router.post("/advisors/{advisor_id}/restore", response_model=AdvisorAnswer, operation_id="restore_advisor")
@allow(WRITE)
async def post_restore(caller: Caller, deps: Deps, advisor_id: str) -> dict[str, Any]:
    """Bring an advisor back, to the panels it was on."""
    return answer_advisor(await advisors.archive_advisor(deps.engine, caller, AdvisorId(advisor_id), archived=False))


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
        "parameters": {
            "temperature": advisor.temperature,
            "max_tokens": advisor.max_tokens,
            "thinking": advisor.thinking,
        },
    }


def answer_advisor(line: AdvisorLine) -> dict[str, Any]:
    """One version of an advisor."""
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
