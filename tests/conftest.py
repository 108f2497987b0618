"""Servers, databases and a store for every room; and a wall around the machine.

Private servers start once per test process and only when a test asks for one. Each test gets a database of its own,
copied from a migrated template.
"""

import gc
import itertools
import os
import shutil
import socket
import zlib
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import hypothesis
import psycopg
import pytest
from redis import Redis

from antiphon.access.principal import LOCAL
from antiphon.advisors.starter import load_starter
from antiphon.store.dialect import open_engine
from antiphon.store.migrate import migrate
from antiphon.store.unit import Store
from antiphon.store.writes.seed import seed
from tests.fakes.compiled_once import share_compiled
from tests.fakes.servers import Plan, Server, Stores, find_free_port, make_folder, run_server, run_stores

# Other programs share the machine: how long one example takes says nothing.
hypothesis.settings.register_profile("house", deadline=None)
hypothesis.settings.load_profile("house")

# What is collected stays to the end: looking through it for garbage finds none, neither now nor between tests.
gc.disable()

_HERE = Path(__file__).parent
_TEMPLATE = "template_migrated"
_numbers = itertools.count(1)


# What may be left out in CI too: it is proved elsewhere, belongs to another system, or needs a program that speaks.
_MAY_SKIP = (
    "the same rules on one database",
    "one process started again and again",
    "minutes:",
    "espeak-ng is not installed",
    "groups of processes are POSIX's",
    "limits are the kernel's",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """What a night has time for."""
    parser.addoption(
        "--nightly", action="store_true", help="every journey on both databases, and crash tests at their full size"
    )
    parser.addoption(
        "--each-once",
        action="store_true",
        help="a journey or a crash that is told of both databases is told of one of them, by its name",
    )


# How a test ends that was given no time: nothing was found wrong, and nothing was found.
_NO_TIME = ["Timeout", "ServerFailed"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Stories told twice are told once where that was asked for, and what is held against the clock may try again."""
    if config.getoption("each_once") and not config.getoption("nightly"):
        twins = _find_twins(items)
        config.hook.pytest_deselected(items=[each for each in items if each.nodeid in twins])
        items[:] = [each for each in items if each.nodeid not in twins]
    _repeat_what_measures(items)


def _find_twins(items: list[pytest.Item]) -> set[str]:
    """Of each story of the whole application that is told of SQLite and of PostgreSQL, the one that is left out.

    Half of them stay on either. What the store says to either is proved in tests/store, where nothing is left out.
    """
    whole = [each.nodeid for each in items if each.path.parts[len(_HERE.parts)] in ("crash", "journeys")]
    found = set(whole)
    pairs = ((each, each.replace("sqlite", "postgresql", 1)) for each in whole if "sqlite" in each)
    return {pair[zlib.crc32(pair[0].encode()) % 2] for pair in pairs if pair[1] in found}


def _repeat_what_measures(items: list[pytest.Item]) -> None:
    """What is held against the clock is measured again when somebody else had the machine; each repetition is listed.

    Only processes that are killed and watched, what says of itself that it measures, and once whatever was cut off: a
    wrong answer is wrong at once.
    """
    for item in items:
        measures = item.get_closest_marker("measured") or item.get_closest_marker("crash")
        more = {"reruns": 2} if measures else {"reruns": 1, "only_rerun": _NO_TIME}
        item.add_marker(pytest.mark.flaky(reruns_delay=3, **more))


def pytest_collection_finish() -> None:
    """From here on there is garbage."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Iterator[None]:
    """In CI a test that leaves itself out has failed: a proof that was not run is none."""
    report: pytest.TestReport = yield  # type: ignore[misc]  # the wrapped hook's answer
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not any(each in reason for each in _MAY_SKIP):
            report.outcome = "failed"
            report.longrepr = f"left out, and CI leaves nothing out: {reason}"
    return report  # type: ignore[return-value]  # as above


class NetworkBlocked(Exception):
    """A test tried to leave the machine."""


@pytest.fixture(autouse=True, scope="session")
def wall() -> Iterator[None]:
    """Connections go to this machine or nowhere."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _guard(getattr(socket.socket, name)))
        yield


@pytest.fixture(autouse=True, scope="session")
def one_compiler() -> Iterator[None]:
    """What one test has compiled, the next need not."""
    with share_compiled():
        yield


def _guard(connect: Any) -> Any:
    def guarded(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_here(address[0]):
            raise NetworkBlocked(address)
        return connect(self, address)

    return guarded


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture(scope="session")
def stores() -> Iterator[Stores]:
    """A private PostgreSQL and a private Redis for this test process, not to be killed."""
    with run_stores(waits_for_disk=False) as running:
        yield running


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file nobody writes to."""
    path = tmp_path_factory.mktemp("template") / "antiphon.db"
    migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgresql_template(stores: Stores) -> str:
    """The name of a migrated PostgreSQL database nobody writes to."""
    migrate(stores.create_database(_TEMPLATE))
    return _TEMPLATE


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated, empty database on each of the two engines."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A migrated SQLite file of one's own."""
    path = tmp_path / "antiphon.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture
def postgresql_url(stores: Stores, postgresql_template: str) -> Iterator[str]:
    """A migrated PostgreSQL database of one's own, gone afterwards."""
    name = f"test_{next(_numbers)}"
    address = f"host=127.0.0.1 port={stores.postgres.port} user=antiphon dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        # Where nobody waits for the disk, copying the files takes a third of writing their pages into the log.
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {postgresql_template} STRATEGY FILE_COPY")
    yield f"postgresql+psycopg://antiphon@127.0.0.1:{stores.postgres.port}/{name}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store in which the local person has the starter panel."""
    opened = await open_store(database_url)
    yield opened
    await opened.close()


async def open_store(url: str) -> Store:
    """A node's view of the database at this address; several may look at one."""
    opened = Store(open_engine(url, 9), 8)
    await opened.write(LOCAL, seed, load_starter(), datetime.now(UTC))
    return opened


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Server]:
    """A Redis for this test process, not to be killed; whoever needs to kill one starts another."""
    with make_folder() as folder, run_server(plan_redis(folder)) as running:
        yield running


def plan_redis(folder: Path, port: int | None = None) -> Plan:
    """A Redis that forgets everything when it ends."""
    port = port or find_free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    return Plan([*command, "--save", "", "--appendonly", "no"], port, folder)


@pytest.fixture
def redis_url(redis_server: Server) -> str:
    """The address of an empty Redis."""
    url = f"redis://127.0.0.1:{redis_server.port}/0"
    with Redis.from_url(url) as client:
        client.flushall()
    return url
