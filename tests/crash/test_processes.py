"""Several processes behind one port: one of them dies, all of them go, the one that watches is gone."""

import asyncio
import contextlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from antiphon.app.shared_port import SharedPort
from antiphon.cli.place import find_server
from antiphon.conversation.errors import SettingsInvalid
from antiphon.conversation.state import ReplyState
from antiphon.settings import Settings
from tests.crash.conftest import Model, common_settings, whole
from tests.fakes.nodes import Node
from tests.fakes.reader import Api, Reader, all_ended, everyone_speaks, wait_until
from tests.fakes.servers import Stores

pytestmark = [pytest.mark.crash, pytest.mark.timeout(120)]


@dataclass(slots=True)
class House:
    """One command, and the processes it has started."""

    node: Node
    model: Model

    @property
    def url(self) -> str:
        """The one address of all of them."""
        return self.node.url

    def read_log(self, event: str) -> list[dict[str, object]]:
        """Every line that tells of this."""
        lines = [json.loads(line) for line in self.node.log.splitlines() if line.startswith("{")]
        return [line for line in lines if line["event"] == event]

    @property
    def members(self) -> dict[str, int]:
        """The processes that live: node id and process id."""
        ready = {str(line["by"]): int(str(line["pid"])) for line in self.read_log("node_ready")}
        return {node: pid for node, pid in ready.items() if is_alive(pid)}

    async def wait_for_members(self, count: int) -> dict[str, int]:
        """So many that are ready."""

        async def are_there() -> bool:
            return len(self.members) == count

        await wait_until(are_there, 30)
        return self.members

    @asynccontextmanager
    async def visit(self, node: str) -> AsyncIterator[Api]:
        """A client whose one connection leads to this process."""
        async with asyncio.timeout(20):
            while True:
                connector = aiohttp.TCPConnector(limit=1)
                async with aiohttp.ClientSession(connector=connector) as session:
                    api = Api(session)
                    if (await api.get(f"{self.url}/healthz"))["node"] == node:
                        yield api
                        return


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.fixture
def house(model: Model, stores: Stores, tmp_path: Path, postgresql_url: str) -> Iterator[House]:
    """Two processes, ready."""
    settings = common_settings(model, None) | {
        "ANTIPHON_DATABASE_URL": postgresql_url,
        "ANTIPHON_REDIS_URL": stores.redis_url,
        "ANTIPHON_PROCESSES": "2",
        "ANTIPHON_LEASE_SECONDS": "3",
    }
    node = Node(tmp_path / "house", settings, "house")
    started = House(node, model)
    try:
        node.start()
        yield started
    finally:
        node.close()
        for pid in [int(str(line["pid"])) for line in started.read_log("process_started")]:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


async def test_one_browser_may_reach_any_process_on_postgresql(house: House) -> None:
    """A message through one of them is read, stopped and read again through the other."""
    here, there = await house.wait_for_members(2)

    async with house.visit(here) as one, house.visit(there) as other:
        conversation = await one.create(house.url)
        sent = await one.send(house.url, conversation, "Should I go?", "key-1")
        again = await other.send(house.url, conversation, "Should I go?", "key-1")
        reader = Reader(conversation)
        await reader.read(house.url, everyone_speaks)
        await other.post(f"{house.url}/v1/turns/{sent['turn']['id']}/stop", {})
        await reader.read_until([house.url], all_ended)
        stored = await other.settled(house.url, sent["turn"]["id"])

    assert again["turn"]["id"] == sent["turn"]["id"]
    assert {reply.state for reply in stored.replies} == {ReplyState.STOPPED}
    reader.check_against(stored)


async def test_commands_find_all_of_them_under_one_address_on_postgresql(house: House) -> None:
    """Whichever answers knows the secret of the note, and where they run is said once."""
    await house.wait_for_members(2)
    settings = Settings(data_dir=house.node.folder)

    found = {await find_server(settings) for _ in range(12)}

    note = json.loads((house.node.folder / "server.json").read_text())
    assert found == {house.url}
    assert house.node.process is not None
    assert note["pid"] == house.node.process.pid
    assert house.node.log.count(f"Antiphon is running at {house.url} in 2 processes") == 1


async def test_turn_goes_on_when_its_process_is_killed_and_another_takes_its_place_on_postgresql(house: House) -> None:
    here, there = await house.wait_for_members(2)
    async with house.visit(here) as one:
        conversation = await one.create(house.url)
        sent = await one.send(house.url, conversation, "Should I go?", "key-1")
        reader = Reader(conversation)
        await reader.read(house.url, everyone_speaks)

    os.kill(house.members[here], signal.SIGKILL)
    house.model.open()
    await reader.read_until([house.url], all_ended)
    members = await house.wait_for_members(2)
    async with house.visit(there) as other:
        stored = await other.settled(house.url, sent["turn"]["id"])
    house.node.terminate()
    code = await asyncio.to_thread(house.node.wait)

    [end] = house.read_log("process_ended")
    assert [reply.text for reply in stored.replies] == [whole(reply.advisor_id) for reply in stored.replies]
    reader.check_against(stored)
    assert end["code"] == -signal.SIGKILL
    assert there in members
    assert here not in members
    assert code == 0


