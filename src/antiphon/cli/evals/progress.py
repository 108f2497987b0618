"""How far a run of cases is: a small table that moves on a terminal, one line per case everywhere else."""

import time
from collections import Counter
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text
from typing_extensions import override

from antiphon.cli.printing.figures import format_dollars
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_side
from antiphon.evals.report.figures import format_score, name_status
from antiphon.evals.result import CaseResult
from antiphon.evals.run import Job, Watcher

_FRAMES_PER_SECOND = 8


class RunProgress(Watcher, AbstractContextManager["RunProgress"], Protocol):
    """Somewhere a run is shown while it goes."""

    @property
    def ended(self) -> int:
        """How many cases have a result."""
        ...


def open_progress(total: int, *, plain: bool = False) -> RunProgress:
    """What suits standard error."""
    console = open_side(plain=plain)
    if console.is_terminal and not console.is_dumb_terminal:
        return LiveProgress(console, total)
    return PlainProgress(console, total)


class PlainProgress(RunProgress):
    """`3/200 passed five/asks-one#1 1.00` as each case ends, in the order they end."""

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        self._total = total
        self._ended = 0

    @property
    @override
    def ended(self) -> int:
        return self._ended

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    @override
    def begin(self, job: Job) -> None:
        return None

    @override
    def end(self, job: Job, result: CaseResult) -> None:
        self._ended += 1
        score = "" if result.score is None else f" {format_score(result.score)}"
        line = f"{self._ended}/{self._total} {name_status(result.status)} {result.key}{score}"
        self._console.out(make_printable(line), highlight=False)


class LiveProgress(RunProgress):
    """What is being asked now, how long for, and how all before it ended; gone when the run is over."""

    def __init__(self, console: Console, total: int) -> None:
        self._total = total
        self._running: dict[str, tuple[Job, float]] = {}
        self._counts: Counter[str] = Counter()
        self._dollars = 0.0
        self._live = Live(
            get_renderable=self._build, console=console, refresh_per_second=_FRAMES_PER_SECOND, transient=True
        )

    @property
    @override
    def ended(self) -> int:
        return self._counts.total()

    @override
    def __enter__(self) -> Self:
        self._live.start()
        return self

    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    @override
    def begin(self, job: Job) -> None:
        self._running[job.key] = (job, time.monotonic())
        self._live.refresh()

    @override
    def end(self, job: Job, result: CaseResult) -> None:
        self._running.pop(job.key, None)
        self._counts[name_status(result.status)] += 1
        self._dollars += result.dollars or 0.0
        self._live.refresh()

    def _build(self) -> RenderableType:
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(no_wrap=True, overflow="ellipsis")
        table.add_column(justify="right", no_wrap=True)
        for job, since in list(self._running.values()):
            waited = f"{time.monotonic() - since:.0f} s"
            table.add_row(Text(make_printable(job.key)), Text(waited, style="dim"))
        return Group(table, Text(self._summarise(), style="dim"))

    def _summarise(self) -> str:
        ended = ", ".join(f"{number} {status}" for status, number in sorted(self._counts.items()))
        spent = f", {format_dollars(self._dollars)}" if self._dollars else ""
        return f"{self._counts.total()} of {self._total}{': ' if ended else ''}{ended}{spent}"
