"""A conversation as it grows, over as many connections as that takes.

The view is a fold over the feed. A lost connection is resumed after the last event id seen; a hole in the
text or a `gap` throws the position away, and what follows starts from a snapshot. So what is shown is always
true, only sometimes late.
"""

import asyncio
import json
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import monotonic
from typing import NamedTuple

from antiphon.cli.client import Client, ServerUnreachable
from antiphon.conversation.event_wire import decode_event
from antiphon.conversation.fold import apply_event
from antiphon.conversation.missing import MissingText
from antiphon.conversation.view import ConversationView
from antiphon.conversation.wire import decode_view
from antiphon.providers.sse import Event

_SHORTEST_PAUSE = 0.5
_LONGEST_PAUSE = 3.0


class Sight(NamedTuple):
    """What is known of the conversation, and whether more is coming right now."""

    view: ConversationView
    connected: bool


class _Position:
    """How far the feed was read: the view so far, and the event id to go on from."""

    def __init__(self) -> None:
        self.view: ConversationView | None = None
        self.cursor: str | None = None
        self.lost = True

    def take(self, frame: Event) -> bool:
        """Fold one event; True when there is something new to show."""
        if frame.name == "gap":
            self.forget()
            return False
        if frame.name == "snapshot":
            self.view, self.lost = decode_view(json.loads(frame.data)), False
        elif self.lost or self.view is None:
            return False
        else:
            self.view = apply_event(self.view, decode_event(json.loads(frame.data)))
        self.cursor = frame.id or self.cursor
        return True

    def forget(self) -> None:
        """Take nothing but a snapshot from here on. The old view may still be shown meanwhile."""
        self.cursor, self.lost = None, True


async def follow_conversation(client: Client, conversation_id: str, *, patience: float) -> AsyncGenerator[Sight, None]:
    """Every state of the conversation from now on; ends only by being closed.

    Raises `ServerUnreachable` after `patience` seconds in which no event came, and `ServerRefused` when there
    is no such conversation.
    """
    position = _Position()
    heard, failures = monotonic(), 0
    while True:
        try:
            async with aclosing(client.follow_feed(conversation_id, position.cursor)) as frames:
                async for frame in frames:
                    heard, failures = monotonic(), 0
                    if frame.name == "reconnect":
                        break
                    if position.take(frame) and position.view is not None:
                        yield Sight(position.view, connected=True)
        except (MissingText, ValueError, KeyError):
            # A hole, or an event of a newer server: either way a snapshot says what is true.
            position.forget()
        except ServerUnreachable:
            if monotonic() - heard > patience:
                raise
        if position.view is not None:
            yield Sight(position.view, connected=False)
        await asyncio.sleep(choose_pause(failures))
        failures += 1


def choose_pause(failures: int) -> float:
    """Seconds to wait before connecting again: half a second to three, spread so that clients do not meet."""
    longest = min(_LONGEST_PAUSE, _SHORTEST_PAUSE * 2.0 ** (failures + 1))
    # Not a secret, only a spread.
    return random.uniform(_SHORTEST_PAUSE, longest)  # noqa: S311
