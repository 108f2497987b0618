"""Advisors under test: cases, runs of them, and history."""

from typing import Annotated, Any, NamedTuple, cast

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from antiphon.access.policy import CallCost, Policy, Verb, check_allowed
from antiphon.api.bounded import FILE, SHORT, BoundedRoute
from antiphon.api.content import declare_text
from antiphon.api.dependencies import Deps
from antiphon.api.evals import (
    describe_case,
    describe_improvement,
    describe_result,
    describe_run,
    describe_versions,
    describe_whole_result,
)
from antiphon.api.guard import Caller, allow
from antiphon.api.key import Key
from antiphon.api.schemas.evals import (
    AssertionTypesAnswer,
    CaseAnswer,
    CasesAnswer,
    ChangingCase,
    DecisionCases,
    EvalHistoryAnswer,
    EvalRunAnswer,
    EvalRunLine,
    ImportedCases,
    KeepingCaseBody,
    ResultAnswer,
    RunningEvals,
)
from antiphon.api.schemas.page import answer_all
from antiphon.api.upload import read_upload
from antiphon.conversation.errors import (
    CommandRefused,
    Draining,
    EvalFileInvalid,
    FileTooLarge,
    KeyMissing,
    ModelUnknown,
    NotFound,
    NotKept,
    ReceiptDamaged,
    ReceiptUnfit,
    TurnInFlight,
    UploadBroken,
)
from antiphon.conversation.evals import EvalOutcome, EvalRun, Improvement, StoredCase
from antiphon.conversation.ids import AdvisorId, ReplyId
from antiphon.engine.commands.cases import (
    CaseChanges,
    KeepingCase,
    archive_case,
    change_case,
    import_cases,
    keep_case,
)
from antiphon.engine.commands.evals import resume_evals, run_evals, stop_evals
from antiphon.engine.commands.regrets import keep_regret
from antiphon.engine.evals.runs import Testing
from antiphon.evals.programs import TYPE as PROGRAM
from antiphon.evals.stored import write_file
from antiphon.store.reads.advisors import read_advisor
from antiphon.store.reads.eval_runs import RunPage, read_latest, read_outcome, read_outcomes, read_run, read_runs
from antiphon.store.reads.evals import (
    read_case,
    read_cases,
    read_improvements,
)
from antiphon.store.unit import Unit

router = APIRouter(route_class=BoundedRoute, tags=["evals"])
READ = Policy(Verb.READ, "evals")
WRITE = Policy(Verb.WRITE, "evals")
READ_DECISION = Policy(Verb.READ, "decision")
# As much as a file of evals may have.
_FILE_MIB = 1
Repeat = Annotated[int, Path(ge=1, le=100)]
Named = Annotated[str | None, Query(max_length=40)]


class _History(NamedTuple):
    """Everything about one advisor under test, of one moment."""

    version: int
    cases: tuple[StoredCase, ...]
    latest: dict[str, EvalOutcome]
    page: RunPage
    improvements: tuple[Improvement, ...]


@router.get("/v1/evals/types", response_model=AssertionTypesAnswer, operation_id="list_assertion_types")
@allow(READ)
async def get_types(caller: Caller, deps: Deps) -> dict[str, Any]:
    """Every kind of thing an answer can be asked to hold here; programs are named in files only."""
    return answer_all(
        {"type": name, "meaning": kind.meaning, "options": sorted(kind.options), "value": kind.value}
        for name, kind in deps.evals.checks.types.items()
        if name != PROGRAM
    )


@router.post("/v1/replies/{reply_id}/cases", response_model=CaseAnswer, status_code=201, operation_id="create_case")
@allow(
    WRITE,
    body=SHORT,
    raises=(CommandRefused, EvalFileInvalid, NotKept, ReceiptDamaged, ReceiptUnfit, TurnInFlight),
    location="/v1/evals/cases/{id}",
)
async def post_case(caller: Caller, deps: Deps, reply_id: str, body: KeepingCaseBody) -> dict[str, Any]:
    """Keep the very messages this reply was made from as a case, with what every answer to them must hold."""
    said = KeepingCase(body.asserts, body.name, body.note, body.keep_reply)
    return _answer_case(await keep_case(deps.engine, caller, ReplyId(reply_id), said, deps.evals.checks))


