"""A disk that is really full."""

import asyncio
import json
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import psycopg
import pytest

from tests.fakes.disk import Disk, mount_disk
from tests.fakes.nodes import Node
from tests.fakes.reader import Api
from tests.fakes.servers import make_folder, run_postgres_in

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

# More than fits into what is left of pages that are there already.
MESSAGE = secrets.token_hex(50_000)


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
        yield Api(session)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Disk, Node]]:
    """A small disk with the database on it, and a node whose log lies elsewhere."""
    with ExitStack() as stack:
        # PostgreSQL runs as a user of its own, who cannot enter the folders of others.
        base = stack.enter_context(make_folder("postgres" if os.geteuid() == 0 else None))
        disk = stack.enter_context(mount_disk(base / "disk", 32 if request.param == "sqlite" else 192))
        settings = {"ANTIPHON_DETECT_LOCAL_MODELS": "false", "ANTIPHON_LOG_FORMAT": "json"}
        if request.param == "sqlite":
            settings["ANTIPHON_DATA_DIR"] = str(disk.folder / "data")
        else:
            (disk.folder / "postgres").mkdir()
            server = stack.enter_context(run_postgres_in(disk.folder / "postgres"))
            with psycopg.connect(f"host=127.0.0.1 port={server.port} user=antiphon dbname=postgres") as session:
                session.autocommit = True
                session.execute("CREATE DATABASE antiphon")
            settings["ANTIPHON_DATABASE_URL"] = f"postgresql+psycopg://antiphon@127.0.0.1:{server.port}/antiphon"
        node = Node(tmp_path / "node", settings)
        stack.callback(node.close)
        yield disk, node


async def test_a_full_disk_is_said_seen_and_survived(place: tuple[Disk, Node], api: Api) -> None:
    """XD06: 507 and a sentence of its own, reading goes on, not ready, one line in the log; with room it is over."""
    disk, node = place
    await asyncio.to_thread(node.start)
    conversation = await api.create(node.url)

    disk.fill()
    refused = [await api.send_raw(node.url, conversation, MESSAGE, "key-1") for _ in range(3)]
    ready, checks = await get(api, f"{node.url}/readyz")
    read, _ = await get(api, f"{node.url}/v1/conversations/{conversation}")
    counted = await read_metric(api, node)
    disk.free()
    sent = await api.send(node.url, conversation, MESSAGE, "key-1")
    stored = await api.settled(node.url, sent["turn"]["id"])
    async with asyncio.timeout(10):
        while (await get(api, f"{node.url}/readyz"))[0] != 200:
            await asyncio.sleep(0.2)

    assert {(status, said["code"]) for status, said in refused} == {(507, "store_full")}
    assert "disk that holds the database is full" in refused[0][1]["detail"]
    assert (ready, checks["checks"]["database"], read, counted) == (503, "store_full", 200, 0.0)
    assert stored.text == MESSAGE
    assert await read_metric(api, node) == 1.0
    troubles = [each for each in read_log(node) if each["event"] == "store_in_trouble"]
    assert len(troubles) == 1
    assert "full" in troubles[0]["cause"] or "No space" in troubles[0]["cause"]
    assert [each["after"] for each in read_log(node) if each["event"] == "store_well_again"] == ["store_full"]


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_start_on_a_full_disk_says_so_and_the_next_one_finds_everything(
    place: tuple[Disk, Node], api: Api
) -> None:
    disk, node = place
    await asyncio.to_thread(node.start)
    conversation = await api.create(node.url)
    sent = await api.send(node.url, conversation, "Should I go?", "key-1")
    await api.settled(node.url, sent["turn"]["id"])
    node.kill()

    disk.fill()
    before = len(node.log)
    node.spawn()
    code = await asyncio.to_thread(node.wait)
    said = node.log[before:]
    disk.free()
    await asyncio.to_thread(node.start)
    stored = await api.settled(node.url, sent["turn"]["id"])

    assert (code, said.count("the disk that holds the database is full")) == (1, 1), said
    assert "Traceback" not in said
    assert stored.text == "Should I go?"


async def get(api: Api, url: str) -> tuple[int, dict[str, dict[str, str]]]:
    async with api.session.get(url) as response:
        return response.status, await response.json()


async def read_metric(api: Api, node: Node) -> float:
    async with api.session.get(f"{node.url}/metrics") as response:
        [line] = [each for each in (await response.text()).splitlines() if each.startswith("antiphon_store_writable")]
    return float(line.split()[1])


def read_log(node: Node) -> list[dict[str, str]]:
    return [json.loads(each) for each in node.log.splitlines() if each.startswith("{")]
