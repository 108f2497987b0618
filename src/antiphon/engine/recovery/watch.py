"""How long other nodes have been silent, by this node's own clock.

A lease is a number that changes. Its value comes from the database's clock, which may be set; that it changes does not.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from antiphon.conversation.ids import NodeId
from antiphon.store.reads.recovery import NodeLease

# With a free lock, a beat that is late by half is enough; a node pauses for garbage, too.
_LATE = 1.5
_LEAST_SECONDS = 1.0
# A node whose beats are further apart is far from the database, or busy.
_NEAR_SECONDS = 1.25
# Changes that must have been seen before the pace of a node is known.
_FEW_CHANGES = 3
# An old pause counts less with every beat.
_FADING = 0.9


class Silent(NamedTuple):
    """A node that may be gone: certainly when it has been silent for a whole lease, else if its lock is free."""

    node_id: NodeId
    lease: int
    is_frozen: bool


@dataclass(slots=True)
class _Seen:
    lease: int
    silent: float = 0.0
    pace: float = 0.0
    changes: int = 0

    def hear(self, lease: int) -> None:
        """The lease was renewed."""
        self.pace = max(self.silent, self.pace * _FADING)
        self.changes += 1
        self.lease = lease
        self.silent = 0.0

    def patience(self, lease_seconds: float) -> float:
        """How much silence means something when the lock is free, at the pace this node has had.

        Far from the database beats are slow, and a session that was lost takes several of them to come back.
        """
        if self.changes < _FEW_CHANGES:
            return lease_seconds / 3
        if self.pace > _NEAR_SECONDS:
            return lease_seconds / 2
        return max(_LEAST_SECONDS, _LATE * self.pace)


class Watch:
    """Keeps what was seen of each node, look by look."""

    def __init__(self, lease_seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._lease_seconds = lease_seconds
        self._clock = clock
        self._looked_at: float | None = None
        self._seen: dict[NodeId, _Seen] = {}

    def look(self, leases: Sequence[NodeLease]) -> list[Silent]:
        """Take in the leases as they are now; returns the nodes that have been silent for too long.

        Time in which nobody looked counts for little: whoever slept must look twice before accusing others.
        """
        now = self._clock()
        passed = 0.0 if self._looked_at is None else min(now - self._looked_at, self._lease_seconds / 4)
        self._looked_at = now
        self._seen = {each.node_id: self._take_in(each, passed) for each in leases}
        return [
            Silent(node_id, seen.lease, seen.silent > self._lease_seconds)
            for node_id, seen in self._seen.items()
            if seen.silent > seen.patience(self._lease_seconds)
        ]

    def _take_in(self, lease: NodeLease, passed: float) -> _Seen:
        seen = self._seen.get(lease.node_id)
        if seen is None:
            return _Seen(lease.value)
        seen.silent += passed
        if seen.lease != lease.value:
            seen.hear(lease.value)
        return seen
