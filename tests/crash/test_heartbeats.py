"""Thousands of heartbeats on three nodes, with kills, people who interrupt, and clocks that jump."""

import asyncio
import os
import random
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from pathlib import Path

import aiohttp
import pytest

from tests.crash.beats import Decider, Field, build_wrong_clock
from tests.fakes.model_server import ModelServer
from tests.fakes.nodes import Node
from tests.fakes.reader import Api
from tests.fakes.servers import ServerFailed, run_stores

SOAK = bool(os.environ.get("ANTIPHON_SOAK"))
pytestmark = [pytest.mark.crash]

# How far the clock of one node is off, and how far the database's jumps.
_WRONG_SECONDS = "32400"
_JUMP_HOURS = 3
# Three of them start at once on whatever cores there are.
_START_SECONDS = 150.0


class Stage:
    """Three nodes on one PostgreSQL, one of them with a wrong clock, and a model that decides."""

    def __init__(self, nodes: list[Node], field: Field, decider: Decider, wrong: dict[str, str], api: Api) -> None:
        self.nodes = nodes
        self.field = field
        self.decider = decider
        self.api = api
        self.kills = self.sends = 0
        self._wrong = wrong
        self._chance = random.Random(6)

    def start(self, node: Node) -> None:
        """Start a node, and return once it answers; the last one always lives by its wrong clock."""
        node.spawn(**(self._wrong if node is self.nodes[-1] else {}))
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and node.process is not None and node.process.poll() is None:
            with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(f"{node.url}/readyz", timeout=1):
                return
            time.sleep(0.1)
        raise ServerFailed(node.log[-4000:])

    async def kill_one(self) -> None:
        """kill -9 without a word, and another process in its place."""
        node = self._chance.choice(self.nodes)
        node.kill()
        self.kills += 1
        await asyncio.to_thread(self.start, node)

    async def interrupt(self, conversations: int) -> None:
        """The person writes somewhere; a node that is just dead takes nothing."""
        conversation = f"c_{self._chance.randint(1, conversations)}"
        node = self._chance.choice(self.nodes)
        try:
            status, _ = await self.api.send_raw(node.url, conversation, "Wait.", f"{conversation} {self.sends}")
        except (aiohttp.ClientError, OSError, TimeoutError):
            return
        self.sends += status == 202

    async def settle(self, seconds: float) -> None:
        """Return when nothing is due and nothing is on its way."""
        async with asyncio.timeout(seconds):
            while await asyncio.to_thread(self.field.count_waiting):
                await asyncio.sleep(0.5)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """The nodes are not started yet."""
    decider = Decider()
    with ExitStack() as stack:
        server = stack.enter_context(ModelServer())
        server.handler = decider.answer
        stores = stack.enter_context(run_stores())
        url = stores.create_database("antiphon")
        field = Field(url)
        field.own_clock()
        environment = {
            "ANTIPHON_PROVIDERS__FAKE__BASE_URL": server.base_url,
            "ANTIPHON_PROVIDERS__FAKE__CONCURRENCY": "100",
            "ANTIPHON_DEFAULT_MODEL": "fake:m",
            "ANTIPHON_DATABASE_URL": url,
            "ANTIPHON_REDIS_URL": stores.redis_url,
            "ANTIPHON_HEARTBEAT_CALLS": "1000000",
            "ANTIPHON_LEASE_SECONDS": "5",
        }
        nodes = [Node(tmp_path / f"n{i}", environment, f"node{i}") for i in range(3)]
        for node in nodes:
            stack.callback(node.close)
        library = build_wrong_clock(tmp_path)
        wrong = {} if library is None else {"LD_PRELOAD": str(library), "WRONG_CLOCK_SECONDS": _WRONG_SECONDS}
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=15)) as session:
            yield Stage(nodes, field, decider, wrong, Api(session))
            field.connection.close()


