"""`antiphon stop`."""

from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.client import AsyncClient
from antiphon.settings import Settings


def stop(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation being answered.")],
) -> None:
    """Stop the replies still being written.

    The text that is there already is kept.
    """
    run_to_exit(_run(read_settings().settings, conversation_id))


async def _run(settings: Settings, conversation_id: str) -> int:
    async with open_antiphon(settings) as client:
        print(await stop_conversation(client, conversation_id))
    return 0


async def stop_conversation(client: AsyncClient, conversation_id: str) -> str:
    """Stop the newest turn if it is open; the sentence to tell the person."""
    view = await client.conversations.read(conversation_id, limit=1)
    if not view.turns or view.turns[-1].all_completed:
        return "nothing is being answered in this conversation"
    count = len(await client.turns.stop(view.turns[-1].id))
    return f"stopping {count} {'reply' if count == 1 else 'replies'}"
