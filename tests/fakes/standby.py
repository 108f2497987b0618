"""A copy of a private PostgreSQL that takes over when the first is lost."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.fakes.servers import Plan, Server, Stores, find_free_port, make_folder, run_server


@contextmanager
def run_standby(stores: Stores) -> Iterator[Server]:
    """A copy of the primary that every commit waits for, once the primary is told to."""
    user = "postgres" if os.geteuid() == 0 else None
    port = find_free_port()
    with make_folder(user) as folder:
        data = folder / "data"
        primary = f"host=127.0.0.1 port={stores.postgres.port} user=antiphon"
        subprocess.run(
            [stores.binaries / "pg_basebackup", "-d", primary, "-D", data, "-R", "-X", "stream", "-c", "fast"],
            check=True,
            user=user,
            cwd=folder,
        )
        options = ["-c", f"port={port}", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
        command = [str(stores.binaries / "postgres"), "-D", str(data), "-c", "max_connections=200", *options]
        plan = Plan(command, port, folder, user=user, stop_signal=signal.SIGINT)
        with run_server(plan) as standby:
            yield standby


def make_primary_wait(stores: Stores) -> None:
    """From now on a commit is acknowledged when a standby has it too."""
    execute(stores.postgres.port, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    execute(stores.postgres.port, "SELECT pg_reload_conf()")


def name_both(stores: Stores, standby: Server) -> str:
    """An address that leads to whichever of the two is written to."""
    hosts = f"127.0.0.1:{stores.postgres.port},127.0.0.1:{standby.port}"
    return f"postgresql://antiphon@{hosts}/antiphon?target_session_attrs=read-write"


def promote(standby: Server) -> None:
    """Let it take over; returns when it has."""
    execute(standby.port, "SELECT pg_promote()")


def execute(port: int, statement: str) -> None:
    """Tell one of the servers something."""
    address = f"host=127.0.0.1 port={port} user=antiphon dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement)
