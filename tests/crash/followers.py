"""People who read while there is trouble: one reader per conversation, held against what is there in the end."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

import aiohttp

from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.conversation.wire import encode_view
from tests.crash.partition import Cluster
from tests.fakes.reader import Broke, Reader

# A reader leaves its node that often, and has to be told what it missed by another.
_ROAM_SECONDS = 8


@dataclass(slots=True)
class Followers:
    """One reader per conversation, who changes nodes all the time and notes how long a reply is silent."""

    cluster: Cluster
    readers: dict[str, Reader] = field(default_factory=dict)
    longest: float = 0.0
    _heard: dict[str, tuple[tuple[int, int, str], float]] = field(default_factory=dict)
    _tasks: "list[asyncio.Task[None]]" = field(default_factory=list)
    _over: bool = False

    def follow(self, conversation_id: str) -> None:
        """Begin to read this one too."""
        self.readers[conversation_id] = Reader(conversation_id)
        self._tasks.append(asyncio.create_task(self._read(self.readers[conversation_id], len(self._tasks))))

    async def finish(self) -> None:
        """Hear the rest, and stop."""
        await asyncio.sleep(_ROAM_SECONDS)
        self._over = True
        for task in self._tasks:
            task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if ended is not None and not isinstance(ended, asyncio.CancelledError):
                raise ended

    async def compare(self) -> list[str]:
        """A sentence for each thing that a reader heard otherwise than somebody sees it who only now comes."""
        wrong: list[str] = []
        for conversation_id, heard in self.readers.items():
            fresh = Reader(conversation_id)
            await fresh.read(self.cluster.pick(0).url, lambda reader: reader.view is not None, resume=False)
            wrong += [f"{conversation_id}: {each}" for each in find_differences(heard, fresh)]
        return wrong

    async def _read(self, reader: Reader, number: int) -> None:
        while not self._over:
            number += 1
            with contextlib.suppress(aiohttp.ClientError, OSError, TimeoutError):
                try:
                    await reader.read(self.cluster.pick(number).url, self._note, seconds=_ROAM_SECONDS)
                except Broke as error:
                    if "answered 5" not in str(error):
                        raise
            await asyncio.sleep(0.1)

    def _note(self, reader: Reader) -> bool:
        """After each event: who has news, and how long it took since the last. Never the end of reading."""
        now = time.monotonic()
        for turn in reader.view.turns if reader.view else ():
            for reply in turn.replies:
                state = (reply.epoch, len(reply.text), str(reply.state))
                before, since = self._heard.get(reply.id, (state, now))
                if before != state:
                    self.longest = max(self.longest, now - since)
                if before != state or reply.id not in self._heard:
                    self._heard[reply.id] = (state, now)
        return False


def find_differences(heard: Reader, fresh: Reader) -> Iterator[str]:
    """What was heard and is not so: the folded view, words that were taken back, second endings."""
    ours, theirs = (encode_view(each.view) if each.view else {} for each in (heard, fresh))
    for name in theirs.keys() | ours.keys():
        if name != "turns" and ours.get(name) != theirs.get(name):
            yield f"{name} was heard as {ours.get(name)}, and is {theirs.get(name)}"
    heard_turns, fresh_turns = (tuple(each.view.turns) if each.view else () for each in (heard, fresh))
    if len(heard_turns) != len(fresh_turns):
        yield f"{len(heard_turns)} turns were heard of {len(fresh_turns)}"
    for was, now in zip(heard_turns, fresh_turns, strict=False):
        if was != now:
            yield from _find_differing(was, now)
    for reply in (reply for turn in heard_turns for reply in turn.replies):
        # Of a start that was cut off for good, the last half second may have been shown and never saved.
        if reply.state != ReplyState.INTERRUPTED and not all(
            reply.text.startswith(text) for text in heard.shown.get((reply.id, reply.epoch), ())
        ):
            yield f"reply {reply.id} has other words than were shown of its start {reply.epoch}"
        if heard.terminal.get(reply.id, 0) > 1:
            yield f"reply {reply.id} was heard to end {heard.terminal[reply.id]} times"


def _find_differing(was: Turn, now: Turn) -> Iterator[str]:
    """Down to the words, as far as two turns can be compared."""
    for before, after in zip(was.replies, now.replies, strict=False):
        for name in (each.name for each in fields(before)):
            one, other = getattr(before, name), getattr(after, name)
            if one != other:
                yield f"reply {after.id} ({after.state}), {name}: heard {str(one)[-60:]!r}, is {str(other)[-60:]!r}"
    if replace(was, replies=now.replies) != now:
        yield f"turn {now.id} was heard otherwise beside its replies"
