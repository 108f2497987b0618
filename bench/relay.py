"""Antiphon beside a bare aiohttp relay and a bare httpx relay of the same fake provider, in one run.

For each level every variant is started afresh, warmed by 40 turns, and given N streams at once;
variants alternate inside each repetition and change places between repetitions. Prints a Markdown table of
medians and keeps every repetition as JSON.
"""

import argparse
import os
import resource
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

import uvloop

from bench.clients import PANEL_SIZE, Burst
from bench.report import (
    Figures,
    find_quantile,
    format_aims,
    format_failures,
    format_figure,
    format_table,
    write_figures,
)
from bench.servers import Cores, choose_cores, plan_provider
from bench.subjects import DEFAULT_VARIANTS, VARIANTS, Stage, Subject, add_earlier
from tests.fakes.servers import ServerFailed, make_folder, run_server

CHUNKS = 200
# The first turns of a process pay for connections and statements that later ones find ready.
WARMING_TURNS = 40
INTERVAL = 0.02
FIRST = 0.2
STREAM_SECONDS = FIRST + INTERVAL * (CHUNKS + 1)
# How long a burst may take before what is missing counts as lost.
PATIENCE = 10 * STREAM_SECONDS
# Above the first level at which its p99 is worse than this, the httpx relay only takes time.
HOPELESS_MS = 250


@dataclass(frozen=True, slots=True)
class Options:
    """What to run."""

    levels: tuple[int, ...]
    variants: tuple[str, ...]
    repetitions: int
    earlier: str


def read_options() -> Options:
    """The command line as a value."""
    parser = argparse.ArgumentParser(prog="python -m bench.relay", description=__doc__)
    parser.add_argument("--levels", default="1,10,50,100,200,400")
    parser.add_argument("--variants", default=",".join(DEFAULT_VARIANTS), help=f"of {', '.join(VARIANTS)}")
    parser.add_argument("--reps", type=int, default=3)
    add_earlier(parser)
    given = parser.parse_args()
    variants = tuple(given.variants.split(","))
    if unknown := set(variants) - set(VARIANTS):
        parser.error(f"unknown variants: {', '.join(sorted(unknown))}")
    return Options(tuple(int(level) for level in given.levels.split(",")), variants, given.reps, given.earlier)


def run_levels(stage: Stage, options: Options) -> Iterator[Figures]:
    """Every level, repetition and variant, in alternated order."""
    hopeless: set[str] = set()
    for level in options.levels:
        worst: dict[str, list[float]] = {}
        for repetition in range(options.repetitions):
            for variant in _rotate(options.variants, repetition):
                if variant in hopeless:
                    continue
                figures = measure(stage, variant, level, repetition)
                worst.setdefault(variant, []).append(figures.added_p99)
                yield figures
        if median(worst.get("httpx", [0.0])) > HOPELESS_MS:
            hopeless.add("httpx")


def _rotate(variants: Sequence[str], by: int) -> tuple[str, ...]:
    cut = by % len(variants)
    return (*variants[cut:], *variants[:cut])


def measure(stage: Stage, variant: str, level: int, repetition: int) -> Figures:
    """One variant at one level, from a fresh start."""
    with stage.run_subject(variant) as subject:
        uvloop.run(subject.run_burst(subject.port, WARMING_TURNS * PANEL_SIZE, CHUNKS, PATIENCE, subject))
        burst = uvloop.run(subject.run_burst(subject.port, level, CHUNKS, PATIENCE, subject))
        return build_figures(subject, level, repetition, burst)


def build_figures(subject: Subject, level: int, repetition: int, burst: Burst) -> Figures:
    """The figures of one burst."""
    added = [each for times in burst.times for each in times.added]
    first = [times.first for times in burst.times]
    thousands = level * CHUNKS / 1000
    return Figures(
        variant=subject.variant,
        level=level,
        repetition=repetition + 1,
        complete=len(burst.times),
        failures=burst.failures,
        added_p50=find_quantile(added, 0.5),
        added_p99=find_quantile(added, 0.99),
        first_p50=find_quantile(first, 0.5),
        first_p95=find_quantile(first, 0.95),
        first_p99=find_quantile(first, 0.99),
        cpu=subject.meter.cpu_seconds * 1000 / thousands,
        store_cpu=subject.store_meter.cpu_seconds * 1000 / thousands,
        cores=subject.meter.cpu_seconds / subject.meter.wall_seconds if subject.meter.pids else 0.0,
        held_up=subject.meter.held_up_seconds / subject.meter.wall_seconds,
        rss_mb=subject.meter.rss_bytes / 1e6,
    )


def _report_progress(figures: Figures) -> None:
    print(
        f"# {figures.variant} N={figures.level} rep={figures.repetition}: {figures.complete}/{figures.level}"
        f" p50={format_figure(figures.added_p50)} p99={format_figure(figures.added_p99)}"
        f" ttft={format_figure(figures.first_p50)} ms cpu={format_figure(figures.cpu)} ms/1000",
        flush=True,
    )


def prepare_process(cores: Cores) -> None:
    """Keep the reader on the rig's core and let it open as many connections as it needs."""
    os.sched_setaffinity(0, {cores.rig})
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))


def main() -> None:
    """Run what was asked for and say what came out."""
    options = read_options()
    figures: list[Figures] = []
    try:
        cores = choose_cores()
        prepare_process(cores)
        with ExitStack() as scope:
            folder = scope.enter_context(make_folder())
            pace = ("--chunks", str(CHUNKS), "--interval", str(INTERVAL), "--first", str(FIRST))
            provider = scope.enter_context(run_server(plan_provider(folder, cores.rig, *pace)))
            for each in run_levels(Stage(provider, cores, scope, options.earlier), options):
                figures.append(each)
                _report_progress(each)
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure
    finally:
        if figures:
            print_report(figures)


def print_report(figures: Sequence[Figures]) -> None:
    """The table, the aims, what went wrong, and where the numbers are kept."""
    sections = [format_table(figures), format_aims(figures), format_failures(figures)]
    print("\n" + "\n\n".join(section for section in sections if section))
    print(f"\nkept in {write_figures(figures).name}")


if __name__ == "__main__":
    main()
