"""Private servers for tests and measurements: PostgreSQL and Redis with their own folder and free loopback port.

Nothing here touches a server that was already running. Tests may kill, freeze and restart what they start.
`python -m tests.fakes.servers` runs both for the browser's journeys.
"""

import atexit
import contextlib
import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

START_SECONDS = 60

# Folders of this process, gone with it.
_kept = ExitStack()
atexit.register(_kept.close)


class ServerFailed(Exception):
    """A server did not come up, with the end of what it said."""


# Below what the system hands out by itself, and a part of it for every worker: a port that was found is not given to
# somebody else before it is used, nor while the server behind it is down.
_PORTS_OF_A_WORKER = 1_500
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 8
_offsets = itertools.count(os.getpid())


def find_free_port() -> int:
    """A port nobody listens on, and nobody else is given."""
    for offset in itertools.islice(_offsets, _PORTS_OF_A_WORKER):
        port = 20_000 + _PORTS_OF_A_WORKER * _worker + offset % _PORTS_OF_A_WORKER
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise ServerFailed("every port is taken")


@dataclass(slots=True)
class Server:
    """A running process and where it listens."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path
    plan: "Plan"

    def read_log_tail(self) -> str:
        """The last of what it wrote."""
        return self.log.read_text(errors="replace")[-3000:]


@dataclass(frozen=True, slots=True)
class Plan:
    """How to start a server: its command, what it is given, and the core it is kept on, if any."""

    command: Sequence[str]
    port: int
    folder: Path
    core: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    user: str | None = None
    stop_signal: signal.Signals = signal.SIGTERM


@contextmanager
def run_server(plan: Plan) -> Iterator[Server]:
    """The server while the block lasts: it listens when the block begins and is gone when it ends."""
    server = _spawn(plan)
    try:
        wait_until_listening(server)
        yield server
    finally:
        _stop(server.process, plan.stop_signal)


def restart_server(server: Server) -> None:
    """Start a server that has ended again, on the same port and folder, and wait until it listens."""
    server.process = _spawn(server.plan).process
    wait_until_listening(server)


def _spawn(plan: Plan) -> Server:
    log = plan.folder / f"{Path(plan.command[0]).name}-{plan.port}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            list(plan.command),
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **plan.environment},
            user=plan.user,
            group=pwd.getpwnam(plan.user).pw_gid if plan.user else None,
            extra_groups=[] if plan.user else None,
            # Before the first thread exists, so that every thread and child stays on the core.
            preexec_fn=None if plan.core is None else partial(os.sched_setaffinity, 0, {plan.core}),
        )
    return Server(process, plan.port, log, plan)


def wait_until_listening(server: Server) -> None:
    """Return when the port answers; a server that ends or takes too long is a failure with its log."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            break
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", server.port)) == 0:
                return
        time.sleep(0.05)
    raise ServerFailed(f"{server.process.args!r} did not start:\n{server.read_log_tail()}")


