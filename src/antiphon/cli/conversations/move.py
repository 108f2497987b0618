"""`antiphon move`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import find_folder
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.settings import Settings


def move(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to move.")],
    folder: Annotated[str | None, typer.Argument(metavar="FOLDER", help="Where to: its name or id.")] = None,
    out: Annotated[bool, typer.Option("--out", help="Take it out of its folder.")] = False,
) -> None:
    """Put a conversation into a folder, or take it out of one.

    What is sent does not change. `antiphon folders add` makes a folder.
    """
    if (folder is None) is not out:
        raise typer.BadParameter("name a folder, or say --out")
    run_to_exit(_run(read_settings().settings, conversation_id, folder))


async def _run(settings: Settings, conversation_id: str, wanted: str | None) -> int:
    async with open_antiphon(settings) as client:
        folder = None if wanted is None else await find_folder(client, wanted)
        await client.conversations.update(conversation_id, folder_id=None if folder is None else folder.id)
    print("it lies in no folder now" if folder is None else f"it lies in {make_printable(folder.name)} now")
    return 0
