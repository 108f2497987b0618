"""Feeds that stay: one stream a tab, as browsers hold them, and each comes back to another node when it is cut."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import orjson
from typing_extensions import override

from bench.clients import HOST, EventWire, build_request
from bench.load.ledger import Ledger
from bench.stamps import WORD_LENGTH, parse_stamp
from tests.fakes.nodes import Node

# A tab that shows several conversations side by side, one of so many.
_WIDE, _BESIDE = 10, 3
_TOGETHER = 50
_OPEN_SECONDS = 120.0
# Nothing comes of a feed that is well for so long but a comment; a feed that is dead says nothing at all.
_FIRST_PIECE = b'"channel":"text","offset":0,'


class TabWire(EventWire):
    """One connection of a tab."""

    def __init__(self) -> None:
        super().__init__()
        self.tab: Tab | None = None

    @override
    def on_block(self, block: bytes) -> None:
        if self.tab is not None:
            self.tab.hear(block, self.now_ns)


@dataclass(slots=True)
class Tab:
    """What one window follows, and where it stands."""

    conversations: Sequence[str]
    ledger: Ledger
    sent: dict[str, int]
    cursor: str = ""
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    wire: TabWire | None = None

    async def follow(self, nodes: Sequence[Node], number: int) -> None:
        """Read without end; a connection that ends is opened again at the next node."""
        while True:
            try:
                await self._read(nodes[number % len(nodes)].port)
            except OSError:
                await asyncio.sleep(0.5)
            self.ledger.cuts.append(self.ledger.now())
            number += 1
            await asyncio.sleep(random.random())

    async def _read(self, port: int) -> None:
        _, wire = await asyncio.get_running_loop().create_connection(TabWire, HOST, port)
        wire.tab, self.wire = self, wire
        wanted = "&".join(f"conversation={each}" for each in self.conversations)
        resumed = [f"Last-Event-ID: {self.cursor}"] if self.cursor else []
        wire.send(build_request("GET", f"/v1/feed?{wanted}&list=true", None, "Accept: text/event-stream", *resumed))
        try:
            await wire.done
        finally:
            wire.close()

    def hear(self, block: bytes, now_ns: int) -> None:
        """Note where it stands, and when the first word of an answer comes."""
        if b"event: delta" in block:
            if _FIRST_PIECE in block:
                self._note_first(orjson.loads(block[block.index(b"data:") + 5 :]), now_ns)
            return
        self.heard.set()
        for line in block.split(b"\n"):
            if line.startswith(b"id:"):
                self.cursor = line[3:].strip().decode()
            elif line == b"event: gap":
                self.ledger.gaps += 1

    def _note_first(self, delta: dict[str, str], now_ns: int) -> None:
        """The text says when the model was asked and when it spoke; what is left of the time is ours."""
        sent_ns = self.sent.get(delta["conversation_id"])
        words = delta["text"]
        if sent_ns is None or len(words) < 2 * WORD_LENGTH - 1:
            return
        asked, said = (parse_stamp(word) for word in words[: 2 * WORD_LENGTH].split())
        self.ledger.first_words.append((self.ledger.now(), (asked - sent_ns + now_ns - said) / 1e9))


@dataclass(slots=True)
class Tabs:
    """All that are open."""

    ledger: Ledger
    # When the latest message of a conversation was sent.
    sent: dict[str, int] = field(default_factory=dict)
    tabs: list[Tab] = field(default_factory=list)
    tasks: "list[asyncio.Task[None]]" = field(default_factory=list)
    opening_seconds: float = 0.0

    async def open(self, count: int, conversations: Sequence[str], nodes: Sequence[Node]) -> None:
        """So many, some at a time; returns when each has heard something."""
        began = time.monotonic()
        async with asyncio.timeout(_OPEN_SECONDS):
            for first in range(0, count, _TOGETHER):
                several = range(first, min(count, first + _TOGETHER))
                made = [Tab(_choose(conversations, number), self.ledger, self.sent) for number in several]
                self.tabs += made
                self.tasks += [
                    asyncio.create_task(tab.follow(nodes, number)) for number, tab in zip(several, made, strict=True)
                ]
                await asyncio.gather(*(tab.heard.wait() for tab in made))
        self.opening_seconds = time.monotonic() - began

    async def close(self) -> None:
        """Hang up everywhere."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def _choose(conversations: Sequence[str], number: int) -> list[str]:
    """Its own, and now and then some more beside it."""
    several = _BESIDE if number % _WIDE == 0 else 1
    return list(dict.fromkeys(conversations[(number + more) % len(conversations)] for more in range(several)))
