"""`antiphon title`: have a model find a title."""

from typing import Annotated
from urllib.parse import quote

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printable import make_printable
from antiphon.settings import Settings

# As long as a look at a conversation may take.
_SECONDS = 310.0


def title(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to name.")],
    model: Annotated[str | None, typer.Option(help="provider:model that reads it.")] = None,
) -> None:
    """Have a model name a conversation and tag its newest turn."""
    run_to_exit(_run(read_settings().settings, conversation_id, model))


async def _run(settings: Settings, conversation_id: str, model: str | None) -> int:
    async with open_antiphon(settings) as client:
        path = f"/v1/conversations/{quote(conversation_id, safe='')}/title"
        found = await client.ask("POST", path, {} if model is None else {"model": model}, seconds=_SECONDS)
    if found["title"] is None:
        typer.echo(f"no title was found: {make_printable(found['analysis']['error']['message'])}", err=True)
        return 1
    typer.echo(make_printable(found["title"]))
    if found["tags"]:
        typer.echo("tags of the newest turn: " + ", ".join(make_printable(tag) for tag in found["tags"]))
    return 0
