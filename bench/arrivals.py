"""Turns that come when they come: Poisson arrivals at a stated rate, Antiphon beside a bare relay in one run.

Each arrival is a turn of five replies; for a relay, five requests. Every variant is started afresh for each length of
answer and warmed by 40 turns. The same arrivals are played with short and with long answers, so that what a turn costs
and what a chunk costs can be told apart: the line through both.
"""

import argparse
import asyncio
import gc
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import accumulate
from statistics import median

import uvloop

from bench.clients import (
    PANEL_SIZE,
    QUIET_SECONDS,
    TAIL_SECONDS,
    Burst,
    Completion,
    Meter,
    Wire,
    build_completion_request,
    build_turn_request,
    create_conversation,
    find_troubles,
    hang_up,
    open_feeds,
    open_wires,
    read_burst,
    read_panel,
    read_replies,
    wait_for,
)
from bench.relay import prepare_process
from bench.report import FLOOR, find_quantile, format_figure, write_results
from bench.servers import choose_cores, plan_provider
from bench.subjects import VARIANTS, Stage, Subject, add_earlier, is_antiphon
from tests.fakes.servers import ServerFailed, make_folder, run_server

INTERVAL = 0.02
FIRST = 0.2
# Chunks of an answer: a sentence, and some paragraphs.
LENGTHS = (10, 60)
WARMING_TURNS = 40
PATIENCE = 60.0
CONNECT_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Arrivals:
    """One variant at one rate with answers of one length. Times in milliseconds, processor time per turn."""

    variant: str
    rate: float
    chunks: int
    repetition: int
    turns: int
    failures: tuple[str, ...]
    cpu: float
    store_cpu: float
    first_p50: float
    first_p95: float
    first_p99: float
    added_p99: float


def draw_moments(rate: float, turns: int, seed: int) -> list[float]:
    """When each turn comes, in seconds from the start; the same for every variant."""
    chance = random.Random(seed)
    return list(accumulate(chance.expovariate(rate) for _ in range(turns)))


async def relay_turns(port: int, moments: Sequence[float], chunks: int, meter: Meter) -> Burst:
    """Five completions at each of these moments, through a relay."""
    wires: list[Completion] = []
    request = build_completion_request()

    async def come(moment: Moment) -> None:
        await moment.is_near()
        panel = await open_wires(Completion, port, PANEL_SIZE)
        wires.extend(panel)
        await moment.is_here()
        for wire in panel:
            wire.ask(request)

    await _play(moments, come, wires, meter)
    hang_up(wires)
    return read_burst([wire.transcript for wire in wires], [], PANEL_SIZE * len(moments), chunks)


