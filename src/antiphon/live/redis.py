"""The bus between processes: Redis Streams, one per conversation.

One writer per process merges what was said in the last frame and adds it in one pipeline; one reader per process waits
on all streams somebody here listens to. Readers in this process hear their own node without Redis. Each entry holds
the JSON of several events; its id is only a place in the transport, never a client's cursor.
"""

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import orjson
from redis.asyncio import Redis
from redis.exceptions import RedisError

from antiphon.conversation.event import Event
from antiphon.conversation.event_wire import decode_event, encode_event
from antiphon.conversation.ids import ConversationId, NodeId, PrincipalId, ReplyId
from antiphon.live.live import Listener, StopCallback, join_deltas
from antiphon.live.memory import RECENT_SECONDS, MemoryLive

logger = logging.getLogger(__name__)

# Entries older than the recent seconds are never asked for; the length only bounds a burst.
_STREAM_LENGTH = 500
_STREAM_SECONDS = 600
# A blocked read that returns nothing proves that Redis lives; one that does not return proves the opposite.
_BLOCK_MS = 400
# While nothing is said, that may take a little longer to prove.
_IDLE_BLOCK_MS = 700
_IDLE_SECONDS = 5.0
_SOCKET_SECONDS = 1.0
_RETRY_SECONDS = 0.3
_MOST_UNSENT = 10_000


