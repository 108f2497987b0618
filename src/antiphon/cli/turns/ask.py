"""A turn followed to its last reply, whatever the line does meanwhile."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import NamedTuple

from antiphon.cli.interrupts import Interrupts
from antiphon.cli.turns.display import Display
from antiphon.client import AsyncClient, ServerUnreachable
from antiphon.client.feed import choose_pause
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn


class Asked(NamedTuple):
    """A turn that was answered, and whether the person stopped it."""

    turn: Turn
    stopped: bool


async def follow_turn(
    client: AsyncClient, turn: Turn, display: Display, interrupts: Interrupts, *, only: str | None = None
) -> Asked:
    """Show the turn until every reply has settled; the first Ctrl-C stops it on the server and waits on.

    With `only` the turn is shown, and waited for, as if that reply were its only one.
    """
    settled, failed = turn, None
    try:
        async with asyncio.TaskGroup() as tasks:
            stopping = tasks.create_task(_stop_when_asked(client, turn, display, interrupts))
            settled = await _show_until_settled(client, turn, display, interrupts, only)
            stopping.cancel()
    except* AntiphonError as failures:
        # Raised outside: early versions of Python 3.11 put into a group what is raised here.
        failed = failures.exceptions[0]
    if failed is not None:
        raise failed from None
    display.finish(settled)
    return Asked(settled, stopped=interrupts.asked.is_set())


def narrow(turn: Turn, only: str | None) -> Turn:
    """The turn with this reply alone; the whole turn when none is named."""
    return turn if only is None else replace(turn, replies=tuple(each for each in turn.replies if each.id == only))


def choose_exit_code(asked: Asked) -> int:
    """0 when somebody answered, 2 when nobody did, 130 when the person stopped it."""
    if asked.stopped:
        return 130
    return 0 if any(reply.state is ReplyState.COMPLETE for reply in asked.turn.replies) else 2


async def _show_until_settled(
    client: AsyncClient, turn: Turn, display: Display, interrupts: Interrupts, only: str | None
) -> Turn:
    shown = narrow(turn, only)
    async with aclosing(client.turns.stream(turn)) as states:
        async for progress in states:
            shown = narrow(progress.turn, only)
            display.note(_choose_footer(interrupts, connected=progress.connected))
            display.show(shown)
            if shown.all_completed:
                break
    return shown


async def _stop_when_asked(client: AsyncClient, turn: Turn, display: Display, interrupts: Interrupts) -> None:
    await interrupts.asked.wait()
    display.note(_choose_footer(interrupts, connected=True))
    failures = 0
    while True:
        try:
            await client.turns.stop(turn.id)
        except ServerUnreachable:
            await asyncio.sleep(choose_pause(failures))
            failures += 1
        else:
            return


def _choose_footer(interrupts: Interrupts, *, connected: bool) -> str:
    if interrupts.asked.is_set():
        return "stopping… Ctrl-C again leaves at once"
    return "Ctrl-C stops" if connected else "connection lost, trying again… Ctrl-C stops"
