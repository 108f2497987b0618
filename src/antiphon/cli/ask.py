"""A message sent and followed to its last reply, whatever the line does meanwhile."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from time import monotonic
from typing import NamedTuple

from antiphon.cli.client import Client, ServerUnreachable
from antiphon.cli.display import Display
from antiphon.cli.follow import choose_pause, follow_conversation
from antiphon.cli.interrupts import Interrupts
from antiphon.cli.message import Message
from antiphon.conversation.errors import AntiphonError
from antiphon.conversation.state import ReplyState
from antiphon.conversation.turn import Turn

SEND_SECONDS = 10.0
# A node that died is replaced within its lease, ten seconds by default; a restart by hand takes longer.
_FOLLOW_SECONDS = 60.0
# How often a turn is looked at that is too old for the feed to begin with.
_LOOK_SECONDS = 0.4


class Asked(NamedTuple):
    """A turn that was answered, and whether the person stopped it."""

    turn: Turn
    stopped: bool


async def send_message(
    client: Client, conversation_id: str, message: Message, *, key: str, patience: float = SEND_SECONDS
) -> Turn:
    """The accepted turn. Sent again with the same key while the server cannot be reached, so never twice."""
    deadline, failures = monotonic() + patience, 0
    while True:
        try:
            return await client.send_turn(conversation_id, message, key)
        except ServerUnreachable:
            pause = choose_pause(failures)
            if monotonic() + pause > deadline:
                raise
        await asyncio.sleep(pause)
        failures += 1


async def follow_turn(
    client: Client, turn: Turn, display: Display, interrupts: Interrupts, *, only: str | None = None
) -> Asked:
    """Show the turn until every reply has settled; the first Ctrl-C stops it on the server and waits on.

    With `only` the turn is shown, and waited for, as if that reply were its only one.
    """
    try:
        async with asyncio.TaskGroup() as tasks:
            stopping = tasks.create_task(_stop_when_asked(client, turn, display, interrupts))
            settled = await _show_until_settled(client, narrow(turn, only), display, interrupts, only)
            stopping.cancel()
    except* AntiphonError as failures:
        raise failures.exceptions[0] from None
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
    client: Client, turn: Turn, display: Display, interrupts: Interrupts, only: str | None
) -> Turn:
    display.note(_choose_footer(interrupts, connected=True))
    display.show(turn)
    sights = follow_conversation(client, turn.conversation_id, patience=_FOLLOW_SECONDS)
    async with aclosing(sights):
        async for sight in sights:
            found = next((each for each in sight.view.turns if each.id == turn.id), None)
            if found is None and sight.connected:
                return await _look_until_settled(client, turn, display, only)
            turn = narrow(found or turn, only)
            display.note(_choose_footer(interrupts, connected=sight.connected))
            display.show(turn)
            if turn.all_completed:
                break
    return turn


async def _look_until_settled(client: Client, turn: Turn, display: Display, only: str | None) -> Turn:
    """The feed begins with the newest turns; an older one is read again and again instead."""
    heard = monotonic()
    while not turn.all_completed:
        await asyncio.sleep(_LOOK_SECONDS)
        try:
            turn, heard = narrow(await client.read_turn(turn.id), only), monotonic()
        except ServerUnreachable:
            if monotonic() - heard > _FOLLOW_SECONDS:
                raise
        display.show(turn)
    return turn


async def _stop_when_asked(client: Client, turn: Turn, display: Display, interrupts: Interrupts) -> None:
    await interrupts.asked.wait()
    display.note(_choose_footer(interrupts, connected=True))
    failures = 0
    while True:
        try:
            await client.stop_turn(turn.id)
        except ServerUnreachable:
            await asyncio.sleep(choose_pause(failures))
            failures += 1
        else:
            return


def _choose_footer(interrupts: Interrupts, *, connected: bool) -> str:
    if interrupts.asked.is_set():
        return "stopping… Ctrl-C again leaves at once"
    return "Ctrl-C stops" if connected else "connection lost, trying again… Ctrl-C stops"