@router.post(
    "/v1/decisions/{decision_id}/cases",
    response_model=DecisionCases,
    status_code=201,
    operation_id="create_decision_cases",
)
@allow(WRITE, raises=(CommandRefused, NotFound), location="/v1/evals/cases")
async def post_decision_cases(caller: Caller, deps: Deps, decision_id: str) -> dict[str, Any]:
    """Make a test of a decision that went wrong: a case for every advisor who stood for it, each kept once."""
    check_allowed(caller, READ_DECISION)
    done = await keep_regret(deps.engine, caller, decision_id, deps.evals.checks)
    unkept = [
        {"advisor_id": stance.advisor_id, "name": stance.name, "code": error.code, "message": str(error)}
        for stance, error in done.unkept
    ]
    return {"cases": [describe_case(each) for each in done.cases], "unkept": unkept}


@router.get("/v1/evals/cases", response_model=CasesAnswer, operation_id="list_cases")
@allow(READ, raises=(NotFound,))
async def get_cases(
    caller: Caller, deps: Deps, advisor_id: Named = None, reply_id: Named = None, archived: bool = False
) -> dict[str, Any]:
    """The cases of all advisors or of one, or those taken from one reply; with `archived` also those archived."""
    here = None if advisor_id is None else AdvisorId(advisor_id)
    cases, latest = await deps.engine.store.read(caller, _read_cases, here, reply_id, archived=archived)
    return answer_all(describe_case(each, latest.get(each.id)) for each in cases)


@router.get("/v1/evals/cases/{case_id}", response_model=CaseAnswer, operation_id="get_case")
@allow(READ)
async def get_case(caller: Caller, deps: Deps, case_id: str) -> dict[str, Any]:
    """One case with its messages."""
    return _answer_case(*await deps.engine.store.read(caller, _read_case, case_id))


@router.patch("/v1/evals/cases/{case_id}", response_model=CaseAnswer, operation_id="update_case")
@allow(WRITE, body=SHORT, raises=(EvalFileInvalid,))
async def patch_case(caller: Caller, deps: Deps, case_id: str, body: ChangingCase) -> dict[str, Any]:
    """Ask for other things, or call it something else; what came of it before stays."""
    changes = cast("CaseChanges", body.model_dump(exclude_none=True))
    return _answer_case(await change_case(deps.engine, caller, case_id, changes, deps.evals.checks))


@router.delete("/v1/evals/cases/{case_id}", status_code=204, operation_id="delete_case")
@allow(WRITE)
async def delete_case(caller: Caller, deps: Deps, case_id: str) -> None:
    """Archive a case: it is not played any more, and what came of it stays. It can be restored."""
    await archive_case(deps.engine, caller, case_id, archived=True)


@router.post("/v1/evals/cases/{case_id}/restore", response_model=CaseAnswer, operation_id="restore_case")
@allow(WRITE, raises=(CommandRefused,))
async def post_restore(caller: Caller, deps: Deps, case_id: str) -> dict[str, Any]:
    """Bring a case back."""
    return _answer_case(await archive_case(deps.engine, caller, case_id, archived=False))


@router.get("/v1/advisors/{advisor_id}/evals", response_model=EvalHistoryAnswer, operation_id="get_advisor_evals")
@allow(READ)
async def get_history(caller: Caller, deps: Deps, advisor_id: str, before: Named = None) -> dict[str, Any]:
    """The advisor's cases with what came of them last, its runs newest first, and how each version did."""
    found = await deps.engine.store.read(caller, _read_history, AdvisorId(advisor_id), before)
    return {
        "advisor_id": advisor_id,
        "version": found.version,
        "cases": [describe_case(each, found.latest.get(each.id)) for each in found.cases],
        "items": [describe_run(each) for each in found.page.runs],
        "next": found.page.runs[-1].id if found.page.has_older else None,
        "versions": describe_versions(found.page.runs),
        "improvements": [describe_improvement(each) for each in found.improvements],
    }


@router.get(
    "/v1/advisors/{advisor_id}/evals/export",
    response_class=Response,
    responses=declare_text("application/yaml", "A file of evals"),
    operation_id="export_cases",
)
@allow(READ, cost=CallCost.HEAVY)
async def get_export(caller: Caller, deps: Deps, advisor_id: str) -> Response:
    """The advisor and its cases as one file, to be kept or played elsewhere."""
    here = AdvisorId(advisor_id)
    advisor = await deps.engine.store.read(caller, read_advisor, here)
    cases = await deps.engine.store.read(caller, read_cases, here)
    disposition = {"Content-Disposition": 'attachment; filename="advisor.eval.yaml"'}
    file = write_file(advisor, cases, deps.evals.checks)
    return Response(file, media_type="application/yaml; charset=utf-8", headers=disposition)


