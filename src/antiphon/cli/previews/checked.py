"""A message that is looked at before it is sent, and then sent as it was seen."""

from rich.console import Console

from antiphon.cli.confirm import confirm
from antiphon.cli.previews.advisor_table import print_preview
from antiphon.client import AsyncClient, Message


async def check_message(
    client: AsyncClient, conversation_id: str, message: Message, console: Console, *, yes: bool
) -> Message | None:
    """Show what would be sent and ask; the message bound to exactly that, or nothing when the person says no."""
    preview = await client.previews.read(conversation_id, message)
    print_preview(console, preview)
    if not await confirm("Send exactly this?", yes=yes):
        return None
    return message.held_to(preview)
