"""The newest text of a conversation, sent along."""

from collections.abc import Mapping
from typing import Any, Final

from antiphon.client import AsyncClient
from antiphon.conversation.errors import Malformed

NONE_WRITTEN: Final = "there is no synthesis in this conversation yet; antiphon synthesize writes one"


async def tick_newest(
    client: AsyncClient, conversation_id: str, choice: Mapping[str, Any], *, wanted: bool
) -> Mapping[str, Any]:
    """What was chosen, with the newest text of the conversation sent along if that is wanted."""
    return {**choice, "synthesis": await _find_newest(client, conversation_id)} if wanted else choice


async def _find_newest(client: AsyncClient, conversation_id: str) -> str:
    found = await client.analyses.list(conversation_id, kind="synthesis")
    written = [each.id for each in found if each.status == "done"]
    if not written:
        raise Malformed(NONE_WRITTEN)
    return written[0]
