"""Every misbehaviour of a provider we know, beside good ones, in one real process.

What is promised is I-06: a bad provider ends its own reply and touches nothing else. So while it misbehaves the others
answer, `/healthz` is asked all the time, and afterwards the memory is what it was. At every push the door is judged by
what the node itself computed while somebody waited at it: that much it was held up, whoever else had the machine. The
long trial judges by the clock on the wall too, beside another process that is asked in the same rhythm for work of
20 ms: how much longer that took is how much slower the machine was for everybody.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import aiohttp
import pytest

from antiphon.conversation.reply import Reply
from tests.fakes.bad_providers import BAD_VOICE, CASES
from tests.fakes.nodes import Node
from tests.fakes.reader import Api

HEALTH_SECONDS = 0.5
_TICKS = os.sysconf("SC_CLK_TCK")
WORK_SECONDS = 0.02
# A machine slower than this measures nothing; what is caught here took from two seconds to a minute.
MOST_SLOWED = 4.0
MEMORY_MIB = 64
# Short, so that hanging is over soon; the other numbers are those that ship.
PATIENCE = {
    "ANTIPHON_PROVIDERS__FAKE__FIRST_BYTE_SECONDS": "4",
    "ANTIPHON_PROVIDERS__FAKE__IDLE_SECONDS": "4",
    "ANTIPHON_PROVIDERS__FAKE__CONCURRENCY": "500",
    "ANTIPHON_REPLY_SECONDS": "60",
}
# What each must end as; those that are not named may be retried into an error, and must end all the same.
ENDINGS = {
    "hang_after_headers": ("error", "net"),
    "premature_close_after_text": ("incomplete", "net"),
    "error_then_done_after_text": ("incomplete", "provider"),
    "invalid_utf8": ("complete", None),
    "wrong_encoding": ("error", "protocol"),
    "duplicated_chunks": ("complete", None),
    "line_100mb": ("error", "protocol"),
    "deep_json": ("complete", None),
    "retry_in_3_days": ("rate_limited", "rate_limited"),
    "retry_in_minus_5": ("rate_limited", "rate_limited"),
    "retry_in_1e308": ("rate_limited", "rate_limited"),
    "retry_at_9999": ("rate_limited", "rate_limited"),
    "endless_text": ("incomplete", "answer_too_large"),
    "endless_reasoning": ("error", "answer_too_large"),
    "endless_arguments": ("error", "answer_too_large"),
    "endless_name": ("error", "answer_too_large"),
    "endless_nothing": ("error", "net"),
    "calls_20000": ("error", "answer_too_large"),
    "calls_200000": ("error", "answer_too_large"),
    "text_after_finish": ("complete", None),
    "text_after_finish_slowly": ("complete", None),
    "gzip_bomb_of_text": ("incomplete", "answer_too_large"),
    "one_byte_at_a_time": ("incomplete", "net"),
    "think_then_hang": ("incomplete", "net"),
}
PAIRS = (
    ("endless_text", "calls_20000"),
    ("endless_reasoning", "retry_in_1e308"),
    ("endless_arguments", "line_100mb"),
    ("gzip_bomb_of_text", "text_after_finish"),
)
_WORKER = """
import asyncio, time
async def answer(reader, writer):
    while await reader.readuntil(b"\\r\\n\\r\\n"):
        until = time.process_time() + 0.02
        while time.process_time() < until:
            pass
        writer.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\nok")
        await writer.drain()
        writer.close()
        return
async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


@dataclass(frozen=True, slots=True)
class Wait:
    """How long somebody waited at a door, and how long its process worked meanwhile."""

    seconds: float
    worked: float


@dataclass(slots=True)
class Pulse:
    """Asks the doors of some processes again and again, and keeps how long each took."""

    doors: dict[str, int]
    waits: dict[str, list[Wait]] = field(default_factory=dict)
    _over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> "Pulse":
        for url, pid in self.doors.items():
            self.waits[url] = []
            self._threads.append(threading.Thread(target=self._ask, args=(url, pid), daemon=True))
            self._threads[-1].start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(10)

    def find_worst(self, url: str) -> Wait:
        """The longest of each that was seen at this door."""
        waits = self.waits[url] or [Wait(0.0, 0.0)]
        return Wait(max(wait.seconds for wait in waits), max(wait.worked for wait in waits))

    def _ask(self, url: str, pid: int) -> None:
        while not self._over.wait(0.1):
            started, worked = time.monotonic(), read_work(pid)
            with urllib.request.urlopen(url, timeout=60) as response:
                response.read()
            self.waits[url].append(Wait(time.monotonic() - started, read_work(pid) - worked))


def read_work(pid: int) -> float:
    """Seconds of a processor that this process has used, in all its threads."""
    numbers = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / _TICKS


