"""Who runs where, the provider's process, and how much processor time others use."""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.fakes.servers import Plan, ServerFailed, find_free_port


@dataclass(frozen=True, slots=True)
class Cores:
    """Who runs where: the server under test alone, everything else on the other core."""

    rig: int
    subject: int


def choose_cores() -> Cores:
    """The first two cores this process may use; refuses to measure on fewer."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < 2:
        raise ServerFailed("the rig needs two cores: one for the server under test and one for the rest")
    return Cores(rig=allowed[0], subject=allowed[1])


def plan_provider(folder: Path, core: int | None, *options: str) -> Plan:
    """The fake provider on a free port."""
    port = find_free_port()
    return Plan([sys.executable, "-m", "bench.provider", "--port", str(port), *options], port, folder, core)


@dataclass(slots=True)
class ProcessMeter:
    """Processor time of processes and their children from start to stop, and their memory at the stop.

    Linux counts in ticks of 10 ms: over the 200 chunks of a single stream that is ±50 ms per 1,000.
    """

    pids: Sequence[int]
    core: int
    cpu_seconds: float = 0.0
    wall_seconds: float = 0.0
    held_up_seconds: float = 0.0
    rss_bytes: int = 0

    def start(self) -> None:
        """Begin to count."""
        self.cpu_seconds = -self._read_cpu()
        self.wall_seconds = -time.monotonic()
        self.held_up_seconds = -self._read_held_up()

    def stop(self) -> None:
        """Stop counting."""
        self.cpu_seconds += self._read_cpu()
        self.wall_seconds += time.monotonic()
        self.held_up_seconds += self._read_held_up()
        self.rss_bytes = sum(process.memory_info().rss for process in self._list())

    def _read_held_up(self) -> float:
        """How long the main threads were ready and had no core, and the core was the host's, so far."""
        waits = (int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) for pid in self.pids)
        return sum(waits) / 1e9 + float(psutil.cpu_times(percpu=True)[self.core].steal)

    def _list(self) -> list[psutil.Process]:
        parents = [psutil.Process(pid) for pid in self.pids]
        return [process for parent in parents for process in (parent, *parent.children(recursive=True))]

    def _read_cpu(self) -> float:
        alive = sum(_read_own_cpu(process) for process in self._list())
        # Children that have ended are in their parent's account.
        ended = sum(sum(psutil.Process(pid).cpu_times()[2:4]) for pid in self.pids)
        return alive + ended


def _read_own_cpu(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.NoSuchProcess:
        return 0.0
