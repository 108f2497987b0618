"""`antiphon title`: have a model find a title."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.settings import Settings


def title(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to name.")],
    model: Annotated[str | None, typer.Option(help="provider:model that reads it.")] = None,
) -> None:
    """Have a model name a conversation and tag its newest turn."""
    run_to_exit(_run(read_settings().settings, conversation_id, model))


async def _run(settings: Settings, conversation_id: str, model: str | None) -> int:
    async with open_antiphon(settings) as client:
        found = await client.conversations.find_title(conversation_id, model)
    if found.title is None:
        typer.echo(f"no title was found: {make_printable(found.analysis['error']['message'])}", err=True)
        return 1
    typer.echo(make_printable(found.title))
    if found.tags:
        typer.echo("tags of the newest turn: " + ", ".join(make_printable(tag) for tag in found.tags))
    return 0
