"""A message that is looked at before it is sent, and then sent as it was seen."""

from dataclasses import replace

from rich.console import Console

from antiphon.cli.client import Client
from antiphon.cli.confirm import confirm
from antiphon.cli.context_answers import Preview
from antiphon.cli.context_calls import read_preview
from antiphon.cli.message import Message
from antiphon.cli.previewed import print_preview


async def check_message(
    client: Client, conversation_id: str, message: Message, console: Console, *, yes: bool
) -> Message | None:
    """Show what would be sent and ask; the message bound to exactly that, or nothing when the person says no."""
    preview = Preview.model_validate(await read_preview(client, conversation_id, message, details=False))
    print_preview(console, preview)
    if not await confirm("Send exactly this?", yes=yes):
        return None
    return bind(message, preview)


def bind(message: Message, preview: Preview) -> Message:
    """The message with the moment and the fingerprints that were shown; the server refuses it if they changed."""
    expect = {each.advisor_id: each.sha256 for each in preview.advisors if each.sha256 is not None}
    return replace(message, at=preview.at, expect=expect)
