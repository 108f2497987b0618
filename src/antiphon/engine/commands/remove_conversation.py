"""Put a conversation away, and take it out again."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId
from antiphon.engine.engine import Engine
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.writes.remove_conversation import remove_conversation as write_removal
from antiphon.store.writes.remove_conversation import restore_conversation as write_return
from antiphon.store.writes.request_stop import StopRequest


async def remove_conversation(engine: Engine, principal: Principal, conversation_id: ConversationId) -> StopRequest:
    """Put it away and stop what runs there; `restore_conversation` brings it back."""
    request = await engine.store.write(principal, write_removal, conversation_id, datetime.now(UTC))
    if request.reply_ids:
        engine.live.ask_stop(request.reply_ids)
    return request


async def restore_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId
) -> ConversationLine:
    """The conversation as it was."""
    await engine.store.write(principal, write_return, conversation_id)
    return await engine.store.read(principal, read_conversation, conversation_id)
