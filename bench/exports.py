"""How long it takes to write everything into one file, how much memory that takes, and how large the file is.

A database is filled as for `bench.backup`. The server is started as a person starts it; memory is the most its process
has ever held, before and after, as the kernel counts it.
"""

import argparse
import json
import time
import urllib.request
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.backup import fill_database
from bench.report import write_results
from tests.fakes.nodes import Node
from tests.fakes.servers import make_folder, run_stores


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one database: seconds by the clock and of the processor, MiB."""

    database: str
    turns: int
    seconds: float
    processor: float
    memory_before: float
    memory_most: float
    file: float


def measure(node: Node, kind: str, turns: int) -> Figures:
    """Have everything written once, and wait for it."""
    node.start()
    try:
        before, used, began = _read_most_memory(node), _read_processor(node), time.monotonic()
        made = _ask(node, "/v1/exports", {"format": "archive"})
        while (found := _ask(node, f"/v1/exports/{made['id']}"))["status"] == "writing":
            time.sleep(0.2)
        seconds = time.monotonic() - began
        if found["status"] != "done":
            raise SystemExit(f"it was not written: {found['error']}")
        processor = _read_processor(node) - used
        return Figures(kind, turns, seconds, processor, before, _read_most_memory(node), found["bytes"] / 1024**2)
    finally:
        node.close()


def _ask(node: Node, path: str, body: object = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(node.url + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def _read_most_memory(node: Node) -> float:
    (line,) = [each for each in _read_proc(node, "status").splitlines() if each.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def _read_processor(node: Node) -> float:
    """In user code and in the kernel; hundredths of a second are what Linux counts in."""
    fields = _read_proc(node, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _read_proc(node: Node, name: str) -> str:
    if node.process is None:
        raise SystemExit("the server is gone")
    return Path(f"/proc/{node.process.pid}/{name}").read_text()


def main() -> None:
    """Measure both databases and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.exports", description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    turns = parser.parse_args().turns
    with ExitStack() as stack:
        folder = stack.enter_context(make_folder())
        found = [_measure_sqlite(folder, turns), _measure_postgres(folder, turns, stack)]
    print("| database | turns | seconds | of the processor | memory before | at most | the file |")
    print("|---|---|---|---|---|---|---|")
    for each in found:
        sizes = (f"{size:.0f} MiB" for size in (each.memory_before, each.memory_most, each.file))
        row = (each.database, f"{each.turns:,}", f"{each.seconds:.1f} s", f"{each.processor:.1f} s", *sizes)
        print(f"| {' | '.join(row)} |")
    print(f"\nkept in {write_results('exports', [asdict(each) for each in found]).name}")


def _measure_sqlite(folder: Path, turns: int) -> Figures:
    place = folder / "sqlite"
    place.mkdir()
    fill_database(f"sqlite:///{place / 'antiphon.db'}", turns)
    return measure(Node(place, {}, as_a_person_does=True), "SQLite", turns)


def _measure_postgres(folder: Path, turns: int, stack: ExitStack) -> Figures:
    url = stack.enter_context(run_stores()).create_database("here")
    fill_database(url, turns)
    return measure(
        Node(folder / "postgres", {"ANTIPHON_DATABASE_URL": url}, as_a_person_does=True), "PostgreSQL", turns
    )


if __name__ == "__main__":
    main()
