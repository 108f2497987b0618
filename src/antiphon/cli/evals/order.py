"""What somebody wants played, and how it is carried out: read the suites, play them, tell what came of it."""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path

from antiphon.app.evals import Bench, RunChoices, Workspace, open_bench, prepare, pretend, read_workspace
from antiphon.cli.evals.outputs import check_outputs, write_outputs
from antiphon.cli.evals.payloads import print_payloads
from antiphon.cli.evals.progress import open_progress
from antiphon.cli.evals.table import print_summary
from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.conversation.errors import Malformed
from antiphon.egress.tape import Tape
from antiphon.evals.case import Case, Ceiling, Suite
from antiphon.evals.ledger import Ledger, build_fingerprint
from antiphon.evals.play import play
from antiphon.evals.programs import list_programs
from antiphon.evals.result import CaseResult
from antiphon.evals.run import WORKERS, Job, RunBudget, choose_cases, list_jobs, run_jobs
from antiphon.evals.seating import list_models
from antiphon.evals.suites.load import load_suites
from antiphon.evals.suites.problems import shorten, suggest
from antiphon.settings import Settings

PASSED, FAILED, INVALID, CEILING, UNGRADED = range(5)
_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for on the command line."""

    paths: tuple[Path, ...]
    wish: RunChoices = field(default_factory=RunChoices)
    eval_ids: tuple[str, ...] = ()
    workers: int = WORKERS
    repeat: int | None = None
    out: Path | None = None
    is_cached: bool = False
    replay: Path | None = None
    record: Path | None = None
    ceiling: Ceiling = field(default_factory=Ceiling)
    junit: Path | None = None
    html: Path | None = None
    is_dry: bool = False
    is_plain: bool = False


async def carry_out(settings: Settings, order: Order) -> int:
    """Play what was ordered; the exit code says what came of it. `Malformed` for what cannot be carried out."""
    check_outputs(order.out, order.junit, order.html, order.record)
    workspace = await read_workspace(settings)
    suites = read_suites(order, workspace)
    if not order.is_dry and not order.wish.programs:
        _refuse_programs(suites)
    tape = Tape.load(order.replay) if order.replay else Tape() if order.record else None
    try:
        async with open_bench(settings, tape=tape, is_cached=order.is_cached) as bench:
            jobs = _list_jobs(suites, workspace, bench, order)
            if order.is_dry:
                _list_programs(suites)
                return await _show(jobs, bench)
            _note_prices(jobs)
            results = await _run(jobs, order)
    finally:
        if tape is not None and order.record:
            tape.save(order.record)
    write_outputs(results, order.out, order.junit, order.html)
    print_summary(open_output(plain=order.is_plain), results)
    return choose_exit_code(results)


def read_suites(order: Order, workspace: Workspace) -> tuple[Suite, ...]:
    """The suites in the files that were named, with the cases that were chosen; `EvalFileInvalid` for any problem."""
    suites = load_suites(list_files(order.paths), workspace.advisors, workspace.panels, workspace.checks)
    for suite in suites:
        for warning in suite.warnings:
            print(make_printable(f"{suite.path}: {warning}"), file=sys.stderr)
    _refuse_unknown(order.eval_ids, suites)
    return tuple(_choose(each, order.eval_ids) for each in suites)


def _refuse_programs(suites: Sequence[Suite]) -> None:
    """Nothing is started because a file says so: whoever plays it says it too, or `Malformed` names every program."""
    if lines := _describe_programs(suites):
        listed = "\n".join(f"  - {each}" for each in lines)
        leave = "say --allow-programs if you would run them yourself"
        raise Malformed(f"these cases start programs on this machine:\n{listed}\n{leave}")


def _list_programs(suites: Sequence[Suite]) -> None:
    for line in _describe_programs(suites):
        print(make_printable(f"a program, with --allow-programs only: {line}"), file=sys.stderr)


def _describe_programs(suites: Sequence[Suite]) -> list[str]:
    return [f"{suite.name}/{each.case}: {each.line}" for suite in suites for each in list_programs(suite)]


def _refuse_unknown(wanted: Sequence[str], suites: Sequence[Suite]) -> None:
    """Every pattern is to fit some case; `Malformed` for one that is misspelt."""
    known = [(suite, case) for suite in suites for case in suite.cases]
    for pattern in wanted:
        if not any(_fits(suite, case, pattern) for suite, case in known):
            names = [name for suite, case in known for name in (case.id, f"{suite.name}/{case.id}")]
            raise Malformed(f"no case is called {shorten(pattern)}{suggest(pattern, names)}")


def _choose(suite: Suite, wanted: Sequence[str]) -> Suite:
    """The suite with the cases that one of the patterns fits; all of them where there is none."""
    return choose_cases(suite, lambda case: not wanted or any(_fits(suite, case, each) for each in wanted))


def _fits(suite: Suite, case: Case, pattern: str) -> bool:
    return fnmatchcase(case.id, pattern) or fnmatchcase(f"{suite.name}/{case.id}", pattern)


def list_files(paths: Sequence[Path]) -> list[Path]:
    """Files as they are named, folders as the YAML files in them; the suites that ship when nothing is named.

    `Malformed` for a folder without any.
    """
    if not paths:
        return _list_folder(Path(str(resources.files("antiphon.evals") / "starter")))
    return [file for path in paths for file in (_list_folder(path) if path.is_dir() else [path])]


def choose_exit_code(results: Sequence[CaseResult]) -> int:
    """One number for all of it: what failed, else what was not begun, else what nobody could judge, else success."""
    found = {each.status for each in results}
    if found & {"failed", "error"}:
        return FAILED
    if "skipped" in found:
        return CEILING
    return PASSED if found == {"passed"} else UNGRADED


def _list_folder(folder: Path) -> list[Path]:
    found = sorted(each for each in folder.iterdir() if each.suffix in _ENDINGS)
    if not found:
        raise Malformed(f"there is no suite in {folder}; folders below it are not looked into")
    return found


def _list_jobs(suites: Sequence[Suite], workspace: Workspace, bench: Bench, order: Order) -> list[Job]:
    """Every run of every case; one meter counts over all suites."""
    shared = RunBudget(order.ceiling)
    jobs: list[Job] = []
    for each in suites:
        suite, stage = prepare(each, workspace, bench, order.wish)
        jobs += list_jobs(suite, stage, meters=(shared,), repeat=order.repeat)
    return jobs


def _note_prices(jobs: Sequence[Job]) -> None:
    """A ceiling in dollars holds nothing back where nobody knows what a model costs; say so before it begins."""
    limited = [job for job in jobs if any(meter.ceiling.dollars is not None for meter in job.meters)]
    for model in sorted({model for job in limited for model in list_models(job.case, job.stage)}):
        if limited[0].stage.facts(model).prices is None:
            line = f"what {model} costs is not known here, so no ceiling in dollars holds it back"
            print(make_printable(line), file=sys.stderr)


async def _run(jobs: Sequence[Job], order: Order) -> list[CaseResult]:
    # A tape is made and heard from beginning to end; what a run before it had finished plays no part.
    keeps = order.out is not None and not order.replay and not order.record
    ledger = Ledger(order.out / "ledger.jsonl") if order.out and keeps else None
    if ledger is not None and (there := _count_finished(jobs, ledger)):
        print(f"{there:,} of {count(len(jobs), 'case')} were there already", file=sys.stderr)
    progress = open_progress(len(jobs), plain=order.is_plain)
    try:
        with progress:
            return await run_jobs(jobs, workers=order.workers, ledger=ledger, watcher=progress)
    except asyncio.CancelledError:
        again = "; give the same command again to go on" if ledger is not None else ""
        print(f"stopped with {progress.ended:,} of {count(len(jobs), 'case')} done{again}", file=sys.stderr)
        raise


def _count_finished(jobs: Sequence[Job], ledger: Ledger) -> int:
    """How many need not be played again."""
    if not ledger.count:
        return 0
    prints = (build_fingerprint(job.suite, job.case, job.repeat, job.stage) for job in jobs)
    return sum(ledger.find(each) is not None for each in prints)


async def _show(jobs: Sequence[Job], bench: Bench) -> int:
    """What would be sent first. Later turns are shown without the answers that only a model can give."""
    for job in jobs:
        result = await play(_without_asserts(job.case), pretend(job.stage, bench), job.repeat, job.suite)
        print_payloads(open_output(), result)
    print(f"{count(len(jobs), 'case')}; nothing was sent", file=sys.stderr)
    return PASSED


def _without_asserts(case: Case) -> Case:
    return replace(case, asserts=(), turns=tuple(replace(each, asserts=()) for each in case.turns))
