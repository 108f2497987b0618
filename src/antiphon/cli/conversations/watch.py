"""`antiphon watch`."""

from contextlib import aclosing
from typing import Annotated

import typer
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import STOPPED, run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.terminal import open_side
from antiphon.cli.turns.display import Display, open_display
from antiphon.client import AsyncClient
from antiphon.conversation.view import ConversationView
from antiphon.settings import Settings


def watch(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to follow.")],
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
) -> None:
    """Follow a conversation live, beginning with its newest turn.

    Ctrl-C leaves and stops nothing.
    """
    try:
        run_to_exit(_run(read_settings().settings, conversation_id, plain=plain))
    except typer.Exit as left:
        # Leaving is how watching ends, not a failure.
        raise typer.Exit(0 if left.exit_code == STOPPED else left.exit_code) from None


async def _run(settings: Settings, conversation_id: str, *, plain: bool) -> int:
    async with open_antiphon(settings) as client:
        open_side(plain=plain).print(Text("watching; Ctrl-C leaves", style="dim"))
        with open_display(plain=plain) as display:
            await watch_conversation(client, conversation_id, display)
    return 0


async def watch_conversation(client: AsyncClient, conversation_id: str, display: Display) -> None:
    """Show the newest turn and every later one, each printed whole when it has settled; never ends itself."""
    finished: int | None = None
    async with aclosing(client.conversations.follow(conversation_id)) as sights:
        async for sight in sights:
            display.note("Ctrl-C leaves" if sight.connected else "connection lost, trying again… Ctrl-C leaves")
            if finished is None and sight.view.turns:
                finished = sight.view.turns[-1].position - 1
            if finished is not None:
                finished = _show_after(finished, sight.view, display)


def _show_after(finished: int, view: ConversationView, display: Display) -> int:
    """Show the turns after this position; the position of the last one that needs no more showing."""
    for turn in view.turns:
        if turn.position <= finished:
            continue
        if not turn.all_completed:
            display.show(turn)
            break
        display.finish(turn)
        finished = turn.position
    return finished
