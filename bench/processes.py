"""How many turns a second one process can do, and two behind one port, on PostgreSQL with Redis.

So many people at once, each of whom sends the next message to five advisors as soon as the last is answered in full;
answers are short, so that turns are what there is to do. Four ways to run the servers:

- one process beside everything else on one core: a machine that has no other;
- one process alone on a core, model, readers and stores on the other: what a core can do;
- two processes on that same core: what it costs to be two;
- two processes on both cores, beside everything else: what is left of the second core for them.

The processor time of a turn says what two processes could do with a core each, wherever somebody else has the rest.
"""

import argparse
import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from statistics import median
from typing import Literal

import uvloop

from bench.clients import (
    PANEL_SIZE,
    Feed,
    Wire,
    build_turn_request,
    create_conversation,
    find_troubles,
    hang_up,
    open_feeds,
    open_wires,
    read_panel,
    wait_for,
)
from bench.relay import prepare_process
from bench.report import write_results
from bench.servers import Cores, choose_cores, plan_provider
from bench.subjects import Stage, Subject
from tests.fakes.servers import ServerFailed, make_folder, run_server

# How many processes, on whose core: that of everything else, one of their own, or both.
WAYS: Mapping[str, tuple[int, Literal["shared", "own", "both"]]] = {
    "1, with all else on one core": (1, "shared"),
    "1 on a core of its own": (1, "own"),
    "2 on that core": (2, "own"),
    "2, with all else on both cores": (2, "both"),
}
CHUNKS, INTERVAL, FIRST = 10, 0.005, 0.05
PATIENCE = 30.0
WARMING_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class Throughput:
    """One way to run the servers. Processor time in milliseconds per turn."""

    way: str
    repetition: int
    turns: int
    failures: tuple[str, ...]
    per_second: float
    cpu: float
    store_cpu: float
    cores: float


@dataclass(slots=True)
class Lane:
    """One person: a conversation, its feed, and a connection to send on."""

    conversation: str
    feed: Feed
    sender: Wire
    turns: int = 0
    failures: tuple[str, ...] = ()

    async def ask_until(self, moment: float, panel: Sequence[str]) -> None:
        """One message after the other; those that end after this moment do not count."""
        while time.monotonic() < moment:
            self.feed.follow_turn(PANEL_SIZE)
            self.feed.sent_ns = self.sender.send(build_turn_request(self.conversation, panel))
            await wait_for([self.feed, self.sender], PATIENCE)
            if self.sender.status != 202 or find_troubles([self.feed]):
                self.failures += (f"{self.sender.status}", *find_troubles([self.feed]))
                return
            self.turns += time.monotonic() < moment


async def load(subject: Subject, people: int, seconds: float) -> list[Lane]:
    """So many people for so long, after a while that does not count."""
    panel = read_panel(subject.port)[:PANEL_SIZE]
    conversations = [create_conversation(subject.port) for _ in range(people)]
    feeds = await open_feeds(subject.port, conversations)
    senders = await open_wires(Wire, subject.port, people)
    lanes = [Lane(*each) for each in zip(conversations, feeds, senders, strict=True)]
    await _ask_all(lanes, WARMING_SECONDS, panel)
    for lane in lanes:
        lane.turns = 0
    subject.start()
    await _ask_all(lanes, seconds, panel)
    subject.stop()
    hang_up([*feeds, *senders])
    return lanes


async def _ask_all(lanes: Sequence[Lane], seconds: float, panel: Sequence[str]) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(lane.ask_until(until, panel) for lane in lanes))


def measure(stage: Stage, way: str, repetition: int, people: int, seconds: float) -> Throughput:
    """One way, from a fresh start."""
    processes, where = WAYS[way]
    with stage.run_subject("ours-postgres", processes=processes, is_pinned=where != "both") as subject:
        lanes = uvloop.run(load(subject, people, seconds))
    turns = sum(lane.turns for lane in lanes)
    return Throughput(
        way=way,
        repetition=repetition + 1,
        turns=turns,
        failures=tuple(each for lane in lanes for each in lane.failures),
        per_second=turns / seconds,
        cpu=subject.meter.cpu_seconds * 1000 / max(turns, 1),
        store_cpu=subject.store_meter.cpu_seconds * 1000 / max(turns, 1),
        cores=subject.meter.cpu_seconds / subject.meter.wall_seconds,
    )


def format_table(found: Sequence[Throughput]) -> str:
    """The run as a Markdown table, medians over the repetitions."""
    lines = ["| processes | turns/s | beside one | CPU-ms a turn | stores' CPU-ms | cores used | failures |"]
    lines.append("|" + "---|" * 7)

    def middle(way: str, name: str) -> float:
        return float(median(getattr(each, name) for each in found if each.way == way))

    ways = tuple(dict.fromkeys(each.way for each in found))
    for way in ways:
        failures = sum(len(each.failures) for each in found if each.way == way)
        beside = middle(way, "per_second") / middle(ways[0], "per_second")
        lines.append(
            f"| {way} | {middle(way, 'per_second'):.1f} | {beside:.2f}"
            f" | {middle(way, 'cpu'):.1f} | {middle(way, 'store_cpu'):.1f} | {middle(way, 'cores'):.2f} | {failures} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Run each way as often as was asked for and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.processes", description=__doc__)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--reps", type=int, default=3)
    given = parser.parse_args()
    found: list[Throughput] = []
    try:
        cores = choose_cores()
        prepare_process(cores)
        with ExitStack() as scope:
            folder = scope.enter_context(make_folder())
            pace = ("--chunks", str(CHUNKS), "--interval", str(INTERVAL), "--first", str(FIRST))
            provider = scope.enter_context(run_server(plan_provider(folder, cores.rig, *pace)))
            apart, together = Stage(provider, cores, scope), Stage(provider, Cores(cores.rig, cores.rig), scope)
            for repetition in range(given.reps):
                for way, (_, where) in WAYS.items():
                    stage = together if where == "shared" else apart
                    found.append(measure(stage, way, repetition, given.people, given.seconds))
                    print(f"# {found[-1]}", flush=True)
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure
    print("\n" + format_table(found))
    print(f"\nkept in {write_results('processes', [asdict(each) for each in found]).name}")


if __name__ == "__main__":
    main()