@dataclass(frozen=True, slots=True)
class Bench:
    """A node, what it talks to, and a process whose work is known."""

    node: Node
    api: Api
    worker_url: str
    worker_pid: int

    async def ask(self, case: str, **more: object) -> dict[str, Reply]:
        """One turn to everybody, of whom one has this provider; the replies by name."""
        conversation = await self.api.create(self.node.url)
        sent = await self.api.send(self.node.url, conversation, f"Shall I? case {case}", f"key-{case}", **more)
        turn = await self.api.settled(self.node.url, sent["turn"]["id"], 100)
        return {str(reply.advisor_id): reply for reply in turn.replies}

    def watch(self) -> Pulse:
        """Whoever waits at its door, and at the other process's."""
        assert self.node.process is not None
        return Pulse({self.health_url: self.node.process.pid, self.worker_url: self.worker_pid})

    @property
    def health_url(self) -> str:
        """The door that must stay open."""
        return f"{self.node.url}/healthz"

    @property
    def memory(self) -> float:
        """What the node holds now, in MiB."""
        assert self.node.process is not None
        status = Path(f"/proc/{self.node.process.pid}/status").read_text(encoding="ascii")
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    providers = _spawn("-m", "tests.fakes.bad_providers")
    worker = _spawn("-c", _WORKER)
    ports = json.loads(_first_line(providers))
    environment = {
        "ANTIPHON_PROVIDERS__FAKE__BASE_URL": f"http://127.0.0.1:{ports['chat']}/v1",
        "ANTIPHON_PROVIDERS__HANGUP__BASE_URL": f"https://127.0.0.1:{ports['hang_up']}/v1",
        "ANTIPHON_PROVIDERS__NOCERT__BASE_URL": f"https://127.0.0.1:{ports['no_certificate']}/v1",
        "ANTIPHON_DEFAULT_MODEL": "fake:m",
        "ANTIPHON_RECALL__BY_MEANING": "0",
        "ANTIPHON_DETECT_LOCAL_MODELS": "0",
        "ANTIPHON_LOG_FORMAT": "json",
    }
    node = Node(tmp_path / "house", environment | PATIENCE)
    try:
        node.start()
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
            yield Bench(node, Api(session), f"http://127.0.0.1:{_first_line(worker)}/", worker.pid)
    finally:
        node.close()
        for process in (providers, worker):
            process.kill()
            process.communicate()


def _spawn(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True)


def _first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def find_wrong(case: str, replies: dict[str, Reply]) -> list[str]:
    """What is not as it must be: the bad one ended as it should, once, and the others are whole."""
    bad = replies[BAD_VOICE]
    seen = (str(bad.state), bad.error.code if bad.error else None)
    wrong = [] if seen == ENDINGS.get(case, seen) else [f"{case} ended as {seen}: {bad.error}"]
    wrong += [f"{case} was started {bad.epoch} times"] if bad.epoch != 1 else []
    for name, reply in replies.items():
        if name != BAD_VOICE and (str(reply.state), reply.text) != ("complete", f"{name} answers well."):
            wrong.append(f"beside {case}, {name} ended as {reply.state}: {reply.text[:80]}")
    return wrong


def find_disturbance(bench: Bench, pulse: Pulse, before: float) -> list[str]:
    """What others felt of it: a door that was held shut, memory that was not given back, a fault in the log."""
    health, now = pulse.find_worst(bench.health_url), bench.memory
    print(f"/healthz {health}, memory {before:.0f} -> {now:.0f} MiB")
    felt = [f"the node worked while /healthz waited: {health}"] if health.worked > HEALTH_SECONDS else []
    felt += [f"memory went from {before:.0f} to {now:.0f} MiB"] if now - before > MEMORY_MIB else []
    return felt + (["there is a traceback in the log"] if "Traceback" in bench.node.log else [])


def find_delay(bench: Bench, pulse: Pulse) -> list[str]:
    """A door that stayed shut for longer than the machine excuses."""
    health = pulse.find_worst(bench.health_url).seconds
    slowed = min(MOST_SLOWED, max(1.0, pulse.find_worst(bench.worker_url).seconds / WORK_SECONDS))
    is_slow = health > HEALTH_SECONDS * slowed
    return [f"/healthz took {health:.3f} s on a machine slowed {slowed:.1f} times"] if is_slow else []


@pytest.mark.timeout(120)
async def test_one_bad_provider_touches_nobody_else(bench: Bench) -> None:
    """The worst of them, two at a time."""
    await bench.ask("none")
    before = bench.memory

    with bench.watch() as pulse:
        answers = [replies for pair in PAIRS for replies in await asyncio.gather(*map(bench.ask, pair))]

    assert [
        wrong for case, replies in zip(chain(*PAIRS), answers, strict=True) for wrong in find_wrong(case, replies)
    ] == []
    assert find_disturbance(bench, pulse, before) == []


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_every_bad_provider_one_after_another(bench: Bench) -> None:
    """I-06, XP18: each alone, with what it cost; TLS that cannot succeed at the end."""
    await bench.ask("none")
    begun, wrong = bench.memory, []

    for case in CASES:
        before, started = bench.memory, time.monotonic()
        with bench.watch() as pulse:
            replies = await bench.ask(case)
        bad = replies[BAD_VOICE]
        print(
            f"{case:28} {bad.state:12} {bad.error.code if bad.error else '-':16} {len(bad.text):>9} characters "
            f"{time.monotonic() - started:5.1f} s, ",
            end="",
        )
        wrong += find_wrong(case, replies) + find_disturbance(bench, pulse, before) + find_delay(bench, pulse)
    for provider in ("hangup", "nocert"):
        alone = {"advisor_ids": [BAD_VOICE], "choice": {"model": f"{provider}:m"}}
        replies = await bench.ask(f"tls_{provider}", **alone)
        assert replies[BAD_VOICE].error is not None
        assert (replies[BAD_VOICE].state, replies[BAD_VOICE].error.code) == ("error", "net")
    assert wrong == []
    assert bench.memory - begun < MEMORY_MIB
