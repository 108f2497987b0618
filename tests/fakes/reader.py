"""A client that folds the feed and holds it to its word."""

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import aiohttp
from httpx_sse._decoders import SSEDecoder

from antiphon.conversation.event_wire import decode_event
from antiphon.conversation.fold import apply_event
from antiphon.conversation.turn import Turn
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_turn, decode_view


class Broke(AssertionError):
    """The feed said something that cannot be true."""


@dataclass(slots=True)
class Reader:
    """Follows one conversation through any number of connections, nodes and cursors."""

    conversation_id: str
    view: ConversationView | None = None
    cursor: str | None = None
    connections: int = 0
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    shown: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    terminal: dict[str, int] = field(default_factory=dict)

    async def read(
        self,
        url: str,
        until: Callable[["Reader"], bool],
        *,
        seconds: float = 20,
        resume: bool = True,
        cursor: str | None = None,
    ) -> bool:
        """Read one connection until something holds; False when the connection ended first."""
        self.connections += 1
        headers = {}
        if resume and (cursor or self.cursor):
            headers["Last-Event-ID"] = cursor or self.cursor or ""
        if until(self):
            return True
        timeout = aiohttp.ClientTimeout(total=seconds, connect=2)
        address = f"{url}/v1/feed?{urlencode({'conversation': self.conversation_id})}"
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(address, headers=headers) as response:
            if response.status != 200:
                raise Broke(f"the feed answered {response.status}: {await response.text()}")
            return await self._listen(response, until)

    async def read_until(
        self, urls: Sequence[str], until: Callable[["Reader"], bool], *, seconds: float = 30, resume: bool = True
    ) -> None:
        """Read, and reconnect to the next node whenever a connection ends, until something holds."""
        async with asyncio.timeout(seconds):
            for url in itertools.cycle(urls):
                try:
                    if await self.read(url, until, seconds=seconds, resume=resume):
                        return
                except (aiohttp.ClientError, OSError, TimeoutError, Broke) as error:
                    if isinstance(error, Broke) and "answered 5" not in str(error):
                        raise
                    await asyncio.sleep(0.1)

    async def _listen(self, response: aiohttp.ClientResponse, until: Callable[["Reader"], bool]) -> bool:
        decoder = SSEDecoder()
        async for raw in response.content:
            event = decoder.decode(raw.decode().rstrip("\n"))
            if event is None or not event.data:
                continue
            self.hear(event.event, json.loads(event.data))
            if event.id:
                self.cursor = event.id
            if until(self):
                return True
        return False

    def hear(self, kind: str, body: dict[str, Any]) -> None:
        """Fold one event, checking what may never happen."""
        self.events.append((kind, body))
        if kind == "snapshot":
            self.view = decode_view(body)
        elif kind not in ("gap", "reconnect"):
            if self.view is None:
                self.view = ConversationView(decode_event(body).conversation_id)
            if kind == "reply_settled":
                self.terminal[body["reply_id"]] = self.terminal.get(body["reply_id"], 0) + 1
            self.view = apply_event(self.view, decode_event(body))
        self._note()

    def _note(self) -> None:
        for turn in self.view.turns if self.view else ():
            for reply in turn.replies:
                texts = self.shown.setdefault((reply.id, reply.epoch), [])
                if not texts or texts[-1] != reply.text:
                    texts.append(reply.text)

    @property
    def turn(self) -> Turn:
        """The newest turn."""
        assert self.view is not None
        return self.view.turns[-1]

    def check_against(self, stored: Turn) -> None:
        """I-10: everything ever shown of an epoch that counts is a prefix of what is stored, and the end is equal."""
        for reply in stored.replies:
            for text in self.shown.get((reply.id, reply.epoch), ()):
                assert reply.text.startswith(text), f"{reply.name} was shown {text[-40:]!r}"
        assert {r.id: (r.text, r.state) for r in self.turn.replies} == {r.id: (r.text, r.state) for r in stored.replies}


def all_ended(reader: Reader) -> bool:
    """The newest turn is complete."""
    return reader.view is not None and bool(reader.view.turns) and reader.turn.all_completed


def ended(count: int) -> Callable[[Reader], bool]:
    """At least this many replies of the newest turn have ended."""

    def holds(reader: Reader) -> bool:
        return (
            reader.view is not None
            and bool(reader.view.turns)
            and sum(reply.completed for reply in reader.turn.replies) >= count
        )

    return holds


def everyone_speaks(reader: Reader) -> bool:
    """Every reply of the newest turn has some text."""
    return reader.view is not None and bool(reader.view.turns) and all(reply.text for reply in reader.turn.replies)


class Api:
    """The few calls a test makes."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self.session = session

    async def post(self, url: str, body: object, **headers: str) -> tuple[int, dict[str, Any]]:
        """Status and JSON of a POST."""
        async with self.session.post(url, json=body, headers=headers) as response:
            return response.status, await response.json()

    async def delete(self, url: str) -> int:
        """DELETE and see."""
        async with self.session.delete(url) as response:
            return response.status

    async def patch(self, url: str, body: object) -> tuple[int, dict[str, Any]]:
        """Change something."""
        async with self.session.patch(url, json=body) as response:
            return response.status, await response.json()

    async def put(self, url: str, body: object) -> tuple[int, dict[str, Any]]:
        """Put something in place of what is there."""
        async with self.session.put(url, json=body) as response:
            return response.status, await response.json()

    async def get(self, url: str) -> dict[str, Any]:
        """JSON of a GET that must succeed."""
        async with self.session.get(url) as response:
            assert response.status == 200, await response.text()
            return dict(await response.json())

    async def create(self, url: str) -> str:
        """A new conversation."""
        status, body = await self.post(f"{url}/v1/conversations", {})
        assert status == 201, body
        return str(body["id"])

    async def send(self, url: str, conversation_id: str, text: str, key: str, **more: object) -> dict[str, Any]:
        """Send a message that must be accepted."""
        status, body = await self.send_raw(url, conversation_id, text, key, **more)
        assert status == 202, body
        return body

    async def send_raw(
        self, url: str, conversation_id: str, text: str, key: str, **more: object
    ) -> tuple[int, dict[str, Any]]:
        """Send a message and see."""
        address = f"{url}/v1/conversations/{conversation_id}/turns"
        return await self.post(address, {"text": text} | more, **{"Idempotency-Key": key})

    async def turn(self, url: str, turn_id: str) -> Turn:
        """A turn as the store has it."""
        return decode_turn(await self.get(f"{url}/v1/turns/{turn_id}"))

    async def settled(self, url: str, turn_id: str, seconds: float = 30) -> Turn:
        """The turn, once every reply has ended."""
        async with asyncio.timeout(seconds):
            while True:
                try:
                    turn = await self.turn(url, turn_id)
                except (aiohttp.ClientError, OSError, AssertionError):
                    turn = None
                if turn is not None and turn.all_completed:
                    return turn
                await asyncio.sleep(0.1)


async def wait_until(holds: Callable[[], Awaitable[bool]], seconds: float = 20) -> None:
    """Return once it holds."""
    async with asyncio.timeout(seconds):
        while not await holds():
            await asyncio.sleep(0.05)