@router.post(
    "/v1/advisors/{advisor_id}/evals/import", response_model=ImportedCases, status_code=201, operation_id="import_cases"
)
@allow(
    WRITE,
    body=FILE,
    cost=CallCost.HEAVY,
    raises=(CommandRefused, EvalFileInvalid, FileTooLarge, UploadBroken),
    location="/v1/advisors/{advisor_id}/evals",
)
async def post_import(caller: Caller, deps: Deps, advisor_id: str, request: Request) -> dict[str, Any]:
    """Take the cases of a file in, all or none: its bytes are the body. Nothing beside the file is read."""
    data = await read_upload(request, "the file of evals", _FILE_MIB)
    done = await import_cases(deps.engine, caller, AdvisorId(advisor_id), data, deps.evals.checks)
    return {"cases": [describe_case(each) for each in done.cases], "warnings": list(done.warnings)}


@router.post("/v1/evals/runs", response_model=EvalRunLine, status_code=202, operation_id="run_evals")
@allow(
    WRITE,
    body=SHORT,
    cost=CallCost.PAID,
    raises=(CommandRefused, Draining, EvalFileInvalid, KeyMissing, ModelUnknown, NotFound),
)
async def post_run(caller: Caller, deps: Deps, body: RunningEvals, key: Key) -> dict[str, Any]:
    """Have cases played, once for one key; `GET` of the run tells how it stands, and every result as it comes."""
    wanted = Testing(
        AdvisorId(body.advisor_id),
        None if body.case_ids is None else tuple(body.case_ids),
        body.description,
        body.model,
        body.judge_model,
        body.repeat,
    )
    return describe_run(await run_evals(deps.engine, deps.evals, caller, wanted, key))


@router.get("/v1/evals/runs/{run_id}", response_model=EvalRunAnswer, operation_id="get_eval_run")
@allow(READ)
async def get_run(caller: Caller, deps: Deps, run_id: str) -> dict[str, Any]:
    """A run and every result so far, without the requests."""
    run, outcomes = await deps.engine.store.read(caller, _read_run, run_id)
    return describe_run(run) | {"results": [describe_result(each) for each in outcomes]}


@router.get(
    "/v1/evals/runs/{run_id}/results/{case_id}/{repeat}", response_model=ResultAnswer, operation_id="get_eval_result"
)
@allow(READ)
async def get_result(caller: Caller, deps: Deps, run_id: str, case_id: str, repeat: Repeat) -> dict[str, Any]:
    """One result with every request, byte for byte, and what came back."""
    return describe_whole_result(await deps.engine.store.read(caller, read_outcome, run_id, case_id, repeat))


@router.post("/v1/evals/runs/{run_id}/stop", response_model=EvalRunLine, operation_id="stop_eval_run")
@allow(WRITE)
async def post_run_stop(caller: Caller, deps: Deps, run_id: str) -> dict[str, Any]:
    """Begin no further case; what has ended is kept."""
    return describe_run(await stop_evals(deps.evals, caller, run_id))


@router.post(
    "/v1/evals/runs/{run_id}/resume", response_model=EvalRunLine, status_code=202, operation_id="resume_eval_run"
)
@allow(WRITE, cost=CallCost.PAID, raises=(CommandRefused, Draining, EvalFileInvalid, KeyMissing, ModelUnknown))
async def post_run_resume(caller: Caller, deps: Deps, run_id: str, key: Key) -> dict[str, Any]:
    """Go on with a run that did not come to its end, once for one key; nothing that has ended is asked again."""
    return describe_run(await resume_evals(deps.engine, deps.evals, caller, run_id, key))


def _answer_case(case: StoredCase, latest: EvalOutcome | None = None) -> dict[str, Any]:
    return describe_case(case, latest) | {"body": dict(case.body)}


def _read_case(unit: Unit, case_id: str) -> tuple[StoredCase, EvalOutcome | None]:
    return read_case(unit, case_id), read_latest(unit, [case_id]).get(case_id)


def _read_cases(
    unit: Unit, advisor_id: AdvisorId | None, reply_id: str | None = None, *, archived: bool = False
) -> tuple[tuple[StoredCase, ...], dict[str, EvalOutcome]]:
    if advisor_id is not None:
        read_advisor(unit, advisor_id)
    cases = read_cases(unit, advisor_id, reply_id, archived=archived)
    return cases, read_latest(unit, [each.id for each in cases])


def _read_history(unit: Unit, advisor_id: AdvisorId, before: str | None) -> _History:
    advisor = read_advisor(unit, advisor_id)
    cases, latest = _read_cases(unit, advisor_id)
    page = read_runs(unit, advisor_id, before)
    return _History(advisor.version, cases, latest, page, read_improvements(unit, advisor_id))


def _read_run(unit: Unit, run_id: str) -> tuple[EvalRun, tuple[EvalOutcome, ...]]:
    return read_run(unit, run_id), read_outcomes(unit, run_id)
