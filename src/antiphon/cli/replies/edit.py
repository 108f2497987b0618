"""`antiphon edit`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.documents.files import read_words
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.options import ReplyArgument
from antiphon.cli.place import open_antiphon
from antiphon.settings import Settings


def edit(
    reply_id: ReplyArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The words to put there; - reads standard input.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Bring the advisor's own words back.")] = False,
) -> None:
    """Put other words in place of an advisor's.

    They are shown and sent from now on. The reply is marked as edited, and its own words are kept.
    """
    if undo == (text is not None):
        raise typer.BadParameter("give the text or --undo, and not both")
    run_to_exit(_run(read_settings().settings, reply_id, None if text is None else read_words(text)))


async def _run(settings: Settings, reply_id: str, text: str | None) -> int:
    async with open_antiphon(settings) as client:
        await client.replies.edit(reply_id, text)
    done = "the advisor's own words are back"
    print(done if text is None else f"edited; to undo: antiphon edit {reply_id} --undo")
    return 0
