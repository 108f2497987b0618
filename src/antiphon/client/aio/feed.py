"""A conversation as it grows, over as many connections as that takes."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from time import monotonic

from antiphon.client.errors import ServerUnreachable
from antiphon.client.feed import ENDS, UNREADABLE, FeedPosition, Sight, choose_pause
from antiphon.client.wire import Wire


async def follow_conversation(wire: Wire, conversation_id: str, *, patience: float) -> AsyncGenerator[Sight, None]:
    """Every state of the conversation from now on; ends only by being closed.

    Raises `ServerUnreachable` after `patience` seconds in which no event came, and `ServerRefused` when there
    is no such conversation.
    """
    position = FeedPosition()
    heard, failures = monotonic(), 0
    while True:
        try:
            events = wire.listen("/v1/feed", {"conversation": conversation_id}, position.cursor)
            async with aclosing(events) as frames:
                async for frame in frames:
                    heard, failures = monotonic(), 0
                    if frame.name in ENDS:
                        break
                    if position.take(frame) and position.view is not None:
                        yield Sight(position.view, connected=True)
        except UNREADABLE:
            position.forget()
        except ServerUnreachable:
            if monotonic() - heard > patience:
                raise
        if position.view is not None:
            yield Sight(position.view, connected=False)
        await wire.pause(choose_pause(failures))
        failures += 1
