"""Have a conversation read for things to remember."""

from collections.abc import Sequence

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.ids import ConversationId, TurnId
from antiphon.engine.engine import Engine


async def scan_memory(
    engine: Engine, principal: Principal, conversation_id: ConversationId, turn_ids: Sequence[TurnId] | None = None
) -> Analysis:
    """The scan as it begins; it goes on by itself, and what it finds waits in the inbox.

    Reads the turns named, or all since the last scan. Nothing it finds is used until the person accepts it.
    """
    engine.check_open()
    return await engine.scans.begin(principal, conversation_id, turn_ids)
