"""How soon the first words come when nothing else is going on: one advisor, one message after the other.

The provider answers its first chunk at once, and its own time is taken out: added = (the request reached the
provider - the message was sent) + (the first words were seen - the provider wrote them).
"""

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass

import uvloop

from bench.clients import (
    Completion,
    Wire,
    build_completion_request,
    build_turn_request,
    create_conversation,
    find_troubles,
    open_feeds,
    open_wires,
    read_panel,
    read_replies,
    wait_for,
)
from bench.relay import prepare_process
from bench.report import find_quantile, format_figure, write_results
from bench.servers import choose_cores, plan_provider
from bench.stamps import BrokenStream, StreamTimes, read_times
from bench.subjects import DEFAULT_VARIANTS, VARIANTS, Stage, Subject
from tests.fakes.servers import ServerFailed, make_folder, run_server

CHUNKS = 5
# Long enough for the work after an answer to be over: the server is idle when the next message comes.
PAUSE_SECONDS = 0.2
PATIENCE = 30
# The first messages load what is loaded once; nobody waits for that twice.
WARM_UP = 3


@dataclass(frozen=True, slots=True)
class FirstDelta:
    """The added time to the first words of one variant, in milliseconds; `out` is the way to the provider."""

    variant: str
    turns: int
    p50: float
    p95: float
    out_p50: float
    back_p50: float


async def ask_relay(port: int, turns: int) -> list[StreamTimes]:
    """So many completions, one after the other, on one connection."""
    [wire] = await open_wires(Completion, port, 1)
    times = []
    for _ in range(turns):
        await asyncio.sleep(PAUSE_SECONDS)
        wire.ask(build_completion_request())
        await wait_for([wire], PATIENCE)
        times.append(read_times(wire.transcript, CHUNKS))
    wire.close()
    return times


async def ask_advisor(port: int, turns: int) -> list[StreamTimes]:
    """So many messages to one advisor in one conversation, its feed open all the while."""
    advisor = read_panel(port)[:1]
    conversation = create_conversation(port)
    [feed] = await open_feeds(port, [conversation])
    [sender] = await open_wires(Wire, port, 1)
    times = []
    for _ in range(turns):
        await asyncio.sleep(PAUSE_SECONDS)
        feed.follow_turn(1)
        feed.sent_ns = sender.send(build_turn_request(conversation, advisor))
        await wait_for([feed, sender], PATIENCE)
        if troubles := find_troubles([feed]):
            raise BrokenStream("; ".join(troubles))
        replies = read_replies([feed])
        if sender.status != 202 or len(replies) != 1:
            raise BrokenStream(f"the message was answered with {sender.status} and {len(replies)} replies")
        times.append(read_times(replies[0], CHUNKS))
    feed.close()
    sender.close()
    return times


def measure(subject: Subject, turns: int) -> FirstDelta:
    """The first words of so many turns, after a few that are not counted."""
    ask = ask_advisor if subject.variant.startswith("ours-") else ask_relay
    times = uvloop.run(ask(subject.port, WARM_UP + turns))[WARM_UP:]
    first = [each.first for each in times]
    return FirstDelta(
        variant=subject.variant,
        turns=turns,
        p50=find_quantile(first, 0.5),
        p95=find_quantile(first, 0.95),
        out_p50=find_quantile([each.out for each in times], 0.5),
        back_p50=find_quantile([each.added[0] for each in times], 0.5),
    )


def format_table(rows: Sequence[FirstDelta]) -> str:
    """The run as a Markdown table."""
    lines = [
        "| variant | turns | added p50 ms | added p95 ms | out p50 ms | back p50 ms |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        figures = " | ".join(format_figure(each) for each in (row.p50, row.p95, row.out_p50, row.back_p50))
        lines.append(f"| {row.variant} | {row.turns} | {figures} |")
    return "\n".join(lines)


def run_variants(variants: Sequence[str], turns: int) -> list[FirstDelta]:
    """Every variant, one after the other, with the same provider."""
    cores = choose_cores()
    prepare_process(cores)
    with ExitStack() as scope:
        folder = scope.enter_context(make_folder())
        pace = ("--chunks", str(CHUNKS), "--first", "0")
        provider = scope.enter_context(run_server(plan_provider(folder, cores.rig, *pace)))
        stage = Stage(provider, cores, scope)
        rows = []
        for variant in variants:
            with stage.run_subject(variant) as subject:
                rows.append(measure(subject, turns))
        return rows


def main() -> None:
    """Run what was asked for and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.first_delta", description=__doc__)
    bare = [variant for variant in DEFAULT_VARIANTS if variant != "httpx"]
    parser.add_argument("--variants", default=",".join(bare), help=f"of {', '.join(VARIANTS)}")
    parser.add_argument("--turns", type=int, default=50)
    options = parser.parse_args()
    try:
        rows = run_variants(options.variants.split(","), options.turns)
    except (ServerFailed, BrokenStream) as failure:
        raise SystemExit(str(failure)) from failure
    print(format_table(rows))
    kept = write_results("first_delta", [asdict(row) for row in rows])
    print(f"\nkept in {kept.name}")


if __name__ == "__main__":
    main()
