"""What runs: two nodes, PostgreSQL with a standby if one is to take over, Redis, a model and a bare relay."""

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from bench.clients import HOST
from bench.load.plan import Plan
from bench.servers import ProcessMeter, choose_cores, plan_provider
from tests.fakes.nodes import Node
from tests.fakes.servers import Plan as ServerPlan
from tests.fakes.servers import Server, Stores, find_free_port, make_folder, run_server, run_stores
from tests.fakes.standby import make_primary_wait, name_both, run_standby

# An answer of some paragraphs, as in `bench.arrivals`.
CHUNKS: Final = 60
_PACE: Final = ("--chunks", str(CHUNKS), "--interval", "0.02", "--first", "0.2")
# Feeds here, feeds at the nodes, and what everybody needs besides.
_DESCRIPTORS: Final = 16_384


@dataclass(slots=True)
class Stage:
    """What is up."""

    nodes: list[Node]
    stores: Stores
    standby: Server | None
    # Only where the parts are measured.
    relay: Server | None

    @property
    def dsn(self) -> str:
        """Straight to the database, wherever it is written to."""
        ports = [self.stores.postgres.port, *([self.standby.port] if self.standby else [])]
        hosts = ",".join(HOST for _ in ports)
        where = f"host={hosts} port={','.join(map(str, ports))} user=antiphon dbname=antiphon"
        return f"{where} connect_timeout=2 target_session_attrs=read-write"

    @property
    def pids(self) -> list[int]:
        """The processes of the nodes."""
        return [node.process.pid for node in self.nodes if node.process is not None]

    @property
    def store_pids(self) -> list[int]:
        """PostgreSQL, its standby and Redis, as far as they live."""
        servers = [self.stores.postgres, self.stores.redis, *([self.standby] if self.standby else [])]
        return [each.process.pid for each in servers if each.process.poll() is None]

    def read_memory(self) -> int:
        """Bytes of both nodes together."""
        return sum(psutil.Process(pid).memory_info().rss for pid in self.pids)

    def meter_nodes(self) -> ProcessMeter:
        """What counts the processor time of both nodes."""
        return ProcessMeter(self.pids, 0)

    def meter_stores(self) -> ProcessMeter:
        """What counts that of the stores."""
        return ProcessMeter(self.store_pids, 0)


@contextmanager
def run_stage(plan: Plan) -> Iterator[Stage]:
    """All of it, and gone after the block."""
    raise_limit()
    core = choose_cores() if plan.one_core else None
    if core:
        os.sched_setaffinity(0, {core.rig})
    with ExitStack() as stack:
        folder = stack.enter_context(make_folder())
        provider = stack.enter_context(run_server(plan_provider(folder, None, *_PACE)))
        relay = None
        if plan.alone_seconds:
            relay = stack.enter_context(run_server(_plan_relay(folder, provider, core.subject if core else None)))
        stores = stack.enter_context(run_stores())
        address = stores.create_database("antiphon")
        standby = None
        if plan.failover:
            standby = stack.enter_context(run_standby(stores))
            make_primary_wait(stores)
            address = name_both(stores, standby)
        settings = _list_settings(plan, provider, address, stores.redis_url)
        nodes = [Node(folder / name, settings, name, as_a_person_does=plan.as_a_person_does) for name in ("one", "two")]
        for node in nodes:
            stack.callback(node.close)
            node.start()
            if core and node.process:
                move_to_core(node.process.pid, core.subject)
        yield Stage(nodes, stores, standby, relay)


def _plan_relay(folder: Path, provider: Server, core: int | None) -> ServerPlan:
    port = find_free_port()
    command = [sys.executable, "-m", "bench.relays", "aiohttp", "--port", str(port)]
    return ServerPlan([*command, "--upstream", f"http://{HOST}:{provider.port}"], port, folder, core)


def _list_settings(plan: Plan, provider: Server, address: str, redis: str) -> dict[str, str]:
    """Settings of real use, but that all who come are one person, so what one person may do is no limit."""
    limits = ("OPEN_FEEDS", "CALLS_PER_MINUTE", "HEAVY_CALLS_PER_MINUTE", "PAID_CALLS_PER_MINUTE")
    return {
        "ANTIPHON_PROVIDERS__BENCH__KIND": "openai_chat",
        "ANTIPHON_PROVIDERS__BENCH__BASE_URL": f"http://{HOST}:{provider.port}/v1",
        "ANTIPHON_PROVIDERS__BENCH__API_KEY": "bench",
        "ANTIPHON_PROVIDERS__BENCH__CONCURRENCY": "2000",
        "ANTIPHON_DEFAULT_MODEL": "bench:fake",
        "ANTIPHON_DATABASE_URL": address,
        "ANTIPHON_REDIS_URL": redis,
        "ANTIPHON_LEASE_SECONDS": str(plan.lease),
        "ANTIPHON_LOG_FORMAT": "json",
        **{f"ANTIPHON_{name}": "0" for name in limits},
    }


def raise_limit() -> None:
    """As many descriptors as thousands of feeds need, for this process and for all it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, _DESCRIPTORS)), hard))


def move_to_core(pid: int, core: int) -> None:
    """Every thread of this process; those it starts later are where their parent is."""
    for thread in psutil.Process(pid).threads():
        os.sched_setaffinity(thread.id, {core})
