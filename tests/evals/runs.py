"""One suite run as the command line runs several."""

from antiphon.evals.case import Ceiling, Suite
from antiphon.evals.ledger import Ledger
from antiphon.evals.result import CaseResult
from antiphon.evals.run import WORKERS, RunBudget, Watcher, list_jobs, run_jobs
from antiphon.evals.stage import Stage


async def run_suite(
    suite: Suite,
    stage: Stage,
    *,
    workers: int = WORKERS,
    repeat: int | None = None,
    ceiling: Ceiling | None = None,
    ledger: Ledger | None = None,
    watcher: Watcher | None = None,
) -> list[CaseResult]:
    """The results of one suite, in its order."""
    jobs = list_jobs(suite, stage, meters=(RunBudget(ceiling or Ceiling()),), repeat=repeat)
    return await run_jobs(jobs, workers=workers, ledger=ledger, watcher=watcher)
