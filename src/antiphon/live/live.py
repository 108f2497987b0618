"""The protocol both buses keep, and the ear a reader listens with."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from antiphon.conversation.event import Delta, Event
from antiphon.conversation.ids import ConversationId, PrincipalId, ReplyId

StopCallback = Callable[[Sequence[ReplyId]], None]

# A reader this far behind is better served by the store.
_MOST_CHARS = 1_000_000


class Listener:
    """Collects news for one reader until it is taken. Never makes the speaker wait."""

    __slots__ = ("_chars", "_events", "_list_changed_at", "_news", "_urgent", "_work_changed", "lost")

    def __init__(self) -> None:
        self.lost = False
        self._events: list[Event] = []
        self._chars = 0
        self._list_changed_at: float | None = None
        self._work_changed: set[PrincipalId] = set()
        self._news = asyncio.Event()
        self._urgent = asyncio.Event()

    def put(self, event: Event) -> None:
        """Add one event; when too much has piled up, forget it all and say so."""
        self._events.append(event)
        if isinstance(event, Delta):
            self._chars += len(event.text)
            if self._chars > _MOST_CHARS:
                self.lost = True
                self._events.clear()
                self._chars = 0
        if not isinstance(event, Delta) or event.offset == 0:
            self._urgent.set()
        self._news.set()

    async def wait(self, seconds: float) -> None:
        """Wait for news, but no longer than this."""
        await _wait(self._news, seconds)

    async def wait_for_urgent(self, seconds: float) -> None:
        """Wait out this time, unless a fact or the first words of a reply arrive: those should not wait."""
        await _wait(self._urgent, seconds)

    def wake(self) -> None:
        """End the current wait although nothing was said."""
        self._news.set()

    def look_at_list(self) -> None:
        """Note that the list of conversations has changed; what it is now, the store knows."""
        self._list_changed_at = time.monotonic()
        self._urgent.set()
        self._news.set()

    def take_list_change(self) -> float | None:
        """When the list was last said to have changed, on the clock of this process, unless it was taken before."""
        at, self._list_changed_at = self._list_changed_at, None
        return at

    def look_at_work(self, person_id: PrincipalId) -> None:
        """Note that lasting work was begun, taken, given back or ended for this person."""
        self._work_changed.add(person_id)
        self._urgent.set()
        self._news.set()

    def take_work_changes(self) -> set[PrincipalId]:
        """The people whose work was said to have changed since this was last asked."""
        changed, self._work_changed = self._work_changed, set()
        return changed

    def take(self) -> list[Event]:
        """Everything since the last time, with neighbouring deltas joined."""
        events, self._events = self._events, []
        self._chars = 0
        self.lost = False
        self._news.clear()
        self._urgent.clear()
        return join_deltas(events)


async def _wait(event: asyncio.Event, seconds: float) -> None:
    if event.is_set():
        return
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class Live(Protocol):
    """A bus. `publish` never blocks and never fails; what it cannot deliver the store will."""

    @property
    def kind(self) -> str:
        """`memory` or `redis`."""
        ...

    @property
    def healthy(self) -> bool:
        """False while news of other nodes may be missing; readers then ask the store more often."""
        ...

    @property
    def alone(self) -> bool:
        """True when no other node exists, so that silence means silence."""
        ...

    def publish(self, event: Event) -> None:
        """Tell everyone who listens to the event's conversation."""
        ...

    def listen(self, conversation_ids: Iterable[ConversationId]) -> AbstractContextManager[Listener]:
        """An ear that first hears the last seconds again, then everything new."""
        ...

    def tell_list_changed(self) -> None:
        """Tell every listener of every node that the list of conversations has changed."""
        ...

    def tell_work_changed(self, person_id: PrincipalId) -> None:
        """Tell every listener of every node that lasting work of this person's has changed."""
        ...

    def ask_stop(self, reply_ids: Sequence[ReplyId]) -> None:
        """Tell every node that these replies should stop."""
        ...

    def on_stop(self, callback: StopCallback) -> None:
        """Whom to call when somebody asks for a stop."""
        ...

    def wake_all(self) -> None:
        """End every listener's wait, so that each looks around."""
        ...

    async def start(self) -> None:
        """Begin to carry news between nodes."""
        ...

    async def close(self) -> None:
        """Deliver what is left, then fall silent."""
        ...


def join_deltas(events: Sequence[Event]) -> list[Event]:
    """The same news in fewer pieces: deltas that continue each other become one."""
    joined: list[Event] = []
    last: dict[tuple[str, int, str], int] = {}
    parts: dict[int, list[str]] = {}
    ends: dict[int, int] = {}
    for event in events:
        if not isinstance(event, Delta):
            last.clear()
            joined.append(event)
            continue
        key = (event.reply_id, event.epoch, event.channel)
        index = last.get(key)
        if index is not None and ends[index] == event.offset:
            parts[index].append(event.text)
            ends[index] = event.end
            continue
        index = last[key] = len(joined)
        parts[index] = [event.text]
        ends[index] = event.end
        joined.append(event)
    for index, texts in parts.items():
        first = joined[index]
        if len(texts) > 1 and isinstance(first, Delta):
            joined[index] = Delta(
                first.conversation_id,
                first.reply_id,
                first.epoch,
                first.channel,
                first.offset,
                "".join(texts),
            )
    return joined
