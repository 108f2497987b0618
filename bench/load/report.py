"""A run as a page, as figures for programs, and as pictures, in one folder."""

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from bench.load.figures import (
    find_cores,
    find_course,
    find_last_tables,
    find_lines,
    group_samples,
    group_visits,
    summarise,
    thin,
)
from bench.load.plots import Plot
from bench.load.run import Outcome

_SHOWN_TABLES: Final = 6
_LISTED_TABLES: Final = 12
# Of the kinds, those whose course is drawn: with all of them nobody sees any.
_DRAWN: Final = ("send", "preview", "open", "search", "map")


def write_report(outcome: Outcome, folder: Path) -> dict[str, Any]:
    """`report.md`, `report.json` and a picture for each thing that was watched; what the report says."""
    folder.mkdir(parents=True, exist_ok=True)
    figures = summarise(outcome)
    plan = {name: value for name, value in asdict(outcome.plan).items() if name != "into"}
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "kernel": platform.release()}
    pictures = draw_pictures(outcome)
    said = {
        "plan": plan,
        "machine": machine,
        "figures": figures,
        "pictures": {n: asdict(p) for n, p in pictures.items()},
    }
    (folder / "report.json").write_text(json.dumps(said) + "\n", encoding="utf-8")
    for name, plot in pictures.items():
        (folder / f"{name}.svg").write_text(plot.draw(), encoding="utf-8")
    (folder / "report.md").write_text(format_report(plan, figures, pictures), encoding="utf-8")
    return figures


def draw_pictures(outcome: Outcome) -> dict[str, Plot]:
    """Latency, first words, memory, processor time, descriptors, and the largest tables, over time."""
    samples, marks = group_samples(outcome), outcome.ledger.marks | {"all come": outcome.began}
    end = outcome.watch.samples[-1].at
    visits = {kind: found for kind, found in group_visits(outcome).items() if kind in _DRAWN}
    latency = {
        f"{kind} p95": find_course([(each.at, each.seconds * 1000) for each in found], end, 0.95)
        for kind, found in visits.items()
    }
    first = [(at, took * 1000) for at, took in outcome.ledger.first_words]
    words = {name: find_course(first, end, share) for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))}
    sizes = {
        each.table: [(one.at, one.mb) for one in thin([x for x in outcome.watch.tables if x.table == each.table])]
        for each in find_last_tables(outcome)[:_SHOWN_TABLES]
    }
    return {
        "latency": Plot("Served after, in ms, trying again included", latency, marks, is_logarithmic=True),
        "first-word": Plot("First word of an answer, beyond the model's own time, in ms", words, marks, True),
        "memory": Plot("Memory of a node, in MB", find_lines(samples, lambda each: each.rss_mb), marks),
        "processor": Plot("Cores used by a node", {name: find_cores(found) for name, found in samples.items()}, marks),
        "descriptors": Plot("Open descriptors of a node", find_lines(samples, lambda each: each.descriptors), marks),
        "tables": Plot("Largest tables with their indexes, in MB", sizes, marks),
    }


def format_report(plan: Mapping[str, Any], figures: Mapping[str, Any], pictures: Mapping[str, Plot]) -> str:
    """The page."""
    holds = not (figures["lost"] or figures["doubled"] or figures["wrong"])
    return "\n".join(
        [
            "# A load",
            "",
            ", ".join(f"{name} {value}" for name, value in plan.items()),
            "",
            "**Everything holds.**" if holds else "**Not everything holds.**",
            "",
            *_list_figures(figures),
            "",
            *_table(("kind", "p50 ms", "p95 ms", "p99 ms", "CPU-ms of a visit", "in the stores"), _list_kinds(figures)),
            "",
            *_table(
                ("table", "rows", "dead", "MB"),
                [[name, *row] for name, row in figures["tables"].items()][:_LISTED_TABLES],
            ),
            "",
            *(f"![{plot.title}]({name}.svg)" for name, plot in pictures.items()),
            "",
        ]
    )


def _list_kinds(figures: Mapping[str, Any]) -> list[list[Any]]:
    rows = []
    for kind, found in figures["latency_ms"].items():
        costs = [figures[name].get(kind, "") for name in ("cost_ms", "store_cost_ms")]
        rows.append([kind, *found.values(), *costs])
    return [*rows, ["first word", *figures["first_word_ms"].values(), "", ""]]


def _list_figures(figures: Mapping[str, Any]) -> list[str]:
    """Everything that is not a table of its own, one line each."""
    apart = ("latency_ms", "first_word_ms", "cost_ms", "store_cost_ms", "tables")
    return [f"- {name.replace('_', ' ')}: {_say(value)}" for name, value in figures.items() if name not in apart]


def _say(value: object) -> str:
    match value:
        case float():
            return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
        case dict():
            return ", ".join(f"{name} {_say(each)}" for name, each in value.items()) or "none"
        case list():
            return "; ".join(map(str, value)) or "none"
        case None:
            return "not measured"
        case _:
            return str(value)


def _table(head: tuple[str, ...], rows: list[list[Any]]) -> list[str]:
    lines = [f"| {' | '.join(map(_say, row))} |" for row in rows]
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *lines]
