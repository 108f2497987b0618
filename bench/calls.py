"""What a turn asks of the system: its calls, counted by perf in the kernel while turns come at a stated rate.

Counts hardly depend on how fast a machine is, so one run is enough. What the server does anyway in the same time, with
nobody there, is taken off. It needs root, because the kernel tells nobody else.
"""

import argparse
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvloop

from bench.arrivals import FIRST, INTERVAL, WARMING_TURNS, ask_turns, draw_moments, relay_turns
from bench.relay import prepare_process
from bench.servers import choose_cores, plan_provider
from bench.subjects import Stage, Subject, add_earlier, is_antiphon
from tests.fakes.servers import ServerFailed, make_folder, run_server

# What is told apart, and under which names the kernel counts it.
COUNTED: Mapping[str, tuple[str, ...]] = {
    "futex": ("syscalls:sys_enter_futex",),
    "switches": ("context-switches",),
    "to disk": ("syscalls:sys_enter_fsync", "syscalls:sys_enter_fdatasync"),
    "written": ("syscalls:sys_enter_write", "syscalls:sys_enter_pwrite64"),
    "sent": ("syscalls:sys_enter_sendto", "syscalls:sys_enter_sendmsg", "syscalls:sys_enter_writev"),
    "received": ("syscalls:sys_enter_recvfrom", "syscalls:sys_enter_recvmsg", "syscalls:sys_enter_read"),
    "all calls": ("raw_syscalls:sys_enter",),
}
_TRACING = Path("/sys/kernel/tracing/events/syscalls")


@contextmanager
def count_calls(pid: int, into: dict[str, int]) -> Iterator[None]:
    """Count what all threads of this process do for the length of the block."""
    with make_folder() as folder:
        found = folder / "calls"
        events = ",".join(event for several in COUNTED.values() for event in several)
        counter = subprocess.Popen(["perf", "stat", "-x", ";", "-e", events, "-p", str(pid), "-o", str(found)])
        time.sleep(1)
        yield
        counter.send_signal(signal.SIGINT)
        counter.wait(timeout=30)
        rows = (line.split(";") for line in found.read_text().splitlines() if ";" in line)
        into.update({row[2]: int(row[0]) for row in rows})


def measure(subject: Subject, rate: float, turns: int, chunks: int) -> dict[str, float]:
    """Calls of a turn, by kind."""
    play = ask_turns if is_antiphon(subject.variant) else relay_turns
    uvloop.run(play(subject.port, draw_moments(10.0, WARMING_TURNS, 0), chunks, subject))
    (pid,) = subject.meter.pids
    busy: dict[str, int] = {}
    idle: dict[str, int] = {}
    began = time.monotonic()
    with count_calls(pid, busy):
        burst = uvloop.run(play(subject.port, draw_moments(rate, turns, 1), chunks, subject))
    lasted = time.monotonic() - began
    if burst.failures:
        raise ServerFailed("; ".join(burst.failures[:3]))
    began = time.monotonic()
    with count_calls(pid, idle):
        time.sleep(5)
    share = lasted / (time.monotonic() - began)
    own = {name: max(0.0, calls - idle[name] * share) / turns for name, calls in busy.items()}
    return {kind: sum(own[name] for name in names) for kind, names in COUNTED.items()}


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=5.0, help="turns a second")
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--chunks", type=int, default=10, help="chunks of an answer")
    parser.add_argument("--variants", default="aiohttp,ours-sqlite,ours-postgres")
    add_earlier(parser)
    given = parser.parse_args()
    if shutil.which("perf") is None or not _TRACING.exists():
        raise SystemExit("needs perf (linux-perf) and a tracefs: mount -t tracefs none /sys/kernel/tracing")
    cores = choose_cores()
    prepare_process(cores)
    print(f"| variant | {' | '.join(COUNTED)} |\n|{'---|' * (len(COUNTED) + 1)}")
    try:
        with ExitStack() as scope:
            folder = scope.enter_context(make_folder())
            pace = ("--chunks", str(given.chunks), "--interval", str(INTERVAL), "--first", str(FIRST))
            provider = scope.enter_context(run_server(plan_provider(folder, cores.rig, *pace)))
            stage = Stage(provider, cores, scope, given.earlier)
            for variant in given.variants.split(","):
                with stage.run_subject(variant) as subject:
                    found = measure(subject, given.rate, given.turns, given.chunks)
                print(f"| {variant} | {' | '.join(f'{each:.0f}' for each in found.values())} |", flush=True)
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure


if __name__ == "__main__":
    main()
