"""The servers under test: what each variant is, how it is started, and who reads it."""

import sys
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bench.accounts import prepare_accounts, sign_in
from bench.clients import HOST, Burst, Meter, ask_at, run_advised, run_relayed, show_token
from bench.others import OTHERS, enter, plan_other
from bench.relays import PATH
from bench.servers import Cores, ProcessMeter
from tests.fakes.servers import Plan, Server, ServerFailed, Stores, find_free_port, make_folder, run_server, run_stores

# An earlier version is run by the Python of its own checkout, in the same run as this one.
VARIANTS = (
    "direct",
    "aiohttp",
    "httpx",
    "ours-sqlite",
    "ours-postgres",
    "earlier-sqlite",
    "earlier-postgres",
    "accounts-sqlite",
    "accounts-postgres",
    *OTHERS,
)
DEFAULT_VARIANTS = VARIANTS[1:5]

RunBurst = Callable[[int, int, int, float, Meter], Coroutine[Any, Any, Burst]]


def is_antiphon(variant: str) -> bool:
    """Whether it is a version of Antiphon, and not a relay."""
    return variant.startswith(("ours-", "earlier-", "accounts-"))


def has_accounts(variant: str) -> bool:
    """Whether everybody signs in there."""
    return variant.startswith("accounts-")


def add_earlier(parser: ArgumentParser) -> None:
    """Let the command line name an earlier version."""
    parser.add_argument("--earlier", default="", help="the Python of an earlier checkout, for the earlier-* variants")


@dataclass(frozen=True, slots=True)
class Subject:
    """A variant that is up: its port, the client that reads it, and what its work is counted on."""

    variant: str
    port: int
    run_burst: RunBurst
    meter: ProcessMeter
    store_meter: ProcessMeter

    def start(self) -> None:
        """Begin to count, for the server and its stores."""
        self.store_meter.start()
        self.meter.start()

    def stop(self) -> None:
        """Stop counting."""
        self.meter.stop()
        self.store_meter.stop()


class Stage:
    """Where variants are started one at a time, beside one provider and, if needed, one pair of stores."""

    def __init__(self, provider: Server, cores: Cores, scope: ExitStack, earlier: str = "") -> None:
        self._provider = provider
        self._cores = cores
        self._scope = scope
        self._earlier = earlier
        self._stores: Stores | None = None
        self._names = count(1)

    @contextmanager
    def run_subject(self, variant: str, *, processes: int = 1, is_pinned: bool = True) -> Iterator[Subject]:
        """This variant, freshly started with an empty store, answering, and gone after the block.

        All its processes have one core to share, or whatever the machine has left when it is not pinned.
        """
        if variant == "direct":
            yield Subject(
                variant,
                self._provider.port,
                run_relayed,
                ProcessMeter((), self._cores.rig),
                ProcessMeter((), self._cores.rig),
            )
            return
        with make_folder() as folder, run_server(self._plan(variant, folder, processes, is_pinned=is_pinned)) as server:
            _wait_until_healthy(server, OTHERS[variant].health if variant in OTHERS else "/healthz")
            show_token("")
            ask_at(PATH)
            if variant in OTHERS:
                enter(variant, server.port)
            if has_accounts(variant):
                sign_in(server.port)
            stores = self._open_stores().pids if variant.endswith("-postgres") else ()
            meter = ProcessMeter((server.process.pid,), self._cores.subject)
            yield Subject(
                variant,
                server.port,
                run_advised if is_antiphon(variant) else run_relayed,
                meter,
                ProcessMeter(stores, self._cores.rig),
            )

    def _open_stores(self) -> Stores:
        if self._stores is None:
            self._stores = self._scope.enter_context(run_stores(self._cores.rig))
        return self._stores

    def _plan(self, variant: str, folder: Path, processes: int, *, is_pinned: bool) -> Plan:
        port = find_free_port()
        core = self._cores.subject if is_pinned else None
        if is_antiphon(variant):
            python = self._earlier if variant.startswith("earlier-") else sys.executable
            command = [python, "-m", "antiphon", "serve", "--port", str(port), "--no-browser"]
            command += ["--processes", str(processes)] if processes > 1 else []
            if not is_pinned:
                # This process is pinned itself, and what it starts would be too.
                command = ["taskset", "--cpu-list", f"{self._cores.rig},{self._cores.subject}", *command]
            environment = self._build_environment(variant, folder)
            return Plan(command, port, folder, core, environment)
        upstream = f"http://{HOST}:{self._provider.port}"
        if variant in OTHERS:
            return plan_other(variant, upstream, folder, core)
        command = [sys.executable, "-m", "bench.relays", variant, "--port", str(port), "--upstream", upstream]
        return Plan(command, port, folder, core)

    def _build_environment(self, variant: str, folder: Path) -> dict[str, str]:
        """Settings of real use; only the provider's own limit is out of the way."""
        environment = {
            "ANTIPHON_DATA_DIR": str(folder),
            "ANTIPHON_PROVIDERS__BENCH__KIND": "openai_chat",
            "ANTIPHON_PROVIDERS__BENCH__BASE_URL": f"http://{HOST}:{self._provider.port}/v1",
            "ANTIPHON_PROVIDERS__BENCH__API_KEY": "bench",
            "ANTIPHON_PROVIDERS__BENCH__CONCURRENCY": "2000",
            "ANTIPHON_DEFAULT_MODEL": "bench:fake",
        }
        if variant.endswith("-postgres"):
            stores = self._open_stores()
            environment["ANTIPHON_DATABASE_URL"] = stores.create_database(f"bench{next(self._names)}")
            environment["ANTIPHON_REDIS_URL"] = stores.redis_url
        return prepare_accounts(environment, folder) if has_accounts(variant) else environment


def _wait_until_healthy(server: Server, path: str) -> None:
    """A server that listens must also say that it is well."""
    try:
        with urllib.request.urlopen(f"http://{HOST}:{server.port}{path}", timeout=30):
            return
    except urllib.error.URLError as error:
        raise ServerFailed(f"not healthy: {error}\n{server.read_log_tail()}") from error
