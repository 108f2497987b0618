"""Something to say, and a patient ear."""

import asyncio
from collections.abc import Callable

from antiphon.conversation.event import Channel, ConversationRenamed, Delta, Event
from antiphon.conversation.ids import ConversationId, ReplyId
from antiphon.live.live import Listener

HERE = ConversationId("c_here")
ELSEWHERE = ConversationId("c_elsewhere")


def word(
    text: str,
    offset: int = 0,
    *,
    reply: str = "r_1",
    epoch: int = 1,
    channel: Channel = "text",
    where: ConversationId = HERE,
) -> Delta:
    """A few characters of a reply."""
    return Delta(where, ReplyId(reply), epoch, channel, offset, text)


def title(seq: int, text: str = "Plans") -> ConversationRenamed:
    """A fact."""
    return ConversationRenamed(HERE, seq, text)


async def hear_until(listener: Listener, enough: Callable[[list[Event]], bool], seconds: float = 5) -> list[Event]:
    """Everything heard until it is enough."""
    heard: list[Event] = []
    async with asyncio.timeout(seconds):
        while not enough(heard):
            await listener.wait(0.5)
            heard += listener.take()
    return heard


async def hear_for(listener: Listener, seconds: float) -> list[Event]:
    """Everything heard in this time."""
    await asyncio.sleep(seconds)
    return listener.take()


async def wait_for(condition: Callable[[], bool], seconds: float) -> None:
    """Return when the condition holds; fail when it does not in time."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)
