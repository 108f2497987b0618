"""A real process that is given little: few descriptors, or hardly any memory beyond what it has."""

import asyncio
import json
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import pytest

from tests.fakes.bad_providers import BAD_VOICE
from tests.fakes.nodes import Node
from tests.fakes.reader import Api

DESCRIPTORS = 64
SPARE_MIB = 60


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    """One process on SQLite, whose contrarian has a bad provider."""
    command = [sys.executable, "-m", "tests.fakes.bad_providers"]
    providers = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert providers.stdout is not None
    port = json.loads(providers.stdout.readline())["chat"]
    environment = {
        "ANTIPHON_PROVIDERS__FAKE__BASE_URL": f"http://127.0.0.1:{port}/v1",
        "ANTIPHON_PROVIDERS__FAKE__CONCURRENCY": "100",
        "ANTIPHON_DEFAULT_MODEL": "fake:m",
        "ANTIPHON_RECALL__BY_MEANING": "0",
        "ANTIPHON_DETECT_LOCAL_MODELS": "0",
    }
    started = Node(tmp_path / "house", environment)
    try:
        yield started.start()
    finally:
        started.close()
        providers.kill()
        providers.communicate()


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as session:
        yield Api(session)


async def ask(api: Api, node: Node, case: str, key: str) -> dict[str, str]:
    """One turn to everybody; how each reply ended."""
    sent = await api.send(node.url, await api.create(node.url), f"Shall I? case {case}", key)
    turn = await api.settled(node.url, sent["turn"]["id"], 40)
    assert [reply.epoch for reply in turn.replies] == [1] * 5
    return {str(reply.advisor_id): str(reply.state) for reply in turn.replies}


def limit(node: Node, kind: int, most: int) -> None:
    """From now on the process may have no more of this."""
    assert node.process is not None
    resource.prlimit(node.process.pid, kind, (most, most))


@pytest.mark.skipif(sys.platform != "linux", reason="limits are the kernel's")
async def test_without_descriptors_those_who_are_in_go_on(node: Node, api: Api) -> None:
    """With 64 descriptors, all taken by a hundred strangers: who is connected is served, and the rest afterwards."""
    limit(node, resource.RLIMIT_NOFILE, DESCRIPTORS)
    before = await ask(api, node, "none", "before")
    with ExitStack() as strangers:
        for _ in range(100):
            strangers.enter_context(socket.create_connection(("127.0.0.1", node.port), timeout=2))
        await asyncio.sleep(0.5)
        assert node.process is not None
        held = len(list(Path(f"/proc/{node.process.pid}/fd").iterdir()))

        meanwhile = await ask(api, node, "none", "meanwhile")
    after = await ask(api, node, "none", "after")

    assert held == DESCRIPTORS
    assert set((before | after).values()) == set(meanwhile.values()) == {"complete"}
    assert node.process.poll() is None


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits are the kernel's")
async def test_without_memory_every_reply_still_ends_once(node: Node, api: Api) -> None:
    """With 60 MiB beyond what it has, beside eight providers that send without end: the good ones are complete."""
    await ask(api, node, "none", "before")
    assert node.process is not None
    status = Path(f"/proc/{node.process.pid}/status").read_text(encoding="ascii")
    size = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmSize")))
    limit(node, resource.RLIMIT_AS, (size + SPARE_MIB * 1024) * 1024)

    cases = ("endless_text", "endless_reasoning", "gzip_bomb_of_text", "endless_arguments") * 2
    ended = await asyncio.gather(*(ask(api, node, case, str(number)) for number, case in enumerate(cases)))
    after = await ask(api, node, "none", "after")

    assert {each.pop(BAD_VOICE) for each in ended} <= {"incomplete", "error"}
    assert {state for each in ended for state in each.values()} == {"complete"}
    assert set(after.values()) == {"complete"}
    assert node.process.poll() is None