@pytest.mark.timeout(1500)
async def test_each_beat_fires_at_most_once(stage: Stage, request: pytest.FixtureRequest) -> None:
    """I-60, I-61, D45, H13, XT01, XT02: kills, wrong clocks, a jump of the database's, people who write in between.

    120 of them; 600 with `--nightly`.
    """
    if request.config.getoption("nightly"):
        await _run(stage, 600, conversations=80, kills=3, sends=20, seconds=600)
    else:
        await _run(stage, 120, conversations=16, kills=3, sends=8, seconds=300)


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="minutes: just soak-heartbeats")
@pytest.mark.timeout(7200)
async def test_each_of_10000_beats_fires_at_most_once(stage: Stage) -> None:
    """I-60, I-61, D45, H13: the same at full size."""
    await _run(stage, 10_000, conversations=1_250, kills=9, sends=150, seconds=3_000)


async def _run(stage: Stage, occasions: int, *, conversations: int, kills: int, sends: int, seconds: float) -> None:
    began = time.monotonic()
    await asyncio.to_thread(stage.start, stage.nodes[0])
    speakers = stage.field.sow(conversations)
    await asyncio.gather(*(asyncio.to_thread(stage.start, node) for node in stage.nodes[1:]))

    await _trouble(stage, conversations, kills // 2, sends // 2, speakers // 8)
    await stage.settle(seconds)
    before = Counter(each.conversation_id for each in stage.field.read_said())
    stage.field.move_clock(_JUMP_HOURS)
    asked = stage.decider.asked + speakers // 16
    await _trouble(stage, conversations, kills - kills // 2, sends - sends // 2, asked)
    await stage.settle(seconds)

    _check(stage, before, occasions)
    _report(stage, time.monotonic() - began)


async def _trouble(stage: Stage, conversations: int, kills: int, sends: int, asked: int) -> None:
    """Once a model was asked so often: kills one after another, and messages from people all the while."""
    async with asyncio.timeout(1_200):
        while stage.decider.asked < asked:
            await asyncio.sleep(0.1)
    writing = asyncio.create_task(_write(stage, conversations, sends))
    for _ in range(kills):
        await stage.kill_one()
        await asyncio.sleep(1)
    await writing


async def _write(stage: Stage, conversations: int, sends: int) -> None:
    for _ in range(sends):
        await stage.interrupt(conversations)
        await asyncio.sleep(0.1)


def _check(stage: Stage, before: "Counter[str]", occasions: int) -> None:
    said = stage.field.read_said()
    counted = stage.field.count_beats()
    assert stage.kills
    assert stage.sends
    assert len(said) > stage.field.count_conversations() // 2
    # Every message belongs to one occasion, was said by the advisor it was taken for, and was asked for once.
    assert all(each.beat_id is not None and each.spoken_by == each.advisor_id for each in said)
    assert len({each.turn_id for each in said}) == len({each.beat_id for each in said}) == len(said) == counted["fired"]
    assert len({each.text for each in said}) == len(said)
    assert stage.field.count_repeated() == 0
    # Between two messages of the person an advisor speaks once: nobody has read the first one yet.
    spoken = Counter((each.conversation_id, each.advisor_id, each.sends_before) for each in said)
    assert max(spoken.values()) == 1
    # What was taken before a message of the person was not said after it.
    assert [each for each in said if each.generation != each.sends_before] == []
    assert [each for each in said if each.was_quiet] == []
    # Whoever was quiet before the jump spoke after it, and nobody before.
    quiet_first = {each.conversation_id for each in said if int(each.conversation_id[2:]) % 4 == 0}
    assert quiet_first
    assert not quiet_first & before.keys()
    assert counted.total() >= occasions


def _report(stage: Stage, seconds: float) -> None:
    counted = stage.field.count_beats()
    told = dict(sorted(counted.items()))
    print(f"{counted.total()} occasions, {stage.kills} kills, {stage.sends} messages, {seconds:.0f} s: {told}")