def _stop(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    process.send_signal(how)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def make_folder(owner: str | None = None) -> Iterator[Path]:
    """A folder that is gone afterwards, owned by this user if one is named."""
    folder = Path(tempfile.mkdtemp(prefix="antiphon-"))
    if owner:
        shutil.chown(folder, owner)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Stores:
    """A private PostgreSQL and a private Redis."""

    postgres: Server
    redis: Server
    binaries: Path

    def create_database(self, name: str, template: str = "template1") -> str:
        """An empty database, or one like this other; its address."""
        port = str(self.postgres.port)
        subprocess.run(
            [str(self.binaries / "createdb"), "-h", "127.0.0.1", "-p", port, "-U", "antiphon", "-T", template, name],
            check=True,
        )
        return f"postgresql+psycopg://antiphon@127.0.0.1:{port}/{name}"

    def drop_database(self, name: str) -> None:
        """Gone, whoever is connected to it."""
        port = str(self.postgres.port)
        command = [str(self.binaries / "dropdb"), "-h", "127.0.0.1", "-p", port, "-U", "antiphon", "--force", name]
        subprocess.run(command, check=True)

    @property
    def redis_url(self) -> str:
        """The address of the Redis."""
        return f"redis://127.0.0.1:{self.redis.port}/0"

    @property
    def pids(self) -> tuple[int, ...]:
        """The two processes."""
        return self.postgres.process.pid, self.redis.process.pid


@contextmanager
def run_stores(core: int | None = None, *, waits_for_disk: bool = True) -> Iterator[Stores]:
    """PostgreSQL and Redis without persistence, both on this core.

    PostgreSQL is as in real use; one that nobody will kill or measure need not wait for the disk.
    """
    binaries = find_postgres()
    # initdb and postgres refuse to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    with make_folder(user) as folder, make_folder() as redis_folder:
        _create_cluster(binaries, folder, user)
        with (
            run_server(_plan_postgres(binaries, folder, user, core, waits_for_disk=waits_for_disk)) as postgres,
            run_server(_plan_redis(redis_folder, core)) as redis,
        ):
            wait_until_ready(binaries, postgres)
            yield Stores(postgres, redis, binaries)


@contextmanager
def run_postgres_in(folder: Path) -> Iterator[Server]:
    """A PostgreSQL of one's own whose data lie in this folder, and which keeps little in reserve."""
    binaries = find_postgres()
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    _create_cluster(binaries, folder, user)
    plan = _plan_postgres(binaries, folder, user, None)
    modest = ["-c", "min_wal_size=32MB", "-c", "max_wal_size=32MB"]
    with run_server(replace(plan, command=[*plan.command, *modest])) as running:
        wait_until_ready(binaries, running)
        yield running


def find_postgres() -> Path:
    """The folder of the newest PostgreSQL binaries on this machine."""
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = str(packaged[-1]) if packaged else shutil.which("initdb")
    if found is None:
        raise ServerFailed("there is no PostgreSQL on this machine")
    return Path(found).parent


def _create_cluster(binaries: Path, folder: Path, user: str | None) -> None:
    """An empty cluster. Making one takes seconds and copying one does not, so one is made per process."""
    subprocess.run(["cp", "-a", str(_make_cluster(binaries, user)), str(folder / "data")], check=True)


@cache
def _make_cluster(binaries: Path, user: str | None) -> Path:
    folder = _kept.enter_context(make_folder(user)) / "data"
    command = [str(binaries / "initdb"), "-D", str(folder), "-U", "antiphon", "-A", "trust", "-E", "UTF8"]
    subprocess.run([*command, "--no-locale"], check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder.parent)
    return folder


def _plan_postgres(
    binaries: Path, folder: Path, user: str | None, core: int | None, *, waits_for_disk: bool = True
) -> Plan:
    port = find_free_port()
    options = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": folder,
        "fsync": "on" if waits_for_disk else "off",
    }
    settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    command = [str(binaries / "postgres"), "-D", str(folder / "data"), "-c", "max_connections=200", *settings]
    # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to leave.
    return Plan(command, port, folder, core, user=user, stop_signal=signal.SIGINT)


def _plan_redis(folder: Path, core: int | None) -> Plan:
    port = find_free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    return Plan([*command, "--save", "", "--appendonly", "no"], port, folder, core)


def wait_until_ready(binaries: Path, postgres: Server) -> None:
    """Return when it takes work: PostgreSQL listens a moment before."""
    command = [str(binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(postgres.port)]
    for _ in range(200):
        if subprocess.run(command, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise ServerFailed(f"PostgreSQL takes no work:\n{postgres.read_log_tail()}")


if __name__ == "__main__":
    # Says where an empty database and an empty Redis are once they take work, and ends with its input.
    with run_stores(waits_for_disk=False) as both:
        print(both.create_database("journey"), both.redis_url, flush=True)
        sys.stdin.read()
