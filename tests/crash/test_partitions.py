"""The way between a node and the database is cut, hangs or is half open, and the database's clock jumps."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from antiphon.conversation.turn import Turn
from tests.crash.conftest import Model, whole
from tests.crash.partition import Cluster, Crowd, Doorbell, run_cluster
from tests.fakes.reader import Api

pytestmark = [pytest.mark.crash, pytest.mark.timeout(180)]

LEASE = 4.0
SETTINGS = {"ANTIPHON_LEASE_SECONDS": str(LEASE)}
PROMPT = 2.0


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    """A client that does not wait for ever."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session:
        yield Api(session)


async def test_a_way_that_is_cut_or_half_open_and_a_clock_that_jumps_cost_nothing(
    model: Model, api: Api, tmp_path: Path
) -> None:
    """XN01, XT01: nobody is declared gone, nothing is asked twice; who dies after the jump is still noticed."""
    model.open()
    model.pause = 0.05
    with run_cluster(model, tmp_path, **SETTINGS) as cluster:
        bells = [Doorbell(node) for node in cluster.nodes]
        crowd = Crowd(cluster, api)
        crowd.start(4)
        for bell in bells:
            bell.start()
        await asyncio.sleep(1)
        cluster.ways[0].half_open()
        await asyncio.sleep(LEASE + 1)
        half_open = _tell("half open", cluster, crowd)
        cluster.ways[1].reset()
        await asyncio.sleep(1)
        for step in ("60 seconds", "-60 seconds", "1 day", "-1 day -1 hour"):
            cluster.step_clock(step)
            await asyncio.sleep(1.5)
            _tell(step, cluster, crowd)
        reaped = cluster.count_reaped()
        living = [cluster.is_alive(node) for node in cluster.nodes]
        cluster.step_clock("-1 hour")
        cluster.nodes[2].kill()
        turns = await crowd.finish()
        for bell in bells:
            await bell.stop()

        _tell("killed", cluster, crowd)
        assert half_open == reaped == 0
        assert living == [True] * 3
        assert cluster.count_reaped() == 1
        _check(cluster, turns, again=4)
        assert max(bell.slowest for bell in bells) < PROMPT


async def test_a_black_hole_is_answered_with_503_and_left(model: Model, api: Api, tmp_path: Path) -> None:
    """XN01: the node says it is not ready, refuses, ends itself; the others have its turns; nothing is lost."""
    model.open()
    model.pause = 0.05
    with run_cluster(model, tmp_path, 2, **SETTINGS) as cluster:
        bell = Doorbell(cluster.nodes[0])
        crowd = Crowd(cluster, api)
        crowd.start(3)
        bell.start()
        await asyncio.sleep(2)
        cluster.ways[0].go("blackhole")
        cut = time.monotonic()
        ended = await _wait_for_end(cluster, 20)
        took = time.monotonic() - cut
        await asyncio.sleep(1)
        cluster.ways[0].go("pass")
        print(f"black hole: exit code {ended} after {took:.1f} s")
        turns = await crowd.finish()
        await bell.stop()

        _tell("black hole", cluster, crowd)
        print(f"ready: slowest {bell.slowest:.2f} s")
        assert ended == 75
        assert took < LEASE + 8
        assert not bell.was_ready(cut + LEASE / 2 + 1, cut + took)
        assert bell.slowest < PROMPT
        assert crowd.slowest < 10
        _check(cluster, turns, again=3)


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_faults_of_the_way_in_any_order(model: Model, api: Api, tmp_path: Path) -> None:
    """XN01: minutes of faults at random; every accepted turn ends once, and no reply is started too often."""
    model.open()
    model.pause = 0.05
    dice = random.Random(7)
    with run_cluster(model, tmp_path, **SETTINGS) as cluster:
        crowd = Crowd(cluster, api)
        bells = [Doorbell(node) for node in cluster.nodes]
        crowd.start(6)
        for bell in bells:
            bell.start()
        for _ in range(30):
            await asyncio.sleep(dice.uniform(0.5, 2))
            await _strike(cluster, dice)
            for node in cluster.nodes:
                if not cluster.is_alive(node):
                    await asyncio.to_thread(node.start)
        turns = await crowd.finish(120)
        for bell in bells:
            await bell.stop()

        _tell("at random", cluster, crowd)
        assert max(bell.slowest for bell in bells) < PROMPT
        assert all(reply.epoch <= 3 for turn in turns for reply in turn.replies)
        assert len(turns) == len(crowd.accepted)


async def _strike(cluster: Cluster, dice: random.Random) -> None:
    number = dice.randrange(len(cluster.nodes))
    way = cluster.ways[number]
    fault = dice.choice(["half_open", "reset", "blackhole", "refuse", "delay", "clock", "kill"])
    seconds = dice.uniform(0.5, LEASE * 2)
    print(f"{fault} at node {number} for {seconds:.1f} s")
    if fault == "clock":
        cluster.step_clock(dice.choice(["60 seconds", "-60 seconds", "1 day", "-1 hour"]))
    elif fault == "kill":
        cluster.nodes[number].kill()
    elif fault in ("half_open", "reset"):
        way.half_open() if fault == "half_open" else way.reset()
        await asyncio.sleep(seconds)
    else:
        way.refuse() if fault == "refuse" else way.go("delay", 0.25) if fault == "delay" else way.go("blackhole")
        await asyncio.sleep(seconds)
        way.heal()


def _check(cluster: Cluster, turns: list[Turn], *, again: int) -> None:
    """Nothing lost, every text whole, and no more requests than starts; so many turns may have been started again."""
    replies = [reply for turn in turns for reply in turn.replies]
    assert {str(reply.state) for reply in replies} == {"complete"}
    assert all(reply.text == whole(reply.advisor_id) for reply in replies)
    assert sum(reply.epoch - 1 for reply in replies) <= again * 5
    assert len(cluster.model.server.requests) <= sum(reply.epoch for reply in replies)


def _tell(what: str, cluster: Cluster, crowd: Crowd) -> int:
    reaped = cluster.count_reaped()
    requests = len(cluster.model.server.requests)
    print(
        f"{what}: {len(crowd.accepted)} accepted, {requests} requests, {reaped} declared gone, "
        f"slowest send {crowd.slowest:.1f} s, {dict(crowd.statuses)}"
    )
    return reaped


async def _wait_for_end(cluster: Cluster, seconds: float) -> int | None:
    node = cluster.nodes[0]
    assert node.process is not None
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and node.process.poll() is None:
        await asyncio.sleep(0.05)
    return node.process.poll()
