"""Private servers for tests and measurements: PostgreSQL and Redis with their own folder and free loopback port.

Nothing here touches a server that was already running. Tests may kill, freeze and restart what they start.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

START_SECONDS = 60


class ServerFailed(Exception):
    """A server did not come up, with the end of what it said."""


def find_free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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

    def create_database(self, name: str) -> str:
        """An empty database; its address."""
        port = str(self.postgres.port)
        subprocess.run(
            [str(self.binaries / "createdb"), "-h", "127.0.0.1", "-p", port, "-U", "antiphon", name],
            check=True,
        )
        return f"postgresql+psycopg://antiphon@127.0.0.1:{port}/{name}"

    @property
    def redis_url(self) -> str:
        """The address of the Redis."""
        return f"redis://127.0.0.1:{self.redis.port}/0"

    @property
    def pids(self) -> tuple[int, ...]:
        """The two processes."""
        return self.postgres.process.pid, self.redis.process.pid


@contextmanager
def run_stores(core: int | None = None) -> Iterator[Stores]:
    """PostgreSQL as in real use (it waits for the disk) and Redis without persistence, both on this core."""
    binaries = find_postgres()
    # initdb and postgres refuse to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    with make_folder(user) as folder, make_folder() as redis_folder:
        _create_cluster(binaries, folder, user)
        with (
            run_server(_plan_postgres(binaries, folder, user, core)) as postgres,
            run_server(_plan_redis(redis_folder, core)) as redis,
        ):
            _wait_until_ready(binaries, postgres)
            yield Stores(postgres, redis, binaries)


def find_postgres() -> Path:
    """The folder of the newest PostgreSQL binaries on this machine."""
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    found = str(packaged[-1]) if packaged else shutil.which("initdb")
    if found is None:
        raise ServerFailed("there is no PostgreSQL on this machine")
    return Path(found).parent


def _create_cluster(binaries: Path, folder: Path, user: str | None) -> None:
    command = [
        str(binaries / "initdb"),
        "-D",
        str(folder / "data"),
        "-U",
        "antiphon",
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    subprocess.run([*command, "--no-locale"], check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)


def _plan_postgres(binaries: Path, folder: Path, user: str | None, core: int | None) -> Plan:
    port = find_free_port()
    options = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": folder,
        "fsync": "on",
    }
    settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    command = [str(binaries / "postgres"), "-D", str(folder / "data"), "-c", "max_connections=200", *settings]
    # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for every client to leave.
    return Plan(command, port, folder, core, user=user, stop_signal=signal.SIGINT)


def _plan_redis(folder: Path, core: int | None) -> Plan:
    port = find_free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    return Plan([*command, "--save", "", "--appendonly", "no"], port, folder, core)


def _wait_until_ready(binaries: Path, postgres: Server) -> None:
    """PostgreSQL listens a moment before it takes work."""
    command = [str(binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(postgres.port)]
    for _ in range(200):
        if subprocess.run(command, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise ServerFailed(f"PostgreSQL takes no work:\n{postgres.read_log_tail()}")
