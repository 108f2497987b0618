"""Many cases, several at a time, under ceilings, and able to go on after a kill.

Whoever finishes first is written down first; what is handed back is in the order of the suites, always.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from antiphon.evals.case import Case, Ceiling, Suite
from antiphon.evals.ledger import Ledger, build_fingerprint
from antiphon.evals.play import is_reached, play
from antiphon.evals.result import CaseResult
from antiphon.evals.stage import Stage

WORKERS = 3


class Watcher(Protocol):
    """Somebody who looks on. Nothing depends on it."""

    def begin(self, job: "Job") -> None:
        """A case is being played now."""
        ...

    def end(self, job: "Job", result: CaseResult) -> None:
        """It has a result: a new one, one from before, or none because the ceiling was reached."""
        ...


class Nobody:
    """Looks away."""

    def begin(self, job: "Job") -> None:
        """See `Watcher`."""

    def end(self, job: "Job", result: CaseResult) -> None:
        """See `Watcher`."""


@dataclass(slots=True)
class RunBudget:
    """What has been used, and how much may be. A ceiling in seconds counts from the first case."""

    ceiling: Ceiling = field(default_factory=Ceiling)
    clock: Callable[[], float] = time.monotonic
    tokens: int = 0
    dollars: float = 0.0
    began_at: float | None = None

    @property
    def is_full(self) -> bool:
        """Whether no further case may begin."""
        passed = 0.0 if self.began_at is None else self.clock() - self.began_at
        return is_reached(self.ceiling, self.tokens, self.dollars, passed)

    def begin(self) -> None:
        """A case begins; the clock runs from the first one on."""
        self.began_at = self.clock() if self.began_at is None else self.began_at

    def add(self, result: CaseResult) -> None:
        """What this one used."""
        self.tokens += result.tokens
        self.dollars += result.dollars or 0.0


class Job(NamedTuple):
    """One run of one case, and the meters it counts on."""

    suite: str
    case: Case
    repeat: int
    stage: Stage
    meters: tuple[RunBudget, ...] = ()

    @property
    def key(self) -> str:
        """As `CaseResult.key`."""
        return f"{self.suite}/{self.case.id}#{self.repeat}"


def list_jobs(suite: Suite, stage: Stage, *, meters: Sequence[RunBudget] = (), repeat: int | None = None) -> list[Job]:
    """Every run of every case of a suite, in its order; `repeat` overrules what the cases say.

    The ceiling of the suite is for all of them together, that of a case for each of its runs.
    """
    own = RunBudget(suite.ceiling)
    return [
        Job(suite.name, case, number, stage, (RunBudget(case.ceiling), own, *meters))
        for case in suite.cases
        for number in range(1, (repeat or case.repeat) + 1)
    ]


async def run_jobs(
    jobs: Sequence[Job], *, workers: int = WORKERS, ledger: Ledger | None = None, watcher: Watcher | None = None
) -> list[CaseResult]:
    """The result of each job, in their order.

    What the ledger holds is not asked again, and counts on no meter. A case that has begun when a ceiling is reached is
    carried to its end.
    """
    watcher = watcher or Nobody()
    results: dict[int, CaseResult] = {}
    waiting = iter(enumerate(jobs))
    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, workers)):
            group.create_task(_work(waiting, results, ledger, watcher))
    return [results[number] for number in range(len(jobs))]


async def _work(
    waiting: Iterator[tuple[int, Job]], results: dict[int, CaseResult], ledger: Ledger | None, watcher: Watcher
) -> None:
    """Take one job after the other until none is left."""
    for number, job in waiting:
        results[number] = await _do(job, ledger, watcher)
        watcher.end(job, results[number])


async def _do(job: Job, ledger: Ledger | None, watcher: Watcher) -> CaseResult:
    if ledger is None:
        return await _begin(job, watcher)
    fingerprint = build_fingerprint(job.suite, job.case, job.repeat, job.stage)
    finished = ledger.find(fingerprint)
    if finished is not None:
        return finished
    result = await _begin(job, watcher)
    ledger.keep(fingerprint, result)
    return result


async def _begin(job: Job, watcher: Watcher) -> CaseResult:
    """Play the case, if no ceiling stands against it."""
    if any(meter.is_full for meter in job.meters):
        return skip(job)
    for meter in job.meters:
        meter.begin()
    watcher.begin(job)
    result = await play(job.case, job.stage, job.repeat, job.suite)
    for meter in job.meters:
        meter.add(result)
    return result


def skip(job: Job) -> CaseResult:
    """The result of a case that was not begun."""
    return CaseResult(
        suite=job.suite,
        case_id=job.case.id,
        repeat=job.repeat,
        status="skipped",
        score=None,
        conversation_id=job.case.conversation_id,
        error="a ceiling was reached before it began",
    )


def choose_cases(suite: Suite, wanted: Callable[[Case], bool]) -> Suite:
    """The same suite with only these of its cases."""
    return replace(suite, cases=tuple(each for each in suite.cases if wanted(each)))
