"""One run from the first conversation to the verdict."""

import asyncio
import contextlib
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

import aiohttp

from bench.arrivals import draw_moments, relay_turns
from bench.clients import TAIL_SECONDS
from bench.load.ledger import Ledger
from bench.load.plan import Arrival, Plan, draw_arrivals
from bench.load.stage import CHUNKS, Stage
from bench.load.tabs import Tabs
from bench.load.verdict import Verdict, judge_load
from bench.load.visits import Crowd
from bench.load.watch import Watch
from bench.servers import ProcessMeter
from tests.crash.verdict import count_open, read_stored
from tests.fakes.standby import promote

# How many a second come when a kind comes alone: enough to be counted, too few to wait.
ALONE: Final = MappingProxyType(
    {"send": 5.0, "preview": 10.0, "open": 10.0, "list": 10.0, "search": 5.0, "glance": 5.0, "map": 1.0}
)
_IDLE_SECONDS: Final = 5.0
_RELAYED_RATE: Final = 5.0
_SETTLE_SECONDS: Final = 180.0


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of one visit of a kind, in milliseconds, what idle nodes take already taken off."""

    visits: int
    nodes: float
    stores: float


@dataclass(slots=True)
class Outcome:
    """Everything that was measured."""

    plan: Plan
    ledger: Ledger
    watch: Watch
    tabs: Tabs
    # Of a turn of five through the bare relay: processor milliseconds; seconds until each first word.
    relayed: list[float] = field(default_factory=list)
    relayed_first: list[float] = field(default_factory=list)
    # What opening a feed takes of the nodes, and what they are larger by afterwards.
    feed_cpu: float = 0.0
    feed_kb: float = 0.0
    idle_cores: float = 0.0
    costs: dict[str, Cost] = field(default_factory=dict)
    began: float = 0.0
    lasted: float = 0.0
    cores: float = 0.0
    store_cores: float = 0.0
    # How much of the time a node was ready to run and somebody else had its core.
    held_up: float = 0.0
    settled_seconds: float = 0.0
    verdict: Verdict | None = None


async def play(plan: Plan, stage: Stage, tell: Callable[[str], None]) -> Outcome:
    """Settle in, measure the bare parts, let everybody come, and judge."""
    ledger = Ledger()
    tabs, chance = Tabs(ledger), random.Random(plan.seed)
    timeout, connector = aiohttp.ClientTimeout(total=20), aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(timeout=timeout, connector=connector) as session:
        crowd = Crowd(stage.nodes, session, ledger, tabs, chance)
        await crowd.settle_in(plan)
        outcome = Outcome(plan, ledger, Watch(stage, ledger), tabs)
        await _open_tabs(outcome, stage, crowd)
        tell(f"{plan.conversations} conversations, {plan.feeds} feeds open after {tabs.opening_seconds:.1f} s")
        async with outcome.watch.look():
            await _measure_parts(outcome, stage, crowd, tell)
            await _let_come(outcome, stage, crowd, chance, tell)
            await _relay(outcome, stage)
            await outcome.watch.weigh(is_last=True)
        await tabs.close()
    outcome.verdict = judge_load(await asyncio.to_thread(read_stored, stage.dsn, with_receipts=False), ledger)
    return outcome


async def _open_tabs(outcome: Outcome, stage: Stage, crowd: Crowd) -> None:
    """Open what stays open, and note what a feed takes of the nodes."""
    plan, before, opening = outcome.plan, stage.read_memory(), stage.meter_nodes()
    opening.start()
    await outcome.tabs.open(plan.feeds, tuple(crowd.conversations), stage.nodes)
    opening.stop()
    outcome.feed_cpu = opening.cpu_seconds * 1000 / max(1, plan.feeds)
    outcome.feed_kb = (stage.read_memory() - before) / 1000 / max(1, plan.feeds)


async def _measure_parts(outcome: Outcome, stage: Stage, crowd: Crowd, tell: Callable[[str], None]) -> None:
    """The relay, the nodes with nothing to do but feeds, and each kind alone."""
    plan = outcome.plan
    if not plan.alone_seconds:
        return
    await crowd.warm_up()
    await _wait_until_quiet(stage)
    await _relay(outcome, stage)
    idle, idle_stores = stage.meter_nodes(), stage.meter_stores()
    async with _counting(idle, idle_stores):
        await asyncio.sleep(_IDLE_SECONDS)
    outcome.idle_cores = idle.cpu_seconds / idle.wall_seconds
    for kind, rate in ALONE.items():
        arrivals = list(draw_arrivals(crowd.chance, rate, plan.alone_seconds, (kind,)))
        nodes, stores = stage.meter_nodes(), stage.meter_stores()
        async with _counting(nodes, stores):
            await crowd.come(arrivals)
            await _wait_until_quiet(stage)
        outcome.costs[kind] = Cost(
            len(arrivals), _share(nodes, idle, len(arrivals)), _share(stores, idle_stores, len(arrivals))
        )
        tell(f"{kind} alone: {outcome.costs[kind].nodes:.1f} ms, {outcome.costs[kind].stores:.1f} in the stores")


def _share(busy: ProcessMeter, idle: ProcessMeter, visits: int) -> float:
    own = busy.cpu_seconds - idle.cpu_seconds / idle.wall_seconds * busy.wall_seconds
    return max(0.0, own) * 1000 / max(1, visits)


@asynccontextmanager
async def _counting(*meters: ProcessMeter) -> AsyncIterator[None]:
    for meter in meters:
        meter.start()
    yield
    await asyncio.sleep(TAIL_SECONDS)
    for meter in meters:
        meter.stop()


async def _relay(outcome: Outcome, stage: Stage) -> None:
    """Turns of five through the bare relay; none if the kinds are not measured either."""
    plan = outcome.plan
    if stage.relay is None:
        return
    turns = max(5, int(_RELAYED_RATE * plan.alone_seconds))
    meter = ProcessMeter((stage.relay.process.pid,), 0)
    burst = await relay_turns(stage.relay.port, draw_moments(_RELAYED_RATE, turns, plan.seed), CHUNKS, meter)
    outcome.relayed.append(meter.cpu_seconds * 1000 / turns)
    outcome.relayed_first += [each.first / 1000 for each in burst.times]


async def _let_come(
    outcome: Outcome, stage: Stage, crowd: Crowd, chance: random.Random, tell: Callable[[str], None]
) -> None:
    """Everybody, with the loss of PostgreSQL in the middle if that is wanted; then wait until all is answered."""
    plan, ledger = outcome.plan, outcome.ledger
    outcome.began = ledger.now()
    arrivals: Iterable[Arrival] = draw_arrivals(chance, plan.rate, plan.seconds, plan.kinds)
    loss = asyncio.create_task(_lose_postgres(stage, plan.seconds / 2, ledger, tell)) if plan.failover else None
    nodes, stores = stage.meter_nodes(), stage.meter_stores()
    nodes.start()
    stores.start()
    await crowd.come(arrivals)
    outcome.lasted = ledger.now() - outcome.began
    nodes.stop()
    outcome.cores = nodes.cpu_seconds / nodes.wall_seconds
    outcome.held_up = nodes.held_up_seconds / nodes.wall_seconds / len(stage.nodes)
    if loss is not None:
        await loss
    else:
        # A primary that was lost has taken its account with it.
        stores.stop()
        outcome.store_cores = stores.cpu_seconds / stores.wall_seconds
    began = time.monotonic()
    await _wait_until_quiet(stage)
    outcome.settled_seconds = time.monotonic() - began


async def _lose_postgres(stage: Stage, after: float, ledger: Ledger, tell: Callable[[str], None]) -> None:
    """Kill the primary without a goodbye and promote the standby at once: deciding to is somebody else's work."""
    assert stage.standby is not None
    await asyncio.sleep(after)
    ledger.mark("PostgreSQL lost")
    stage.stores.postgres.process.send_signal(signal.SIGQUIT)
    await asyncio.to_thread(stage.stores.postgres.process.wait)
    await asyncio.to_thread(promote, stage.standby)
    ledger.mark("standby promoted")
    took = ledger.marks["standby promoted"] - ledger.marks["PostgreSQL lost"]
    tell(f"PostgreSQL was lost, and its standby promoted {took:.1f} s later")


async def _wait_until_quiet(stage: Stage) -> None:
    """Until nobody answers any more; what is open after that is left to the verdict."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_SETTLE_SECONDS):
            while await asyncio.to_thread(count_open, stage.dsn):
                await asyncio.sleep(0.2)
