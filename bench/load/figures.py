"""What the notes of a run come to: latencies by kind, their course, slopes, and what the nodes took."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import linear_regression, median
from typing import Any, Final, TypeVar

from bench.load.ledger import Visit
from bench.load.plan import KINDS
from bench.load.run import Outcome
from bench.load.watch import Sample, TableSize
from bench.report import find_quantile

SeenT = TypeVar("SeenT")
# As many points as a line in a picture can show.
_POINTS: Final = 120
# Before that a process still grows into its work.
_WARM_SHARE: Final = 1 / 3
_SHARES: Final = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))


def summarise(outcome: Outcome) -> dict[str, Any]:
    """Every figure of the report."""
    plan, ledger, verdict = outcome.plan, outcome.ledger, outcome.verdict
    assert verdict is not None
    lost_at = ledger.marks.get("PostgreSQL lost")
    return {
        "accepted": verdict.accepted,
        "lost": len(verdict.lost),
        "doubled": len(verdict.doubled),
        "wrong": verdict.wrong,
        "replies": verdict.replies,
        "replies_begun_again": verdict.run_again,
        "visits": len(list_visits(outcome)),
        "visits_per_second": len(list_visits(outcome)) / max(plan.seconds, outcome.lasted),
        "errors": dict(ledger.count_errors()),
        "tried_again": dict(ledger.count_stumbles()),
        "late_p99_ms": find_quantile([each.late for each in list_visits(outcome)], 0.99) * 1000,
        "latency_ms": {kind: find_latencies(visits) for kind, visits in group_visits(outcome).items()},
        "first_word_ms": _quantiles([took for at, took in ledger.first_words if at >= outcome.began]),
        "recovery_seconds": ledger.find_recovery(lost_at) if lost_at is not None else {},
        "relay_first_word_ms": _quantiles(outcome.relayed_first),
        "relay_cpu_ms": median(outcome.relayed) if outcome.relayed else None,
        "cost_ms": {kind: cost.nodes for kind, cost in outcome.costs.items()},
        "store_cost_ms": {kind: cost.stores for kind, cost in outcome.costs.items()},
        "turn_beside_relay": _beside_relay(outcome),
        "idle_cores": outcome.idle_cores,
        "cores": outcome.cores,
        "store_cores": outcome.store_cores,
        "held_up": outcome.held_up,
        "load_average": os.getloadavg()[1],
        "mb_per_1000_turns": {name: _slope(samples) for name, samples in group_samples(outcome).items()},
        "memory_mb": {name: _ends([each.rss_mb for each in found]) for name, found in group_samples(outcome).items()},
        "descriptors": {
            name: max(each.descriptors for each in found) for name, found in group_samples(outcome).items()
        },
        "threads": {name: max(each.threads for each in found) for name, found in group_samples(outcome).items()},
        "tables": {each.table: [each.rows, each.dead, round(each.mb, 2)] for each in find_last_tables(outcome)},
        "database_mb": sum(each.mb for each in find_last_tables(outcome)),
        "feeds_opened_seconds": outcome.tabs.opening_seconds,
        "feed_cpu_ms": outcome.feed_cpu,
        "feed_kb": outcome.feed_kb,
        "feeds_cut": sum(at >= outcome.began for at in ledger.cuts),
        "gaps": ledger.gaps,
        "settled_seconds": outcome.settled_seconds,
    }


def list_visits(outcome: Outcome) -> list[Visit]:
    """Those of the mixed part."""
    return [each for each in outcome.ledger.visits if each.at >= outcome.began]


def group_visits(outcome: Outcome) -> dict[str, list[Visit]]:
    """The same by kind, in the order of the plan."""
    found = defaultdict(list)
    for each in list_visits(outcome):
        found[each.kind].append(each)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def group_samples(outcome: Outcome) -> dict[str, list[Sample]]:
    """What was seen of each node."""
    found = defaultdict(list)
    for each in outcome.watch.samples:
        found[each.node].append(each)
    return dict(found)


def find_latencies(visits: Iterable[Visit]) -> dict[str, float]:
    """Milliseconds from the moment somebody came until they were served, trying again included."""
    return _quantiles([each.seconds for each in visits])


def _quantiles(seconds: Sequence[float]) -> dict[str, float]:
    return {name: find_quantile(seconds, share) * 1000 for name, share in _SHARES}


def find_course(moments: Iterable[tuple[float, float]], end: float, share: float) -> list[tuple[float, float]]:
    """This share of the values in each window of the run."""
    width = max(2.0, end / _POINTS)
    windows = defaultdict(list)
    for at, value in moments:
        windows[int(at / width)].append(value)
    return [((number + 0.5) * width, find_quantile(windows[number], share)) for number in sorted(windows)]


def find_last_tables(outcome: Outcome) -> list[TableSize]:
    """Every table as it was seen last, the largest first."""
    last = {each.table: each for each in outcome.watch.tables}
    return sorted(last.values(), key=lambda each: -each.mb)


def find_lines(
    samples: Mapping[str, Sequence[Sample]], read: Callable[[Sample], float]
) -> dict[str, list[tuple[float, float]]]:
    """One thing that was seen of each node, over time."""
    return {name: [(each.at, float(read(each))) for each in thin(found)] for name, found in samples.items()}


def thin(seen: Sequence[SeenT]) -> Sequence[SeenT]:
    """No more of them than a line can show."""
    return seen[:: max(1, len(seen) // _POINTS)]


def find_cores(samples: Sequence[Sample]) -> list[tuple[float, float]]:
    """How much of a core a node used, from one look to the next."""
    return [(late.at, (late.cpu - early.cpu) / (late.at - early.at)) for early, late in pairwise(thin(samples))]


def _slope(samples: Sequence[Sample]) -> float | None:
    """Megabytes that a node grows by in a thousand turns, once it is warm."""
    accepted = samples[-1].accepted
    warm = [each for each in samples if each.accepted >= accepted * _WARM_SHARE]
    if len({each.accepted for each in warm}) < 10:
        return None
    return linear_regression([each.accepted for each in warm], [each.rss_mb for each in warm]).slope * 1000


def _ends(values: Sequence[float]) -> dict[str, float]:
    return {"first": values[0], "last": values[-1], "most": max(values)}


def _beside_relay(outcome: Outcome) -> float | None:
    if not outcome.relayed or "send" not in outcome.costs:
        return None
    return outcome.costs["send"].nodes / median(outcome.relayed)
