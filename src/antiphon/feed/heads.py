"""How far the conversations are that are followed here: asked of the store once, for all who want to know."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId, PrincipalId, WorkspaceId
from antiphon.store.reads.deletions import read_deleted
from antiphon.store.reads.facts import read_heads
from antiphon.store.reads.list_number import read_list_number
from antiphon.store.unit import Store, Unit


class Heads(NamedTuple):
    """The last fact number of each conversation there is, those that were deleted, where the list stands, and when."""

    numbers: Mapping[ConversationId, int]
    deleted: frozenset[ConversationId]
    list_number: int
    asked_at: float


_Reader = tuple[WorkspaceId, PrincipalId]


class SharedHeads:
    """Asks once for all that a person follows in a workspace, so that a hundred idle streams cost what one does."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._followed: defaultdict[_Reader, Counter[ConversationId]] = defaultdict(Counter)
        self._known: dict[_Reader, Heads] = {}
        self._asking: defaultdict[_Reader, asyncio.Lock] = defaultdict(asyncio.Lock)

    @contextmanager
    def following(self, principal: Principal, conversation_ids: Sequence[ConversationId]) -> Iterator[None]:
        """Ask for these too, for the length of the context."""
        reader = _name(principal)
        self._followed[reader].update(conversation_ids)
        try:
            yield
        finally:
            self._leave(reader, conversation_ids)

    def _leave(self, reader: _Reader, conversation_ids: Sequence[ConversationId]) -> None:
        """Others may have come and gone since these were asked for: what counts is what is followed now."""
        left = self._followed[reader]
        left.subtract(conversation_ids)
        self._followed[reader] = +left
        if not self._followed[reader]:
            del self._followed[reader]

    async def ask(self, principal: Principal, wanted: Sequence[ConversationId], most_seconds_old: float) -> Heads:
        """What the store said about these no longer ago than that; it is asked when nobody has asked since."""
        here = _name(principal)
        oldest = time.monotonic() - most_seconds_old
        async with self._asking[here]:
            known = self._known.get(here)
            if known is None or known.asked_at < oldest or not _covers(known, wanted):
                asked_at = time.monotonic()
                ids = sorted({*self._followed.get(here, ()), *wanted})
                known = Heads(*await self._store.read(principal, _read, ids), asked_at)
                self._known[here] = known
        return known


def _name(principal: Principal) -> _Reader:
    return principal.workspace_id, principal.id


def _covers(known: Heads, wanted: Sequence[ConversationId]) -> bool:
    return all(each in known.numbers or each in known.deleted for each in wanted)


def _read(
    unit: Unit, conversation_ids: Sequence[ConversationId]
) -> tuple[dict[ConversationId, int], frozenset[ConversationId], int]:
    numbers = read_heads(unit, conversation_ids)
    missing = [each for each in conversation_ids if each not in numbers]
    deleted = frozenset(read_deleted(unit, missing)) if missing else frozenset[ConversationId]()
    return numbers, deleted, read_list_number(unit)
