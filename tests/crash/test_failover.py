"""The primary is lost and a standby takes its place."""

import asyncio
import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import psycopg
import pytest

from tests.crash.conftest import Model, common_settings, whole
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, Reader, all_ended, everyone_speaks, wait_until
from tests.fakes.servers import Plan, Server, Stores, find_free_port, make_folder, run_server, run_stores

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    """A client."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        yield Api(session)


@contextmanager
def run_standby(stores: Stores) -> Iterator[Server]:
    """A copy of the primary that every commit waits for."""
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


def execute(port: int, statement: str) -> None:
    """Tell one of the servers something."""
    address = f"host=127.0.0.1 port={port} user=antiphon dbname=postgres"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(statement)


async def test_turn_goes_on_when_a_standby_is_promoted(model: Model, api: Api, tmp_path: Path) -> None:
    """XD02: an address with both hosts is enough; what was accepted is there, and each reply ran once."""
    with run_stores() as stores:
        settings = common_settings(model, stores)
        with run_standby(stores) as standby:
            execute(stores.postgres.port, "ALTER SYSTEM SET synchronous_standby_names = '*'")
            execute(stores.postgres.port, "SELECT pg_reload_conf()")
            hosts = f"127.0.0.1:{stores.postgres.port},127.0.0.1:{standby.port}"
            address = f"postgresql://antiphon@{hosts}/antiphon?target_session_attrs=read-write"
            node = Node(tmp_path / "n", settings | {"ANTIPHON_DATABASE_URL": address})
            try:
                node.start()
                conversation = await api.create(node.url)
                sent = await api.send(node.url, conversation, "Should I go?", "key-1")
                reader = Reader(conversation)
                await reader.read(node.url, everyone_speaks)

                stores.postgres.process.send_signal(signal.SIGQUIT)
                await asyncio.to_thread(stores.postgres.process.wait)
                refused, _ = await api.send_raw(node.url, conversation, "And now?", "key-2")
                execute(standby.port, "SELECT pg_promote()")
                model.open()
                await reader.read_until([node.url], all_ended)
                stored = await api.settled(node.url, sent["turn"]["id"])

                async def is_taken() -> bool:
                    status, _ = await api.send_raw(node.url, conversation, "And now?", "key-2")
                    return status == 202

                await wait_until(is_taken)
            finally:
                node.close()

    reader.check_against(stored)
    assert refused == 503
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    assert [reply.epoch for reply in stored.replies] == [1] * 5
