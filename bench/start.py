"""How long a server takes to be ready, and what of it is left for the first message.

Each round starts a server on an empty folder and again on what the first left behind. Counted are the seconds and the
processor time until `/readyz` says yes, and then how long two messages wait for their 202: what a start puts off, the
first of them pays. One start before all is not counted: it leaves the compiled modules that an installation has.
"""

import argparse
import os
import sys
import time
import urllib.error
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import psutil

from bench.clients import HOST, QUESTION, call, create_conversation, read_panel
from bench.report import write_results
from bench.servers import choose_cores
from tests.fakes.servers import Plan, ServerFailed, find_free_port, make_folder, run_server

_LOOK_SECONDS = 0.01
_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Start:
    """One start. Seconds, of processor time where it says so; the two messages in milliseconds."""

    schema: str
    repetition: int
    ready_cpu: float
    ready_wall: float
    first_send: float
    second_send: float
    rss_mb: float


def measure(folder: Path, schema: str, repetition: int, core: int) -> Start:
    """Start a server on this folder, send two messages, and stop it."""
    port = find_free_port()
    command = [sys.executable, "-m", "antiphon", "serve", "--port", str(port), "--no-browser"]
    began = time.monotonic()
    environment = {"ANTIPHON_DATA_DIR": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
    with run_server(Plan(command, port, folder, core, environment)) as server:
        _wait_until_ready(port)
        wall = time.monotonic() - began
        process = psutil.Process(server.process.pid)
        cpu = sum(process.cpu_times()[:2])
        first, second = _send(port), _send(port)
        return Start(schema, repetition, cpu, wall, first, second, process.memory_info().rss / 1024**2)


def _wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/readyz", timeout=5):
                return
        except urllib.error.URLError:
            time.sleep(_LOOK_SECONDS)
    raise ServerFailed("the server did not become ready")


def _send(port: int) -> float:
    """How long a message to the default panel, in a conversation of its own, waits for its 202."""
    panel, conversation = read_panel(port), create_conversation(port)
    body = {"text": QUESTION, "advisor_ids": panel}
    began = time.monotonic()
    call(port, "POST", f"/v1/conversations/{conversation}/turns", body, f"start-{os.urandom(8).hex()}")
    return (time.monotonic() - began) * 1000


def main() -> None:
    """Start as often as was asked for and say what came out."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description=__doc__)
    parser.add_argument("--reps", type=int, default=3)
    given = parser.parse_args()
    found: list[Start] = []
    try:
        core = choose_cores().subject
        with make_folder() as folder:
            measure(folder, "new", 0, core)
        for repetition in range(1, given.reps + 1):
            with make_folder() as folder:
                found += [measure(folder, schema, repetition, core) for schema in ("new", "current")]
    except ServerFailed as failure:
        raise SystemExit(str(failure)) from failure
    print("| database | CPU to ready | wall to ready | first send | second send | RSS |\n|---|---|---|---|---|---|")
    for schema in ("new", "current"):
        rows = [each for each in found if each.schema == schema]
        cpu, wall, first, second, rss = (
            median(getattr(each, name) for each in rows)
            for name in ("ready_cpu", "ready_wall", "first_send", "second_send", "rss_mb")
        )
        print(f"| {schema} | {cpu:.2f} s | {wall:.2f} s | {first:.0f} ms | {second:.0f} ms | {rss:.0f} MB |")
    print(f"\nkept in {write_results('start', [asdict(each) for each in found]).name}")


if __name__ == "__main__":
    main()
