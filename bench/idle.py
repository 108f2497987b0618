"""What a server takes that has nothing to do: processor time and statements, with streams open and nobody writing."""

import argparse
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass

import uvloop

from bench.clients import call, create_conversation, hang_up, open_feeds
from bench.report import write_results
from bench.servers import choose_cores, plan_provider
from bench.subjects import Stage
from tests.fakes.servers import ServerFailed, make_folder, run_server

_SETTLING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Idle:
    """One variant with so many streams open: share of a core, of the stores too."""

    variant: str
    feeds: int
    seconds: float
    share: float
    store_share: float


async def _hold(stage: Stage, variant: str, feeds: int, seconds: float) -> Idle:
    with stage.run_subject(variant) as subject:
        open_ = await open_feeds(subject.port, [create_conversation(subject.port) for _ in range(feeds)])
        time.sleep(_SETTLING_SECONDS)
        subject.start()
        time.sleep(seconds)
        subject.stop()
        call(subject.port, "GET", "/readyz")
        hang_up(open_)
        wall = subject.meter.wall_seconds
        return Idle(variant, feeds, seconds, subject.meter.cpu_seconds / wall, subject.store_meter.cpu_seconds / wall)


def main() -> None:
    """Hold streams open on each database and say what that took."""
    parser = argparse.ArgumentParser(prog="python -m bench.idle", description=__doc__)
    parser.add_argument("--feeds", default="1,200")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    try:
        with ExitStack() as scope:
            cores = choose_cores()
            folder = scope.enter_context(make_folder())
            stage = Stage(scope.enter_context(run_server(plan_provider(folder, cores.rig))), cores, scope)
            counts = [int(each) for each in given.feeds.split(",")]
            wanted = [(variant, feeds) for variant in ("ours-sqlite", "ours-postgres") for feeds in counts]
            found = [uvloop.run(_hold(stage, *each, given.seconds)) for each in wanted]
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure
    print("| variant | streams open | share of a core | stores' share |\n|---|---|---|---|")
    for each in found:
        print(f"| {each.variant} | {each.feeds} | {100 * each.share:.2f} % | {100 * each.store_share:.2f} % |")
    print(f"\nkept in {write_results('idle', [asdict(each) for each in found]).name}")


if __name__ == "__main__":
    main()
