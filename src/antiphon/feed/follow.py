"""The stream one client reads: what it missed, then what happens, for several conversations at once."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from antiphon.access.principal import Principal
from antiphon.conversation.errors import NotFound, StoreUnavailable
from antiphon.conversation.event import ConversationDeleted
from antiphon.conversation.ids import ConversationId
from antiphon.feed.catch_up import catch_up
from antiphon.feed.client_position import ClientPosition
from antiphon.feed.cursor import Cursor
from antiphon.feed.heads import Heads, SharedHeads
from antiphon.feed.news import Gap, ListChanged, News, Snapshot, WorkChanged
from antiphon.live.live import Listener, Live
from antiphon.store.reads.facts import read_heads
from antiphon.store.reads.list_number import read_list_number
from antiphon.store.reads.view import read_view
from antiphon.store.unit import Store, Unit

logger = logging.getLogger(__name__)

# A cursor further behind than this is cheaper to answer with a snapshot.
MOST_FACTS_BEHIND = 500
_SNAPSHOT_TURNS = 50
# Text is on disk at most half a second late, so asking sooner than this finds nothing new.
_STORE_SECONDS = 0.3
# With other nodes about, silence may also mean that their news does not reach us.
_SILENCE_SECONDS = 1.2
_IDLE_SILENCE_SECONDS = 5.0
_KEEP_ALIVE_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Feed:
    """What following needs: where facts are kept and where news is heard."""

    store: Store
    live: Live
    gather_seconds: float = 0.01
    # Many may come at once, after a restart for example. A few begin at a time, and the rest of the house goes on.
    opening: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(4))
    heads: SharedHeads = field(init=False)

    def __post_init__(self) -> None:
        """Streams of one process ask the store together."""
        object.__setattr__(self, "heads", SharedHeads(self.store))


async def check_readable(feed: Feed, principal: Principal, wanted: Sequence[ConversationId]) -> None:
    """`NotFound` unless every conversation exists for this principal; asked before the stream begins."""
    async with feed.opening:
        heads = await feed.store.read(principal, read_heads, wanted)
    for conversation_id in wanted:
        if conversation_id not in heads:
            raise NotFound("conversation", conversation_id)


async def follow(
    feed: Feed,
    principal: Principal,
    wanted: Sequence[ConversationId],
    cursor: Cursor,
    *,
    with_list: bool = False,
    with_work: bool = False,
) -> AsyncGenerator[list[News], None]:
    """News in batches, for ever or until every conversation was deleted; an empty batch is a sign of life.

    With the list it goes on in any case, and says first at which number the list stands. With work too, and says first
    that it may have changed.

    Resuming with any cursor on any node gives the same result: what the client has shown is a prefix of what is
    stored, and in the end equal to it. While the store cannot say where to begin, the stream is over at once, and the
    client comes back with the cursor it has.
    """
    with feed.live.listen(wanted) as listener, feed.heads.following(principal, wanted):
        reader = _Reader(feed, principal, listener)
        for conversation_id in wanted:
            try:
                async with feed.opening:
                    begun = await reader.begin(conversation_id, cursor.get(conversation_id))
            except (StoreUnavailable, NotFound) as error:
                # Both were asked before the stream began. What is gone since then is said when the client is back.
                logger.warning("feed_not_begun", extra={"conversation": conversation_id, "reason": error.code})
                return
            yield begun
        if with_list:
            yield await reader.begin_list()
        if with_work:
            yield reader.begin_work()
        while reader.follows_any:
            yield await reader.next()


class _Reader:
    """One client's ear, its places, and the store behind both."""

    def __init__(self, feed: Feed, principal: Principal, listener: Listener) -> None:
        self._feed = feed
        self._principal = principal
        self._listener = listener
        self._told: dict[ConversationId, ClientPosition] = {}
        # Nobody who did not ask for the list is told of it.
        self._list_number: int | None = None
        self._with_work = False
        self._asked_at = time.monotonic()
        self._heard_at = time.monotonic()
        self._list_changed_at: float | None = None

    @property
    def follows_any(self) -> bool:
        """Whether any of its conversations is still there, or the list or work is followed."""
        return bool(self._told) or self._list_number is not None or self._with_work

    async def begin(self, conversation_id: ConversationId, seq: int | None) -> list[News]:
        """A snapshot, or what happened since the cursor."""
        told, news = await self._feed.store.read(self._principal, _begin, conversation_id, seq)
        self._told[conversation_id] = told
        return news

    async def begin_list(self) -> list[News]:
        """Where the list stands; when the store cannot say, it is told as soon as it can."""
        try:
            self._list_number = await self._feed.store.read(self._principal, read_list_number)
        except StoreUnavailable:
            self._list_number = -1
            return []
        return [ListChanged(self._list_number)]

    def begin_work(self) -> list[News]:
        """Whoever comes, or comes back, may have missed something."""
        self._with_work = True
        return [WorkChanged()]

    async def next(self) -> list[News]:
        """The next batch: what arrives within a moment of each other travels together.

        Models are read in beats, so the advisors of a turn speak at about the same time; facts and first words wait
        for nobody.
        """
        await self._listener.wait(self._patience())
        await self._listener.wait_for_urgent(self._feed.gather_seconds)
        news = self._hear_work() + self._hear()
        if self._should_ask():
            news += await self._ask_store()
        for each in news:
            if isinstance(each, ConversationDeleted):
                self._told.pop(each.conversation_id, None)
        return news

    def _hear_work(self) -> list[News]:
        changed = self._listener.take_work_changes()
        return [WorkChanged()] if self._with_work and self._principal.id in changed else []

    def _hear(self) -> list[News]:
        changed_at = self._listener.take_list_change()
        if changed_at is not None and self._list_number is not None:
            self._list_changed_at = changed_at
        if self._listener.lost:
            self._asked_at = 0.0
        events = self._listener.take()
        if events:
            self._heard_at = time.monotonic()
        heard = [(self._told.get(event.conversation_id), event) for event in events]
        return [out for told, event in heard if told is not None for out in told.hear(event)]

    def _patience(self) -> float:
        """How long to wait for news before looking elsewhere."""
        if self._is_behind():
            return _STORE_SECONDS
        return self._silence()

    def _should_ask(self) -> bool:
        now = time.monotonic()
        if self._asked_at == 0.0 or self._list_changed_at is not None:
            return True
        if now - self._asked_at < _STORE_SECONDS:
            return False
        return self._is_behind() or now - max(self._heard_at, self._asked_at) >= self._silence()

    def _is_behind(self) -> bool:
        return any(told.behind for told in self._told.values())

    def _silence(self) -> float:
        """How long nothing may be heard before the store is asked; only other nodes can fail to be heard."""
        if self._feed.live.alone:
            return _KEEP_ALIVE_SECONDS
        answering = any(told.replies for told in self._told.values())
        if not self._feed.live.healthy:
            return _STORE_SECONDS if answering else 3 * _STORE_SECONDS
        return _SILENCE_SECONDS if answering else _IDLE_SILENCE_SECONDS

    async def _ask_store(self) -> list[News]:
        freshness = self._freshness()
        self._asked_at = time.monotonic()
        self._list_changed_at = None
        news: list[News] = []
        try:
            heads = await self._feed.heads.ask(self._principal, list(self._told), freshness)
            for place in self._worth_asking(heads):
                told, events = await self._feed.store.read(self._principal, catch_up, place)
                self._told[told.conversation_id] = told
                news += events
            # Without our hearing of it.
            gone = heads.deleted & self._told.keys()
            news += [ConversationDeleted(each, self._told[each].seq + 1) for each in gone]
            news += self._compare_list(heads.list_number)
        except StoreUnavailable:
            # The client keeps what it has; the next look finds the rest.
            logger.warning("feed_store_unavailable")
        return news

    def _freshness(self) -> float:
        """How old an answer may be: somebody who misses something is not told what was true before that."""
        if self._is_behind() or self._asked_at == 0.0:
            return 0.0
        if self._list_changed_at is not None:
            return time.monotonic() - self._list_changed_at
        return self._silence() / 2

    def _compare_list(self, number: int) -> list[News]:
        if self._list_number is None or number <= self._list_number:
            return []
        self._list_number = number
        return [ListChanged(number)]

    def _worth_asking(self, heads: Heads) -> list[ClientPosition]:
        """Conversations with a hole, with an open reply, or with facts the client was not told."""
        return [
            told
            for told in self._told.values()
            if told.behind or told.replies or heads.numbers.get(told.conversation_id, 0) > told.seq
        ]


def _begin(unit: Unit, conversation_id: ConversationId, seq: int | None) -> tuple[ClientPosition, list[News]]:
    """In one snapshot of the store: where the client stands, and the first things to tell it."""
    head = (read_heads(unit, [conversation_id])).get(conversation_id)
    if head is None:
        raise NotFound("conversation", conversation_id)
    news: list[News] = []
    if seq is not None and seq > head:
        news.append(Gap(conversation_id, "from_the_future"))
    elif seq is not None and head - seq > MOST_FACTS_BEHIND:
        news.append(Gap(conversation_id, "too_old"))
    elif seq is not None:
        told, events = catch_up(unit, ClientPosition(conversation_id, seq))
        return told, [*events]
    view = read_view(unit, conversation_id, limit=_SNAPSHOT_TURNS)
    return ClientPosition.from_view(view), [*news, Snapshot(view)]
