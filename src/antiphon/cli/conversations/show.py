"""`antiphon show`."""

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.cli.turns.stacked import print_message, print_turn
from antiphon.conversation.view import ConversationView
from antiphon.settings import Settings

# As much as the list of conversations and the browser show.
_SHOWN = 80


def show(
    conversation_id: Annotated[
        str | None,
        typer.Argument(metavar="CONVERSATION_ID", help="The conversation to print; the default is the newest."),
    ] = None,
    turns: Annotated[int, typer.Option("--turns", min=1, max=200, help="How many of the newest turns.")] = 3,
    ids: Annotated[bool, typer.Option("--ids", help="Print the ids of turns and replies for other commands.")] = False,
) -> None:
    """Print the newest turns of a conversation."""
    run_to_exit(_run(read_settings().settings, conversation_id, turns, ids=ids))


async def _run(settings: Settings, conversation: str | None, turns: int, *, ids: bool) -> int:
    async with open_antiphon(settings) as client:
        view = await client.conversations.read(await choose_conversation(client, conversation), turns)
    print_conversation(open_output(), view, turns, ids=ids)
    return 0


def print_conversation(console: Console, view: ConversationView, turns: int, *, ids: bool = False) -> None:
    """Title, then each turn: what was said, and every reply whole; dividers where they stand."""
    console.print(Text(make_printable(view.title) or _name(view), style="bold"))
    if view.has_older or len(view.turns) > turns:
        console.print(Text("older turns are not shown; --turns shows more", style="dim"))
    console.print()
    if not view.turns:
        console.print(Text(f'Nothing was said yet. antiphon send --conversation {view.id} "…"'))
    for turn in view.turns[-turns:]:
        print_message(console, turn, ids=ids)
        print_turn(console, turn, ids=ids)
        if turn.position in view.dividers:
            console.print(Text("─── divider ───", style="dim"), end="\n\n")


def _name(view: ConversationView) -> str:
    """What an untitled conversation is called: its first words, where its first turn is among those shown."""
    first = view.turns[0] if view.turns and not view.has_older else None
    words = " ".join(make_printable(first.text).split())[:_SHOWN].rstrip() if first is not None else ""
    return words or "untitled"