async def test_sigterm_lets_all_of_them_finish_on_postgresql(house: House) -> None:
    here, there = await house.wait_for_members(2)
    async with house.visit(here) as one, house.visit(there) as other:
        first, second = await one.create(house.url), await other.create(house.url)
        sent = [
            await one.send(house.url, first, "Should I go?", "key-1"),
            await other.send(house.url, second, "Should I stay?", "key-2"),
        ]
        await Reader(first).read(house.url, everyone_speaks)
        await Reader(second).read(house.url, everyone_speaks)

        house.node.terminate()
        await asyncio.sleep(0.5)
        status, refusal = await one.send_raw(house.url, first, "And now?", "key-3")
        house.model.open()
        code = await asyncio.to_thread(house.node.wait)

    assert code == 0
    assert (status, refusal["code"]) == (503, "draining")
    assert not house.members
    house.node.start()
    async with aiohttp.ClientSession() as session:
        turns = [await Api(session).settled(house.url, each["turn"]["id"]) for each in sent]
    assert [(r.text, r.epoch) for t in turns for r in t.replies] == [
        (whole(r.advisor_id), 1) for t in turns for r in t.replies
    ]


async def test_processes_that_nobody_watches_go_by_themselves_on_postgresql(house: House) -> None:
    """So the next command finds the port free."""
    await house.wait_for_members(2)

    house.node.kill()

    await house.wait_for_members(0)
    house.node.start()
    assert len(await house.wait_for_members(2)) == 2


async def test_second_command_does_not_share_the_port_on_postgresql(house: House, tmp_path: Path) -> None:
    """With one process or with several, whatever the system would allow."""
    await house.wait_for_members(2)
    second = Node(tmp_path / "second", house.node.environment, "second", port=house.node.port)

    second.spawn()
    together = await asyncio.to_thread(second.wait)
    second.spawn(ANTIPHON_PROCESSES="1")
    alone = await asyncio.to_thread(second.wait)

    assert (together, alone) == (1, 3)
    assert f"port: 127.0.0.1:{house.node.port} cannot be used: Address already in use" in second.log


def test_sqlite_file_has_one_process(tmp_path: Path) -> None:
    node = Node(tmp_path, {"ANTIPHON_PROCESSES": "2"})

    node.spawn()

    assert node.wait() == 1
    assert "processes: conversations are kept in a SQLite file, and that has one process" in node.log


# Each process is ready at once, says when, and ends.
RESTLESS = """
import os, sys, time
from antiphon.app.supervisor import Supervisor, WorkerSlot
came = Supervisor(1, 5.0, lambda: print("ready", flush=True)).run()
if isinstance(came, WorkerSlot):
    came.say_ready()
    print(time.monotonic(), flush=True)
    os._exit(3)
sys.exit(came)
"""


@contextmanager
def run_program(program: str) -> "Iterator[subprocess.Popen[str]]":
    """A Python program whose words can be read while it runs, and that is gone afterwards."""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def read_lines(running: "subprocess.Popen[str]", count: int) -> list[str]:
    """So many lines of what it says."""
    assert running.stdout is not None
    return [next(running.stdout).strip() for _ in range(count)]


def test_process_that_ends_again_and_again_waits_longer_each_time() -> None:
    with run_program(RESTLESS) as running:
        moments = [float(line) for line in read_lines(running, 5) if line != "ready"]

    pauses = [later - earlier for earlier, later in itertools.pairwise(moments)]
    assert [round(pause * 2) / 2 for pause in pauses] == [0.5, 1.0, 2.0]


# None is ever ready.
HOPELESS = RESTLESS.replace("came.say_ready()", "pass")
# One does not listen to being asked.
DEAF = """
import signal, sys, time
from antiphon.app.supervisor import Supervisor, WorkerSlot
came = Supervisor(2, 1.0, lambda: print("ready", flush=True)).run()
if isinstance(came, WorkerSlot):
    if came.number == 1:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    came.say_ready()
    time.sleep(60)
sys.exit(came)
"""


def test_start_that_fails_is_not_tried_again() -> None:
    with run_program(HOPELESS) as running:
        assert running.wait(60) == 3


def test_process_that_does_not_end_is_killed() -> None:
    with run_program(DEAF) as running:
        read_lines(running, 1)
        time.sleep(0.3)
        running.terminate()

        assert running.wait(60) == 128 + signal.SIGKILL


@pytest.mark.parametrize("spreads", [True, False])
def test_port_is_shared_by_those_who_were_given_it(spreads: bool) -> None:
    """The second way is that of systems which would give every connection to one of them."""
    port = SharedPort("127.0.0.1", 0, spreads=spreads)
    sockets = [each for _ in range(2) for each in port.open()]
    for each in sockets:
        each.listen()

    with pytest.raises(SettingsInvalid, match="cannot be used"):
        SharedPort("127.0.0.1", port.port, spreads=spreads)
    with socket.create_connection(("127.0.0.1", port.port), timeout=5):
        pass
    for each in sockets:
        each.close()
    port.close()
