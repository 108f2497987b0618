"""Who comes, and what they do: each comes at their moment, whoever was before, and tries again elsewhere if refused."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

from bench.load.ledger import Ledger, Try, Visit
from bench.load.plan import KINDS, Arrival, Plan
from bench.load.tabs import Tabs
from tests.crash.partition import words
from tests.fakes.nodes import Node

# As long as somebody goes on trying, and what they wait in between.
PATIENCE: Final = 60.0
_PAUSE: Final = 0.25
_TOGETHER: Final = 20
_ANSWERED_SECONDS: Final = 15.0
_REHEARSAL: Final = "scripted:rehearsal"
_FAILED: Final = (aiohttp.ClientError, OSError, TimeoutError)


class NothingThere(Exception):
    """Nothing has been answered yet that could be looked at: nobody came."""


class Refused(Exception):
    """An answer that trying again does not change."""


@dataclass(slots=True)
class Crowd:
    """All who come. They are many more than anybody waits for: nothing here waits for the one before."""

    nodes: Sequence[Node]
    session: aiohttp.ClientSession
    ledger: Ledger
    tabs: Tabs
    chance: random.Random
    # The longest unasked first, so that hardly ever somebody writes where an answer is still running.
    conversations: deque[str] = field(default_factory=deque)
    # With the moment they were taken: what is looked at has been answered.
    turns: deque[tuple[float, str]] = field(default_factory=lambda: deque(maxlen=500))
    _sent: int = 0
    _came: int = 0
    _tasks: "set[asyncio.Task[None]]" = field(default_factory=set)

    async def settle_in(self, plan: Plan) -> None:
        """Begin as many conversations as there will be."""
        for first in range(0, plan.conversations, _TOGETHER):
            several = range(first, min(plan.conversations, first + _TOGETHER))
            made = await asyncio.gather(*(self._try("create", "POST", "/v1/conversations", 201, {}) for _ in several))
            self.conversations.extend(str(each["id"]) for each in made)

    async def warm_up(self, times: int = 4) -> None:
        """Each kind a few times, so that nobody who counts pays for what is done once: a model that reads is loaded."""
        for kind in KINDS:
            await asyncio.gather(*(self._serve(kind, self.ledger.now()) for _ in range(times)))
            if kind == "send":
                await asyncio.sleep(_ANSWERED_SECONDS)

    async def come(self, arrivals: Iterable[Arrival]) -> None:
        """Let each come at their moment, and wait until the last has been served or has given up."""
        start = self.ledger.now()
        for arrival in arrivals:
            await asyncio.sleep(max(0.0, start + arrival.at - self.ledger.now()))
            task = asyncio.create_task(self._serve(arrival.kind, start + arrival.at))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await asyncio.gather(*self._tasks)

    async def _serve(self, kind: str, due: float) -> None:
        late, error = self.ledger.now() - due, ""
        try:
            await self._deeds[kind]()
        except TimeoutError:
            error = "not served in time"
        except Refused as refused:
            error = str(refused)
        except NothingThere:
            return
        self.ledger.visits.append(Visit(due, kind, self.ledger.now() - due, late, error))

    @property
    def _deeds(self) -> Mapping[str, Callable[[], Awaitable[Any]]]:
        return {
            "send": self._send,
            "preview": self._preview,
            "open": self._open,
            "list": lambda: self._try("list", "GET", "/v1/conversations?limit=30"),
            "search": self._search,
            "glance": self._glance,
            "map": self._map,
        }

    async def _send(self) -> None:
        """A message under one key, in the conversation that was asked longest ago."""
        self._sent += 1
        key = f"key-{self._sent}"
        for _ in range(5):
            here = self.conversations[0]
            self.conversations.rotate(-1)
            self.tabs.sent[here] = time.monotonic_ns()
            path = f"/v1/conversations/{here}/turns"
            try:
                said = await self._try("send", "POST", path, 202, {"text": words(key)}, key)
            except Refused as refused:
                # Somebody's answer is still running there; who is told so writes elsewhere, under the same key.
                if not str(refused).startswith("409"):
                    raise
                self._note(refused.args[0], "send", "any")
                continue
            self.ledger.note_accepted(key, said["turn"]["id"])
            self.turns.append((self.ledger.now(), said["turn"]["id"]))
            return
        raise Refused("409 everywhere")

    async def _preview(self) -> None:
        path = f"/v1/conversations/{self._pick()}/preview"
        await self._try("preview", "POST", path, 200, {"text": "Should I take it?"[: 5 + self._came % 12]})

    async def _open(self) -> None:
        await self._try("open", "GET", f"/v1/conversations/{self._pick()}?limit=30")

    async def _search(self) -> None:
        # Every other time a word that stands in every message, otherwise one that stands in one.
        wanted = "now" if self._came % 2 else f"key-{1 + self._came % max(1, self._sent)})"
        await self._try("search", "GET", f"/v1/search?q={wanted}&limit=20")

    async def _glance(self) -> None:
        await self._try("glance", "GET", f"/v1/turns/{self._pick_turn()}/glance")

    async def _map(self) -> None:
        """Have a map drawn by the rehearsal, and wait until it is."""
        path = f"/v1/turns/{self._pick_turn()}/map"
        await self._try("map", "POST", path, 202, {"model": _REHEARSAL}, f"map-{self._came}")
        async with asyncio.timeout(PATIENCE):
            while (status := (await self._try("map", "GET", path))["status"]) == "running":
                await asyncio.sleep(_PAUSE)
        if status != "done":
            raise Refused(f"the map is {status}")

    def _pick(self) -> str:
        return self.conversations[self.chance.randrange(len(self.conversations))]

    def _pick_turn(self) -> str:
        """One that should have been answered by now."""
        answered = [turn for taken, turn in self.turns if taken < self.ledger.now() - _ANSWERED_SECONDS]
        if not answered:
            raise NothingThere
        return self.chance.choice(answered)

    async def _try(
        self, kind: str, method: str, path: str, wanted: int = 200, body: object = None, key: str | None = None
    ) -> dict[str, Any]:
        """Ask one node, and the other when that one cannot; raises when it takes too long or is not to be had."""
        self._came += 1
        headers = {"Idempotency-Key": key} if key else {}
        async with asyncio.timeout(PATIENCE):
            for attempt in range(self._came, self._came + 1000):
                node = self.nodes[attempt % len(self.nodes)]
                try:
                    async with self.session.request(method, node.url + path, json=body, headers=headers) as response:
                        said = await response.json(content_type=None)
                        status = response.status
                except _FAILED as error:
                    self._note(type(error).__name__, kind, node.name)
                else:
                    if status == wanted:
                        if kind == "send":
                            self.ledger.taken.append(Try(self.ledger.now(), node.name, kind, ""))
                        return dict(said)
                    reason = f"{status} {said.get('code', '')}"
                    if status < 500 and status != 429:
                        raise Refused(reason)
                    self._note(reason, kind, node.name)
                await asyncio.sleep(_PAUSE)
        raise TimeoutError

    def _note(self, answer: str, kind: str, node: str) -> None:
        self.ledger.stumbles.append(Try(self.ledger.now(), node, kind, answer))
