"""`antiphon show`."""

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printable import make_printable
from antiphon.cli.stacked import print_message, print_turn
from antiphon.cli.terminal import open_output
from antiphon.conversation.view import ConversationView
from antiphon.settings import Settings


def show(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to print.")],
    turns: Annotated[int, typer.Option("--turns", min=1, max=200, help="How many of the newest turns.")] = 3,
) -> None:
    """Print the newest turns of a conversation."""
    run_to_exit(_run(read_settings().settings, conversation_id, turns))


async def _run(settings: Settings, conversation_id: str, turns: int) -> int:
    async with open_antiphon(settings) as client:
        view = await client.read_conversation(conversation_id, turns)
    print_conversation(open_output(), view, turns)
    return 0


def print_conversation(console: Console, view: ConversationView, turns: int) -> None:
    """Title, then each turn: what was said, and every reply whole."""
    console.print(Text(make_printable(view.title) or "untitled", style="bold"))
    if view.has_older or len(view.turns) > turns:
        console.print(Text("older turns are not shown; --turns shows more", style="dim"))
    console.print()
    if not view.turns:
        console.print(Text(f'Nothing was said yet. antiphon send --conversation {view.id} "…"'))
    for turn in view.turns[-turns:]:
        print_message(console, turn)
        print_turn(console, turn)
