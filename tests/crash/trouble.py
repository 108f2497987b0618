"""What may befall three nodes, their ways to the database and the servers they share, drawn by dice."""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.crash.beats import build_wrong_clock
from tests.crash.partition import Cluster, asks_as
from tests.fakes.nodes import Node
from tests.fakes.servers import Server, ServerFailed, restart_server, wait_until_ready

# How often each is drawn. A server takes everybody along, so it is harmed seldom.
_FAULTS = {
    "kill": 6,
    "freeze": 5,
    "half-open": 5,
    "reset": 2,
    "black hole": 2,
    "refuse": 2,
    "clock": 2,
    "redis": 2,
    "postgres": 1,
}
# The servers are one more thing that can be harmed, beside the nodes.
_SERVERS = -1
# Together less than a day, after which a key may be forgotten.
_STEPS = ("60 seconds", "-60 seconds", "1 hour", "-1 hour")
# Where a node that is started again believes to be: here, hours ahead, a day behind.
_SHIFTS = (0, 0, 32_400, -86_400)
_CALM_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Strike:
    """One fault: what, where, how long, and how long after the one before."""

    fault: str
    node: int
    seconds: float
    after: float
    step: str
    shift: int


def draw_strikes(dice: random.Random, nodes: int, lease: float) -> Iterator[Strike]:
    """Faults without end, the same ones for the same dice. One that freezes or cuts may outlast the lease, or not."""
    while True:
        fault = dice.choices(list(_FAULTS), list(_FAULTS.values()))[0]
        node = dice.randrange(nodes)
        seconds = dice.uniform(1.2, 2) * lease if fault == "freeze" else dice.uniform(0.3, 1.8 * lease)
        after, step, shift = dice.uniform(0.5, 4), dice.choice(_STEPS), dice.choice(_SHIFTS)
        yield Strike(fault, _SERVERS if fault in ("redis", "postgres", "clock") else node, seconds, after, step, shift)


@dataclass(slots=True)
class Trouble:
    """Strikes while it lasts, several at once but never two on one node, and starts again whoever is gone."""

    cluster: Cluster
    folder: Path
    tell: Callable[[str], None]
    struck: Counter[str] = field(default_factory=Counter)
    exits: Counter[int] = field(default_factory=Counter)
    stuck: list[str] = field(default_factory=list)
    _busy: "dict[int, asyncio.Task[None]]" = field(default_factory=dict)
    _shifts: dict[str, int] = field(default_factory=dict)
    _starts: Counter[str] = field(default_factory=Counter)
    _library: Path | None = None
    _began: float = field(default_factory=time.monotonic)

    async def last(self, strikes: Iterator[Strike], seconds: float) -> None:
        """Strike for so long; afterwards everything is healed, and every node takes work."""
        self._library = build_wrong_clock(self.folder)
        keeping = asyncio.create_task(self._keep())
        deadline = time.monotonic() + seconds
        for strike in strikes:
            await asyncio.sleep(strike.after)
            if time.monotonic() > deadline:
                break
            if strike.node in self._busy:
                await self._busy[strike.node]
            self._busy[strike.node] = asyncio.create_task(self._strike(strike))
        await asyncio.gather(*self._busy.values())
        for way in self.cluster.ways:
            await asyncio.to_thread(way.heal)
        await self._wait_for_calm()
        keeping.cancel()
        await asyncio.wait({keeping})

    async def _strike(self, strike: Strike) -> None:
        where = "the servers" if strike.node == _SERVERS else f"node {strike.node}"
        self._say(f"{strike.fault} at {where} for {strike.seconds:.1f} s")
        self.struck[strike.fault] += 1
        if strike.node == _SERVERS:
            await self._strike_servers(strike)
        else:
            await self._strike_node(strike, self.cluster.nodes[strike.node])

    async def _strike_servers(self, strike: Strike) -> None:
        if strike.fault == "clock":
            await asyncio.to_thread(self.cluster.step_clock, strike.step)
        elif strike.fault == "redis":
            await _restart(self.cluster.stores.redis, signal.SIGKILL, strike.seconds)
        else:
            stores = self.cluster.stores
            await _restart(stores.postgres, signal.SIGQUIT, strike.seconds / 3)
            await asyncio.to_thread(wait_until_ready, stores.binaries, stores.postgres)

    async def _strike_node(self, strike: Strike, node: Node) -> None:
        way = self.cluster.ways[strike.node]
        if strike.fault == "kill":
            self._shifts[node.name] = strike.shift
            node.kill()
        elif strike.fault == "freeze":
            node.freeze()
            await asyncio.sleep(strike.seconds)
            node.thaw()
        elif strike.fault in ("half-open", "reset"):
            await asyncio.to_thread(way.half_open if strike.fault == "half-open" else way.reset)
        else:
            way.go("blackhole") if strike.fault == "black hole" else await asyncio.to_thread(way.refuse)
            await asyncio.sleep(strike.seconds)
            await asyncio.to_thread(way.heal)

    async def _keep(self) -> None:
        """Start whoever has ended again, under another name and perhaps with another clock."""
        while True:
            for node in self.cluster.nodes:
                if node.process is not None and (code := node.process.poll()) is not None:
                    self._say(f"{node.name} has ended with {code}")
                    self.exits[code] += 1
                    self._starts[node.name] += 1
                    await asyncio.to_thread(self._start, node)
            await asyncio.sleep(0.3)

    def _start(self, node: Node) -> None:
        shift = self._shifts.get(node.name, 0)
        wrong = {"LD_PRELOAD": str(self._library), "WRONG_CLOCK_SECONDS": str(shift)}
        name = f"{node.name}.{self._starts[node.name]}"
        node.spawn(**asks_as(self.cluster.model, name), **(wrong if shift and self._library else {}))

    def _say(self, what: str) -> None:
        self.tell(f"{time.monotonic() - self._began:6.1f} s  {what}")

    async def _wait_for_calm(self) -> None:
        """Return when every node takes work; one that ends meanwhile is started again, one that hangs is noted."""
        waiting = {asyncio.create_task(_wait_until_ready(node)): node.name for node in self.cluster.nodes}
        _, hanging = await asyncio.wait(waiting, timeout=_CALM_SECONDS)
        for task in hanging:
            task.cancel()
            self.stuck.append(f"{waiting[task]} takes no work {_CALM_SECONDS} s after the last fault")


async def _wait_until_ready(node: Node) -> None:
    while True:
        try:
            await asyncio.to_thread(node.wait_until_ready)
            return
        except ServerFailed:
            await asyncio.sleep(0.3)


async def _restart(server: Server, how: signal.Signals, seconds: float) -> None:
    server.process.send_signal(how)
    await asyncio.to_thread(server.process.wait)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(restart_server, server)
