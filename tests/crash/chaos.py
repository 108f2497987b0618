"""Minutes of kills, freezes, cut ways and wrong clocks on three nodes that people talk to, and a verdict.

`just chaos --minutes 3 --seed 7`. The seed draws the faults and their order; when exactly they strike is up to the
machine. It prints one table, and ends with 1 when anything does not hold.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from tests.crash.followers import Followers
from tests.crash.partition import Crowd, run_cluster
from tests.crash.trouble import Trouble, draw_strikes
from tests.crash.verdict import Narrator, Stored, count_open, find_lost, judge, read_stored
from tests.fakes.model_server import ModelServer
from tests.fakes.reader import Api
from tests.fakes.servers import make_folder

LEASE = 4.0
PEOPLE = 6
# Fewer than a snapshot shows, so that what was heard can be held against one.
MOST_TURNS = 8
_SETTLE_SECONDS = 180


@dataclass(frozen=True, slots=True)
class Options:
    """What to run."""

    minutes: float
    seed: int
    logs: Path | None


def read_options() -> Options:
    """The command line as a value."""
    parser = argparse.ArgumentParser(prog="just chaos", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--logs", type=Path, help="a folder in which what the nodes wrote is kept")
    given = parser.parse_args()
    return Options(given.minutes, given.seed, given.logs)


@contextmanager
def run_narrator() -> Iterator[Narrator]:
    """The model, while the block lasts."""
    with ModelServer() as server:
        model = Narrator(server, pause=0.05)
        server.handler = model.answer
        yield model


async def run_chaos(options: Options, folder: Path) -> int:
    """Trouble for so many minutes, the table, the verdict; how many things do not hold."""
    strikes = draw_strikes(random.Random(options.seed), 3, LEASE)
    async with AsyncExitStack() as stack:
        model = stack.enter_context(run_narrator())
        cluster = stack.enter_context(run_cluster(model, folder, ANTIPHON_LEASE_SECONDS=str(LEASE)))
        timeout = aiohttp.ClientTimeout(total=20)
        api = Api(await stack.enter_async_context(aiohttp.ClientSession(timeout=timeout)))
        followers = Followers(cluster)
        crowd = Crowd(cluster, api, MOST_TURNS, followers.follow)
        trouble = Trouble(cluster, folder, print)
        crowd.start(PEOPLE)
        await trouble.last(strikes, options.minutes * 60)
        took = await _wait_for_the_end(crowd)
        await followers.finish()
        stored = read_stored(cluster.dsn)
        wrong = [*trouble.stuck, *judge(stored, crowd, model), *await followers.compare()]
        print(f"\nseed {options.seed}, {options.minutes:g} minutes, quiet {took:.0f} s after the last fault\n")
        print(format_table(stored, crowd, trouble, followers, model))
        print("\n" + "\n".join(wrong or ["everything holds"]))
        return len(wrong)


async def _wait_for_the_end(crowd: Crowd) -> float:
    """How long it took until nobody sent and nothing was open; what is not by then is left to the verdict."""
    began = time.monotonic()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_SETTLE_SECONDS):
            await crowd.finish(_SETTLE_SECONDS)
            while await asyncio.to_thread(count_open, crowd.cluster.dsn):
                await asyncio.sleep(0.2)
    return time.monotonic() - began


def format_table(stored: Stored, crowd: Crowd, trouble: Trouble, followers: Followers, model: Narrator) -> str:
    """What happened, one line each."""
    states = Counter(state for _, state, _, _, _ in stored.replies)
    others = {name: count for name, count in sorted(trouble.struck.items()) if name not in ("kill", "freeze")}
    rows = {
        "messages": len(crowd.tried),
        "acknowledged": len(crowd.accepted),
        "lost": len(find_lost(stored, crowd)),
        "kills": trouble.struck["kill"],
        "freezes": trouble.struck["freeze"],
        "cuts and the rest": _list(others),
        "exit codes": _list(trouble.exits),
        "declared gone": trouble.cluster.count_reaped(),
        "answers to sends": _list(crowd.statuses),
        "slowest send": f"{crowd.slowest:.1f} s",
        "replies": _list(states),
        "replies run again": stored.run_again,
        "receipts, bodies received": f"{len(stored.receipts)}, {len(list(model.posts()))}",
        "longest silence of a reply": f"{followers.longest:.1f} s",
        "connections of readers": sum(reader.connections for reader in followers.readers.values()),
    }
    return "\n".join(f"{name:<28} {value}" for name, value in rows.items())


def _list(counts: "dict[str, int] | Counter[str] | Counter[int] | Counter[int | str]") -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def main() -> int:
    """Run it; 0 when everything holds."""
    options = read_options()
    print(f"seed {options.seed}")
    with contextlib.ExitStack() as stack:
        folder = options.logs or stack.enter_context(make_folder())
        folder.mkdir(parents=True, exist_ok=True)
        return min(1, asyncio.run(run_chaos(options, folder)))


if __name__ == "__main__":
    sys.exit(main())
