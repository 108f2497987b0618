"""An answer as it grows, for both wires that programs speak here."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import TypeVar

from antiphon.access.principal import Principal
from antiphon.api.dependencies import Dependencies
from antiphon.api.openai.voices import is_unanswered, list_reasons
from antiphon.conversation.errors import Draining, NobodyAnswered, StoreUnavailable
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn
from antiphon.feed.follow_turn import follow_turn

T = TypeVar("T")

PING = b": ping\n\n"
# Some proxies end a connection on which nothing comes for a minute.
PING_SECONDS = 10.0


async def ping_until_done(work: "asyncio.Task[T]") -> AsyncGenerator[bytes, None]:
    """Signs of life while something is written; whoever leaves in the middle takes it along."""
    try:
        while not work.done():
            await asyncio.wait([work], timeout=PING_SECONDS)
            yield PING
    finally:
        work.cancel()


def keep_first(turn: Turn) -> Turn:
    """The turn with the answers that were asked for with it, without those it was asked again for later."""
    return replace(turn, replies=tuple(each for each in turn.replies if each.variant == 0))


async def follow_answer(deps: Dependencies, caller: Principal, turn: Turn, seq: int) -> AsyncGenerator[Turn, None]:
    """The turn as it grows, with one reply for each advisor asked; ends when all of them have ended.

    `Draining` when this node goes before that: the turn goes on elsewhere, or here when it is back.
    """
    whole = False
    async with aclosing(follow_turn(deps.feed, caller, turn, seq)) as turns:
        async for each in turns:
            first = keep_first(each)
            whole = first.all_completed
            yield first
            if whole:
                return
            if deps.engine.leaving:
                raise Draining
    if not whole:
        raise StoreUnavailable


async def follow_from_anywhere(
    deps: Dependencies, caller: Principal, turn: Turn, seq: int
) -> AsyncGenerator[Turn, None]:
    """The same for a turn that may have ended by now: then it is given once."""
    first = keep_first(turn)
    if first.all_completed:
        yield first
        return
    async with aclosing(follow_answer(deps, caller, turn, seq)) as turns:
        async for each in turns:
            yield each


def check_answered(turn: Turn) -> None:
    """`NobodyAnswered` when everybody has ended without a word."""
    if (failure := find_failure(turn)) is not None:
        raise failure


def find_failure(turn: Turn) -> NobodyAnswered | None:
    """What is said when everybody has ended without a word."""
    if not is_unanswered(turn):
        return None
    limited = all(reply.state is ReplyState.RATE_LIMITED for reply in turn.replies)
    return NobodyAnswered(len(turn.replies), list_reasons(turn), rate_limited=limited)
