"""What ends a credential ends its streams, on every node, within seconds."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeVar

from antiphon.access.policy import Policy, Verb
from antiphon.access.principal import Principal
from antiphon.conversation.errors import NotSignedIn, StoreUnavailable
from antiphon.engine.accounts.accounts import Accounts
from antiphon.engine.accounts.recognise import Recogniser, is_about
from antiphon.store.reads.credentials import AuthChange, read_auth_changes, read_counting
from antiphon.store.writes.credentials import forget_auth_changes

logger = logging.getLogger(__name__)

T = TypeVar("T")

POLICY = Policy(Verb.OPERATE, "credentials")
_EVERY_SECONDS = 2.0
# Longer than any transaction takes: one that began before others may be the last of them to be seen.
_LOOK_BACK_SECONDS = 60.0
# What runs out leaves no change to be seen: so often whoever still reads is asked about.
_ASK_SECONDS = 60.0
# Without a look for so long nobody knows who may still read.
_BLIND_SECONDS = 10.0
_KEPT_SECONDS = 3600.0
_FORGET_EVERY = 300


class OpenStream:
    """A stream that somebody reads, as long as what they came with counts; once it must end, `reason` says why."""

    def __init__(self, principal: Principal) -> None:
        self.principal = principal
        self.reason: NotSignedIn | StoreUnavailable | None = None
        self.asked_at: float | None = None
        self._reading: asyncio.Timeout | None = None

    async def read(self, frames: AsyncGenerator[bytes, None]) -> bytes:
        """The next frame; the reason once the stream must end, whatever was still to come."""
        return await self.wait_for(lambda: anext(frames))

    async def wait_for(self, begin: Callable[[], Awaitable[T]]) -> T:
        """What comes of it; the reason is raised once the stream must end."""
        self._check_open()
        reading = self._reading = asyncio.timeout(None)
        try:
            async with reading:
                return await begin()
        except TimeoutError:
            if reading.expired():
                self._check_open()
            raise
        finally:
            self._reading = None

    def end(self, reason: NotSignedIn | StoreUnavailable) -> None:
        """Nothing more is read, and whoever waits is woken."""
        self.reason = self.reason or reason
        if self._reading is not None and not self._reading.expired():
            self._reading.reschedule(0)

    def _check_open(self) -> None:
        if self.reason is not None:
            raise self.reason


class Watch:
    """Holds the streams of this node, and looks every two seconds whose credentials may have ended.

    A stream is asked about at the first look behind its beginning, and then once a minute.
    """

    def __init__(self, accounts: Accounts, recogniser: Recogniser) -> None:
        self._accounts = accounts
        self._recogniser = recogniser
        self._streams: set[OpenStream] = set()
        self._seen: frozenset[int] = frozenset()
        self._looked_at = 0.0
        # Set when a secret came or went, on whichever node; whoever follows it clears it.
        self.secrets_changed = asyncio.Event()

    @contextmanager
    def hold_stream(self, principal: Principal) -> Iterator[OpenStream]:
        """A stream of this person's, for the length of the context."""
        stream = OpenStream(principal)
        self._streams.add(stream)
        try:
            yield stream
        finally:
            self._streams.remove(stream)

    async def run_for_ever(self) -> None:
        """Look, and look again. A database that is away ends all streams after ten seconds."""
        loop = asyncio.get_running_loop()
        self._looked_at = loop.time()
        looks = 0
        while True:
            try:
                await self.look()
                self._looked_at = loop.time()
                looks += 1
                if looks % _FORGET_EVERY == 1:
                    await self._accounts.store.write(self._accounts.system, forget_auth_changes, _KEPT_SECONDS)
            except StoreUnavailable:
                logger.warning("credentials_unwatched")
            if loop.time() - self._looked_at > _BLIND_SECONDS:
                self._end_all()
            await asyncio.sleep(_EVERY_SECONDS)

    async def look(self) -> None:
        """Take in what has changed since the last look, and end what else has come to its end."""
        changes = await self._accounts.store.read(self._accounts.system, read_auth_changes, _LOOK_BACK_SECONDS)
        for change in changes:
            if change.seq not in self._seen:
                self._take_in(change)
        self._seen = frozenset(change.seq for change in changes)
        await self._end_what_ran_out()

    def _take_in(self, change: AuthChange) -> None:
        if change.kind == "secret":
            self.secrets_changed.set()
        self._recogniser.forget(change)
        for stream in self._streams:
            if is_about(change, stream.principal):
                stream.end(NotSignedIn())

    async def _end_what_ran_out(self) -> None:
        """End the streams whose credential has run out, or ended before they were held."""
        now = time.monotonic()
        due = {each: credential for each in self._streams if (credential := _find_due(each, now)) is not None}
        if not due:
            return
        read, asked = self._accounts.store.read, frozenset(due.values())
        counting = await read(self._accounts.system, read_counting, asked, datetime.now(UTC))
        for stream, credential in due.items():
            stream.asked_at = now
            if credential not in counting:
                stream.end(NotSignedIn())

    def _end_all(self) -> None:
        """Nobody was signed out: it is not known who was, and whoever comes again is asked."""
        for stream in self._streams:
            stream.end(StoreUnavailable())


def _find_due(stream: OpenStream, now: float) -> str | None:
    """What the reader came with, when it is time to ask whether it counts."""
    if stream.asked_at is not None and now - stream.asked_at < _ASK_SECONDS:
        return None
    return stream.principal.session_id or stream.principal.token_id