async def ask_turns(port: int, moments: Sequence[float], chunks: int, meter: Meter) -> Burst:
    """A message to a panel of five at each of these moments, each in a conversation of its own with its feed open."""
    panel = read_panel(port)[:PANEL_SIZE]
    conversations = [create_conversation(port) for _ in moments]
    feeds = await open_feeds(port, conversations)
    senders: list[Wire] = []
    requests = [build_turn_request(each, panel) for each in conversations]
    for feed in feeds:
        feed.follow_turn(PANEL_SIZE)

    async def come(moment: Moment) -> None:
        await moment.is_near()
        (sender,) = await open_wires(Wire, port, 1)
        senders.append(sender)
        await moment.is_here()
        feeds[moment.turn].sent_ns = sender.send(requests[moment.turn])

    await _play(moments, come, feeds, meter)
    hang_up([*feeds, *senders])
    refused = [f"the message was answered with {each.status}" for each in senders if each.status != 202]
    return read_burst(read_replies(feeds), refused + find_troubles(feeds), PANEL_SIZE * len(moments), chunks)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a turn comes. Its connection is opened just before: a server hangs up on the silent."""

    turn: int
    at: float

    async def is_near(self) -> None:
        """Wait until there is just time to connect."""
        await self._sleep_until(self.at - CONNECT_SECONDS)

    async def is_here(self) -> None:
        """Wait for the moment itself."""
        await self._sleep_until(self.at)

    async def _sleep_until(self, at: float) -> None:
        await asyncio.sleep(max(0.0, at - asyncio.get_running_loop().time()))


async def _play(
    moments: Sequence[float], come: Callable[[Moment], Awaitable[None]], wires: Sequence[Wire], meter: Meter
) -> None:
    """Let each turn come at its moment, and wait for the last."""
    await asyncio.sleep(QUIET_SECONDS)
    gc.disable()
    meter.start()
    start = asyncio.get_running_loop().time() + CONNECT_SECONDS
    await asyncio.gather(*(come(Moment(turn, start + moment)) for turn, moment in enumerate(moments)))
    await wait_for(wires, PATIENCE)
    await asyncio.sleep(TAIL_SECONDS)
    meter.stop()
    gc.enable()


def measure(stage: Stage, variant: str, rate: float, chunks: int, repetition: int, turns: int) -> Arrivals:
    """One variant with these arrivals, from a fresh start and a warm one."""
    play = ask_turns if is_antiphon(variant) else relay_turns
    with stage.run_subject(variant) as subject:
        uvloop.run(play(subject.port, draw_moments(10.0, WARMING_TURNS, 0), chunks, subject))
        burst = uvloop.run(play(subject.port, draw_moments(rate, turns, repetition + 1), chunks, subject))
        return _build(subject, rate, chunks, repetition, turns, burst)


def _build(subject: Subject, rate: float, chunks: int, repetition: int, turns: int, burst: Burst) -> Arrivals:
    first = [times.first for times in burst.times]
    added = [each for times in burst.times for each in times.added]
    return Arrivals(
        variant=subject.variant,
        rate=rate,
        chunks=chunks,
        repetition=repetition + 1,
        turns=turns,
        failures=burst.failures,
        cpu=subject.meter.cpu_seconds * 1000 / turns,
        store_cpu=subject.store_meter.cpu_seconds * 1000 / turns,
        first_p50=find_quantile(first, 0.5),
        first_p95=find_quantile(first, 0.95),
        first_p99=find_quantile(first, 0.99),
        added_p99=find_quantile(added, 0.99),
    )


def format_arrivals(found: Sequence[Arrivals]) -> str:
    """The run as a Markdown table, one row per variant and rate."""
    head = (
        "| variant | turns/s | CPU vs relay, long answers | CPU vs relay, short | CPU-ms per turn | µs per chunk"
        " | first word p50 / p95 / p99 ms | added p99 ms | stores' CPU-ms per turn |"
    )
    lines = [head, "|" + "---|" * 9]
    variants = tuple(dict.fromkeys(each.variant for each in found))
    rows = [_format_row(found, each, rate) for rate in sorted({one.rate for one in found}) for each in variants]
    return "\n".join([*lines, *rows])


def _format_row(found: Sequence[Arrivals], variant: str, rate: float) -> str:
    short, long = LENGTHS

    def middle(name: str, chunks: int, of: str = variant) -> float:
        return float(
            median(
                getattr(each, name) for each in found if (each.variant, each.rate, each.chunks) == (of, rate, chunks)
            )
        )

    per_chunk = (middle("cpu", long) - middle("cpu", short)) / ((long - short) * PANEL_SIZE)
    per_turn = middle("cpu", short) - per_chunk * short * PANEL_SIZE
    first = " / ".join(format_figure(middle(name, long)) for name in ("first_p50", "first_p95", "first_p99"))
    return (
        f"| {variant} | {rate:g} | {middle('cpu', long) / middle('cpu', long, FLOOR):.2f}"
        f" | {middle('cpu', short) / middle('cpu', short, FLOOR):.2f} | {format_figure(per_turn)}"
        f" | {per_chunk * 1000:.0f} | {first} | {format_figure(middle('added_p99', long))}"
        f" | {format_figure(middle('store_cpu', long))} |"
    )


def main() -> None:
    """Run what was asked for and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.arrivals", description=__doc__)
    parser.add_argument("--rate", default="1,5,10", help="turns a second, several with commas")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--variants", default="aiohttp,ours-sqlite,ours-postgres", help=f"of {', '.join(VARIANTS)}")
    parser.add_argument("--reps", type=int, default=3)
    add_earlier(parser)
    given = parser.parse_args()
    found: list[Arrivals] = []
    try:
        cores = choose_cores()
        prepare_process(cores)
        for chunks in LENGTHS:
            with ExitStack() as scope:
                folder = scope.enter_context(make_folder())
                pace = ("--chunks", str(chunks), "--interval", str(INTERVAL), "--first", str(FIRST))
                provider = scope.enter_context(run_server(plan_provider(folder, cores.rig, *pace)))
                stage = Stage(provider, cores, scope, given.earlier)
                for rate in map(float, given.rate.split(",")):
                    for repetition in range(given.reps):
                        for variant in given.variants.split(","):
                            one = measure(stage, variant, rate, chunks, repetition, given.turns)
                            found.append(one)
                            print(
                                f"# {variant} {rate:g}/s {chunks} chunks: {one.cpu:.1f} ms a turn,"
                                f" first p50 {one.first_p50:.0f} p95 {one.first_p95:.0f}"
                                f" {len(one.failures)} failures",
                                flush=True,
                            )
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure
    print("\n" + format_arrivals(found))
    print(f"\nkept in {write_results('arrivals', [asdict(each) for each in found]).name}")


if __name__ == "__main__":
    main()
