# Made from antiphon/client/aio by `just client`; edit it there.
"""The calls about what is remembered."""

from typing import Any

from antiphon.client.answers.memory import Memory, MemoryScan
from antiphon.client.paging import read_items
from antiphon.client.sync.base import Noun
from antiphon.client.wire import build_path

_POLL_SECONDS = 0.5


class Memories(Noun):
    """What advisors may be reminded of."""

    def list(self, status: str | None = None) -> tuple[Memory, ...]:
        """All of them, or those of one status."""
        return read_items(self._wire.get("/v1/memories", status=status), Memory.read)

    def read(self, memory_id: str) -> Memory:
        """One of them."""
        return Memory.read(self._wire.get(build_path("/v1/memories/{}", memory_id)))

    def add(self, kind: str, text: str) -> Memory:
        """Write one down."""
        return Memory.read(self._wire.ask("POST", "/v1/memories", {"kind": kind, "text": text}))

    def update(self, memory_id: str, **changes: Any) -> Memory:
        """Decide about one, or word it anew."""
        return Memory.read(self._wire.ask("PATCH", build_path("/v1/memories/{}", memory_id), changes))

    def forget(self, memory_id: str) -> None:
        """Forget one for good."""
        self._wire.ask("DELETE", build_path("/v1/memories/{}", memory_id))

    def scan(self, conversation_id: str, *, key: str | None = None) -> MemoryScan:
        """Have a conversation read for things to remember, once for one key, and wait until that has ended."""
        path = build_path("/v1/conversations/{}/memories/scan", conversation_id)
        found = MemoryScan.read(self._ask_once(path, {}, key))
        while found.status == "running":
            self._wire.pause(_POLL_SECONDS)
            found = MemoryScan.read(self._wire.get(build_path("/v1/analyses/{}", found.id)))
        return found
