"""`antiphon restore`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation
from antiphon.cli.options import ConversationOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.figures import count
from antiphon.settings import Settings


def restore(
    turns: Annotated[list[str], typer.Argument(metavar="TURN_ID", help="Deleted turns, by id.")],
    conversation: ConversationOption = None,
) -> None:
    """Bring deleted turns back to where they stood.

    `antiphon run "… :delete"` prints the command that undoes it.
    """
    run_to_exit(_run(read_settings().settings, conversation, tuple(dict.fromkeys(turns))))


async def _run(settings: Settings, conversation: str | None, turn_ids: tuple[str, ...]) -> int:
    async with open_antiphon(settings) as client:
        await client.turns.restore(await choose_conversation(client, conversation), turn_ids)
    print(f"{count(len(turn_ids), 'turn')} restored")
    return 0
