"""Figures of a run, their medians, and the table a person reads."""

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

RESULTS = Path(__file__).parent / "results"
FLOOR = "aiohttp"
NO_FIGURE = "-"


@dataclass(frozen=True, slots=True)
class Figures:
    """One variant at one level in one repetition. Times in milliseconds; processor time per 1,000 chunks."""

    variant: str
    level: int
    repetition: int
    complete: int
    failures: tuple[str, ...]
    added_p50: float
    added_p99: float
    first_p50: float
    first_p95: float
    first_p99: float
    cpu: float
    store_cpu: float
    cores: float
    held_up: float
    rss_mb: float


def find_quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; not a number when there are none."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


Cells = Mapping[tuple[str, int], Sequence[Figures]]


def group_figures(figures: Sequence[Figures]) -> dict[tuple[str, int], list[Figures]]:
    """The repetitions of each variant and level."""
    cells: dict[tuple[str, int], list[Figures]] = {}
    for each in figures:
        cells.setdefault((each.variant, each.level), []).append(each)
    return cells


def find_median(cell: Sequence[Figures], name: str) -> float:
    """The middle of one figure over the repetitions."""
    return float(median(getattr(each, name) for each in cell))


def format_table(figures: Sequence[Figures]) -> str:
    """The run as a Markdown table, one row per variant and level, levels together."""
    cells = group_figures(figures)
    head = [
        "variant",
        "N",
        "complete",
        "added p50 ms",
        "added p99 ms (range)",
        "TTFT added p50 / p95 / p99 ms",
        "CPU-ms / 1,000 chunks",
        f"CPU vs {FLOOR}",
        "stores' CPU-ms / 1,000",
        "cores used",
        "held up",
        "RSS MB",
    ]
    rows = [_format_row(key, cells) for key in sorted(cells, key=lambda key: key[1])]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _format_row(key: tuple[str, int], cells: Cells) -> list[str]:
    variant, level = key
    cell = cells[key]
    worst = [each.added_p99 for each in cell]
    bare = variant == "direct"
    done = 100 * sum(each.complete for each in cell) / (level * len(cell))
    return [
        variant,
        str(level),
        f"{done:.4g}% x{len(cell)}",
        format_figure(find_median(cell, "added_p50")),
        f"{format_figure(median(worst))} ({format_figure(min(worst))} to {format_figure(max(worst))})",
        " / ".join(format_figure(find_median(cell, name)) for name in ("first_p50", "first_p95", "first_p99")),
        NO_FIGURE if bare else format_figure(find_median(cell, "cpu")),
        NO_FIGURE if bare else _format_ratio(find_cpu_ratio(cells, variant, level)),
        format_figure(find_median(cell, "store_cpu")) if variant.endswith("-postgres") else NO_FIGURE,
        NO_FIGURE if bare else f"{find_median(cell, 'cores'):.2f}",
        NO_FIGURE if bare else f"{100 * find_median(cell, 'held_up'):.1f}%",
        NO_FIGURE if bare else f"{find_median(cell, 'rss_mb'):.0f}",
    ]


def format_figure(value: float) -> str:
    """Three digits that matter, and no more than two after the point."""
    if value != value or value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def find_cpu_ratio(cells: Cells, variant: str, level: int) -> float | None:
    """This variant's processor time over the floor's, in the same run; none when either is missing."""
    cell, floor = cells.get((variant, level)), cells.get((FLOOR, level))
    if not cell or not floor or not find_median(floor, "cpu"):
        return None
    return find_median(cell, "cpu") / find_median(floor, "cpu")


def _format_ratio(ratio: float | None) -> str:
    return NO_FIGURE if ratio is None else f"{ratio:.2f}x"


def format_aims(figures: Sequence[Figures]) -> str:
    """How our variants stand against what we aim for, one line each; empty when none was measured."""
    cells = group_figures(figures)
    lines = []
    for variant in sorted({each.variant for each in figures if each.variant.startswith("ours-")}):
        most, soon = (1.4, 25) if variant == "ours-sqlite" else (1.6, 40)
        for level in (200, 400):
            ratio = find_cpu_ratio(cells, variant, level)
            lines += _format_aim(f"{variant}: CPU vs {FLOOR} at {level}", ratio, most, "x")
        for level, limit in ((10, soon), (100, 150)):
            first = _look_up(cells, variant, level, "first_p50")
            lines += _format_aim(f"{variant}: TTFT added p50 at {level}", first, limit, " ms")
    return "\n".join(lines)


def _look_up(cells: Cells, variant: str, level: int, name: str) -> float | None:
    cell = cells.get((variant, level))
    return find_median(cell, name) if cell else None


def _format_aim(what: str, value: float | None, limit: float, unit: str) -> list[str]:
    if value is None:
        return []
    verdict = "met" if value <= limit else "MISSED"
    return [f"- {what}: {format_figure(value)}{unit} (aim ≤ {limit:g}{unit}) {verdict}"]


def format_failures(figures: Sequence[Figures]) -> str:
    """What went wrong, each sentence once with its count."""
    lines = []
    for each in figures:
        for sentence in sorted(set(each.failures)):
            times = each.failures.count(sentence)
            lines.append(f"- {each.variant} at {each.level}, repetition {each.repetition}: {sentence} (x{times})")
    return "\n".join(lines)


def write_results(name: str, body: object) -> Path:
    """Keep a run as JSON; the file it is in."""
    now = datetime.now(UTC)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}-{now:%Y%m%dT%H%M%SZ}.json"
    machine = {"python": platform.python_version(), "system": platform.platform(), "at": now.isoformat()}
    path.write_text(json.dumps({"machine": machine, "results": body}, indent=1) + "\n")
    return path


def write_figures(figures: Sequence[Figures]) -> Path:
    """Keep every repetition of a relay run."""
    return write_results("relay", [asdict(each) for each in figures])
