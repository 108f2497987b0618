"""The bus inside one process."""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from antiphon.conversation.event import Event
from antiphon.conversation.ids import ConversationId, PrincipalId, ReplyId
from antiphon.live.live import Listener, StopCallback

# Text reaches the store at most half a second late. Whoever reads the store and then listens must hear
# at least that much again; deltas carry their position, so hearing it twice is harmless.
RECENT_SECONDS = 2.0


class MemoryLive:
    """Hands news from speaker to listeners, and remembers the last seconds for those who come late."""

    kind = "memory"

    def __init__(self, *, alone: bool = True) -> None:
        self.alone = alone
        self._listeners: dict[ConversationId, set[Listener]] = {}
        # All of them: somebody who follows the list alone listens to no conversation.
        self._everybody: set[Listener] = set()
        self._recent: dict[ConversationId, deque[tuple[float, Event]]] = {}
        self._stop: list[StopCallback] = []
        self._swept = 0.0

    @property
    def healthy(self) -> bool:
        """A bus that reaches only this process cannot carry what other nodes say."""
        return self.alone

    def publish(self, event: Event) -> None:
        """Put the event into every ear, and into memory for a while."""
        now = time.monotonic()
        recent = self._recent.get(event.conversation_id)
        if recent is None:
            recent = self._recent[event.conversation_id] = deque()
        recent.append((now, event))
        while recent[0][0] < now - RECENT_SECONDS:
            recent.popleft()
        for listener in self._listeners.get(event.conversation_id, ()):
            listener.put(event)
        if now - self._swept > RECENT_SECONDS:
            self._sweep(now)

    @contextmanager
    def listen(self, conversation_ids: Iterable[ConversationId]) -> Iterator[Listener]:
        """Listen until the context ends."""
        wanted = tuple(conversation_ids)
        listener = Listener()
        self._everybody.add(listener)
        for conversation_id in wanted:
            self._listeners.setdefault(conversation_id, set()).add(listener)
            for _, event in self._recent.get(conversation_id, ()):
                listener.put(event)
        try:
            yield listener
        finally:
            self._everybody.discard(listener)
            for conversation_id in wanted:
                ears = self._listeners[conversation_id]
                ears.discard(listener)
                if not ears:
                    del self._listeners[conversation_id]

    def tell_list_changed(self) -> None:
        """Wake everybody, to look at the list."""
        for listener in self._everybody:
            listener.look_at_list()

    def tell_work_changed(self, person_id: PrincipalId) -> None:
        """Wake everybody; who it concerns looks at their work."""
        for listener in self._everybody:
            listener.look_at_work(person_id)

    def ask_stop(self, reply_ids: Sequence[ReplyId]) -> None:
        """Call everyone who wants to know."""
        for callback in self._stop:
            callback(reply_ids)

    def on_stop(self, callback: StopCallback) -> None:
        """Remember whom to call."""
        self._stop.append(callback)

    def wake_all(self) -> None:
        """End every listener's wait, so that each looks around."""
        for listener in self._everybody:
            listener.wake()

    def wanted(self) -> Iterable[ConversationId]:
        """The conversations somebody here listens to."""
        return self._listeners.keys()

    async def start(self) -> None:
        """Nothing to begin."""

    async def close(self) -> None:
        """Nothing to end."""

    def _sweep(self, now: float) -> None:
        """Forget conversations in which nothing was said lately."""
        self._swept = now
        quiet = [key for key, recent in self._recent.items() if recent[-1][0] < now - RECENT_SECONDS]
        for key in quiet:
            del self._recent[key]
