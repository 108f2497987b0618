"""Waiting as long as a program's patience lasts, and telling how far it is meanwhile.

Programs give up after a minute, and many of them whatever they are told. So a call ends before that with what there is,
and another one goes on waiting: the answers are kept, and nobody's patience decides about them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import TypeVar

from antiphon.client import ServerUnreachable
from antiphon.conversation.turn import Turn
from antiphon.mcp.tool import Call
from antiphon.mcp.voices import list_replies

T = TypeVar("T")

# At first an answer may be there at once; later nobody notices a second.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 1.0
_NOTICE_SECONDS = 0.1
# Some programs stop waiting when they hear nothing for a while, and proxies too.
TELL_SECONDS = 10.0


async def wait_for_turn(call: Call, turn: Turn, seconds: float) -> Turn:
    """The turn once every voice has ended, or as it is after so many seconds."""
    told = VoicesTold(call, {each.id for each in list_replies(turn) if each.completed})

    async def look() -> Turn:
        found = await call.client.turns.read(turn.id)
        await told.tell(found)
        return found

    return await wait_until(call, lambda found: found.all_completed, look, turn, seconds)


async def wait_until(
    call: Call, is_done: Callable[[T], bool], look: Callable[[], Awaitable[T]], found: T, seconds: float
) -> T:
    """What `look` finds once it is done, or after so many seconds; a server that is away for a moment is waited for."""
    deadline, pause = monotonic() + seconds, _FIRST_PAUSE
    while not is_done(found) and not call.is_leaving() and (left := deadline - monotonic()) > 0:
        await _sleep(call, min(pause, left))
        pause = min(pause * 1.5, _LONGEST_PAUSE)
        try:
            found = await look()
        except ServerUnreachable:
            if monotonic() > deadline:
                raise
    return found


async def _sleep(call: Call, seconds: float) -> None:
    """Rest so long, or until the server goes: it does not wait long for whoever still waits."""
    until = monotonic() + seconds
    while not call.is_leaving() and (left := until - monotonic()) > 0:
        await asyncio.sleep(min(left, _NOTICE_SECONDS))


@dataclass(slots=True)
class VoicesTold:
    """Tells of every voice that has ended, and from time to time that the others have not."""

    call: Call
    ended: set[str]
    _ticks: int = 0
    _last: float = field(default_factory=monotonic)

    async def tell(self, turn: Turn) -> None:
        """Say what has changed since it was last told; nothing, unless that is long ago."""
        replies = list_replies(turn)
        for reply in replies:
            if reply.completed and reply.id not in self.ended:
                self.ended.add(reply.id)
                verb = "answered" if reply.error is None else "failed"
                await self._say(f"{reply.name} {verb}", len(self.ended), len(replies))
        if monotonic() - self._last >= TELL_SECONDS:
            names = ", ".join(each.name for each in replies if not each.completed)
            await self._say(f"still waiting for {names}", len(self.ended), len(replies))

    async def _say(self, what: str, ended: int, total: int) -> None:
        """Each figure is above the last one, as the protocol wants it, and none above the total."""
        self._ticks += 1
        self._last = monotonic()
        progress = total if ended == total else ended + self._ticks / (self._ticks + 100)
        await self.call.report(progress, total, f"{what}; {total - ended} of {total} to go")


@dataclass(slots=True)
class WorkTold:
    """Tells from time to time that something is still being made; nobody knows how long it takes."""

    call: Call
    what: str
    _ticks: int = 0
    _last: float = field(default_factory=monotonic)

    async def tell(self) -> None:
        """Say so, unless it was said a moment ago."""
        if monotonic() - self._last >= TELL_SECONDS:
            self._ticks, self._last = self._ticks + 1, monotonic()
            await self.call.report(self._ticks, None, f"{self.what} is still being made")
