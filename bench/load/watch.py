"""What is looked at every second: memory, processor time, descriptors and threads of the nodes; and how tables grow."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import psutil
import psycopg

from bench.load.ledger import Ledger
from bench.load.stage import Stage

_EVERY: Final = 1.0
# PostgreSQL is asked less often: what it says comes from its own statistics, which are as old as that.
_TABLES_EVERY: Final = 5
_TABLES: Final = """
SELECT relname, n_live_tup, n_dead_tup, pg_total_relation_size(relid) FROM pg_stat_user_tables
WHERE schemaname = 'public'
"""


class Sample(NamedTuple):
    """One node at one moment. Processor time is all it ever used."""

    at: float
    node: str
    rss_mb: float
    cpu: float
    descriptors: int
    threads: int
    accepted: int


class TableSize(NamedTuple):
    """One table at one moment, with its indexes."""

    at: float
    table: str
    rows: int
    dead: int
    mb: float


@dataclass(slots=True)
class Watch:
    """Looks while the block lasts."""

    stage: Stage
    ledger: Ledger
    samples: list[Sample] = field(default_factory=list)
    tables: list[TableSize] = field(default_factory=list)

    @asynccontextmanager
    async def look(self) -> AsyncIterator[None]:
        """From now until the block ends."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})

    async def _run(self) -> None:
        processes = {node.name: psutil.Process(node.process.pid) for node in self.stage.nodes if node.process}
        for count in range(10**9):
            for name, process in processes.items():
                with contextlib.suppress(psutil.Error):
                    self.samples.append(self._read(name, process))
            if count % _TABLES_EVERY == 0:
                await self.weigh()
            await asyncio.sleep(_EVERY)

    def _read(self, name: str, process: psutil.Process) -> Sample:
        with process.oneshot():
            return Sample(
                at=self.ledger.now(),
                node=name,
                rss_mb=process.memory_info().rss / 1e6,
                cpu=float(sum(process.cpu_times()[:2])),
                descriptors=process.num_fds(),
                threads=process.num_threads(),
                accepted=len(self.ledger.accepted),
            )

    async def weigh(self, *, is_last: bool = False) -> None:
        """Every table; none while nobody answers. In the end it counts anew: a standby begins without statistics."""
        with contextlib.suppress(psycopg.Error):
            at = self.ledger.now()
            rows = await asyncio.to_thread(self._ask, is_last)
            self.tables += [TableSize(at, name, live, dead, size / 1e6) for name, live, dead, size in rows]

    def _ask(self, is_last: bool) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.stage.dsn, autocommit=True) as connection:
            if is_last:
                connection.execute("ANALYZE")
            return connection.execute(_TABLES).fetchall()
