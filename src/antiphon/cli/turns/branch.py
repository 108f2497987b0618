"""`antiphon branch`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation_of, choose_turn
from antiphon.cli.options import ConversationOption
from antiphon.cli.place import open_antiphon
from antiphon.settings import Settings


def branch(
    turn: Annotated[str, typer.Argument(metavar="TURN", help="The last turn to take along, by number or by id.")],
    conversation: ConversationOption = None,
) -> None:
    """Begin a conversation with everything up to a turn.

    The conversation you leave stays as it is. Prints the id of the new one; `antiphon send --conversation ID` goes on
    there.
    """
    run_to_exit(_run(read_settings().settings, turn, conversation))


async def _run(settings: Settings, turn: str, conversation: str | None) -> int:
    async with open_antiphon(settings) as client:
        here = await choose_conversation_of(client, conversation, [turn])
        print((await client.turns.branch(await choose_turn(client, here, turn))).id)
    return 0