class RedisLive:
    """A `MemoryLive` that also tells other nodes, and hears them."""

    kind = "redis"
    alone = False

    def __init__(self, url: str, node_id: NodeId, *, frame_seconds: float) -> None:
        self._writer = _open(url)
        self._reader = _open(url)
        self._node = node_id
        self._frame_seconds = frame_seconds
        self._memory = MemoryLive(alone=False)
        self._unsent: dict[ConversationId, list[Event]] = {}
        self._unsent_stops: list[ReplyId] = []
        self._list_changed = False
        self._work_changed: set[PrincipalId] = set()
        self._unsent_count = 0
        self._speak = asyncio.Event()
        self._places: dict[str, str] = {}
        self._woken = False
        self._active_at = time.monotonic()
        self._closing = False
        self._writer_ok = True
        self._reader_ok = False
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def healthy(self) -> bool:
        """True while both directions work."""
        return self._writer_ok and self._reader_ok

    def publish(self, event: Event) -> None:
        """Tell this process at once and the others within a frame."""
        self._memory.publish(event)
        self._active_at = time.monotonic()
        if self._unsent_count < _MOST_UNSENT:
            self._unsent.setdefault(event.conversation_id, []).append(event)
            self._unsent_count += 1
        self._speak.set()

    @contextmanager
    def listen(self, conversation_ids: Iterable[ConversationId]) -> Iterator[Listener]:
        """Listen here, and make the reader follow these conversations."""
        with self._memory.listen(conversation_ids) as listener:
            self._follow_more()
            yield listener

    def tell_list_changed(self) -> None:
        """Wake everybody here at once, elsewhere within a frame."""
        self._memory.tell_list_changed()
        self._list_changed = True
        self._speak.set()

    def tell_work_changed(self, person_id: PrincipalId) -> None:
        """Wake everybody here at once, elsewhere within a frame."""
        self._memory.tell_work_changed(person_id)
        self._work_changed.add(person_id)
        self._speak.set()

    def ask_stop(self, reply_ids: Sequence[ReplyId]) -> None:
        """Stop here at once, elsewhere within a frame."""
        self._memory.ask_stop(reply_ids)
        self._unsent_stops.extend(reply_ids)
        self._speak.set()

    def on_stop(self, callback: StopCallback) -> None:
        """Remember whom to call."""
        self._memory.on_stop(callback)

    def wake_all(self) -> None:
        """End every wait in this process."""
        self._memory.wake_all()

    async def start(self) -> None:
        """Begin to write and read."""
        self._tasks = [
            asyncio.create_task(self._run_writer(), name="live-writer"),
            asyncio.create_task(self._run_reader(), name="live-reader"),
        ]

    async def close(self) -> None:
        """Send what is left, then stop both tasks.

        The flag is not a courtesy: in Python 3.11 a cancellation that arrives together with an answer gets lost.
        """
        self._closing = True
        with suppress(RedisError, OSError, TimeoutError):
            await self._send()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._writer.aclose()
        await self._reader.aclose()

    async def _run_writer(self) -> None:
        while not self._closing:
            await self._speak.wait()
            self._speak.clear()
            try:
                await self._send()
            except (RedisError, OSError, TimeoutError) as error:
                self._note_writer(ok=False, error=error)
                # Nobody may say anything for a while; find out by ourselves when Redis is back.
                self._speak.set()
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                self._note_writer(ok=True)
            await asyncio.sleep(self._frame_seconds)

    async def _send(self) -> None:
        """One pipeline for everything that was said since the last."""
        unsent, self._unsent = self._unsent, {}
        stops, self._unsent_stops = self._unsent_stops, []
        list_changed, self._list_changed = self._list_changed, False
        work_changed, self._work_changed = self._work_changed, set()
        self._unsent_count = 0
        if not (unsent or stops or list_changed or work_changed):
            if not self._writer_ok:
                await self._writer.ping()
            return
        pipeline = self._writer.pipeline(transaction=False)
        for conversation_id, events in unsent.items():
            key = _stream(conversation_id)
            body = orjson.dumps([encode_event(event) for event in join_deltas(events)])
            pipeline.xadd(key, {"n": self._node, "e": body}, maxlen=_STREAM_LENGTH, approximate=True)
            pipeline.expire(key, _STREAM_SECONDS)
        if stops:
            pipeline.xadd(_STOPS, {"n": self._node, "e": orjson.dumps(stops)}, maxlen=1000, approximate=True)
        if list_changed:
            pipeline.xadd(_LISTS, {"n": self._node}, maxlen=10, approximate=True)
        if work_changed:
            body = orjson.dumps(sorted(work_changed))
            pipeline.xadd(_WORK, {"n": self._node, "e": body}, maxlen=100, approximate=True)
        try:
            await pipeline.execute()
        except BaseException:
            # Words and facts are in the store for whoever misses them; nothing tells later that work has changed.
            self._work_changed |= work_changed
            raise

    async def _run_reader(self) -> None:
        while not self._closing:
            try:
                await self._begin()
                while not self._closing:
                    await self._read()
                    self._note_reader(ok=True)
            except (RedisError, OSError, TimeoutError) as error:
                self._note_reader(ok=False, error=error)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _begin(self) -> None:
        """Find where the streams stand: a read must name real places, or it misses what lies between two reads."""
        seconds, micros = await self._reader.time()
        self._places = {}
        self._origin_ms = int(seconds * 1000 + micros / 1000 - RECENT_SECONDS * 1000)
        self._origin_at = time.monotonic()
        self._place_of(_STOPS)
        self._place_of(_LISTS)
        self._place_of(_WORK)
        self._place_of(self._wake_key)

    async def _read(self) -> None:
        keys = {_STOPS, _LISTS, _WORK, self._wake_key, *(_stream(each) for each in self._memory.wanted())}
        if keys != self._places.keys():
            for key in keys:
                self._place_of(key)
            self._places = {key: place for key, place in self._places.items() if key in keys}
        self._woken = False
        is_idle = time.monotonic() - self._active_at > _IDLE_SECONDS
        found = await self._reader.xread(self._places, count=200, block=_IDLE_BLOCK_MS if is_idle else _BLOCK_MS)
        if found:
            self._active_at = time.monotonic()
        for raw_key, entries in found or ():
            key = raw_key.decode()
            for place, fields in entries:
                self._places[key] = place.decode()
                self._hear(key, fields)

    def _hear(self, key: str, fields: Mapping[bytes, bytes]) -> None:
        if key == self._wake_key or fields.get(b"n", b"").decode() == self._node:
            return
        if key == _LISTS:
            self._memory.tell_list_changed()
            return
        body = orjson.loads(fields[b"e"])
        if key == _STOPS:
            self._memory.ask_stop([ReplyId(each) for each in body])
            return
        if key == _WORK:
            for each in body:
                self._memory.tell_work_changed(PrincipalId(each))
            return
        for each in body:
            try:
                self._memory.publish(decode_event(each))
            except (KeyError, ValueError):
                # A newer node says something this version does not know; the store has what matters.
                logger.warning("live_event_unknown", extra={"kind": each.get("kind")})

    def _place_of(self, key: str) -> None:
        """A new stream is read from a little before now, so that what the store has not yet is heard again."""
        if key not in self._places:
            passed = (time.monotonic() - self._origin_at) * 1000
            self._places[key] = f"{int(self._origin_ms + passed)}-0"

    def _follow_more(self) -> None:
        """Interrupt a blocked read so that it is asked again with the new streams."""
        if not self._woken and self._reader_ok:
            self._woken = True
            self._tasks = [task for task in self._tasks if not task.done()]
            self._tasks.append(asyncio.create_task(self._wake(), name="live-wake"))

    async def _wake(self) -> None:
        with suppress(RedisError, OSError, TimeoutError):
            pipeline = self._writer.pipeline(transaction=False)
            pipeline.xadd(self._wake_key, {"n": self._node}, maxlen=10, approximate=True)
            pipeline.expire(self._wake_key, _STREAM_SECONDS)
            await pipeline.execute()

    @property
    def _wake_key(self) -> str:
        return f"antiphon:wake:{self._node}"

    def _note_writer(self, *, ok: bool, error: Exception | None = None) -> None:
        if ok != self._writer_ok:
            _note("live_writer_changed", error)
            self._writer_ok = ok
            self._memory.wake_all()

    def _note_reader(self, *, ok: bool, error: Exception | None = None) -> None:
        if ok != self._reader_ok:
            _note("live_reader_changed", error)
            self._reader_ok = ok
            self._memory.wake_all()


_STOPS = "antiphon:stops"
_LISTS = "antiphon:lists"
_WORK = "antiphon:work"


def _note(event: str, error: Exception | None) -> None:
    """Losing Redis is worth a warning; finding it is not."""
    logger.log(logging.INFO if error is None else logging.WARNING, event, extra={"error": repr(error)})


def _open(url: str) -> Any:
    """A client. Its stubs promise text, bytes and awaitables all at once, so it is used untyped in this file only."""
    return Redis.from_url(url, socket_timeout=_SOCKET_SECONDS, socket_connect_timeout=_SOCKET_SECONDS)


def _stream(conversation_id: ConversationId) -> str:
    return f"antiphon:live:{{{conversation_id}}}"
