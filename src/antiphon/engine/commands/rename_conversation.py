"""Give a conversation another title."""

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.writes.rename_conversation import rename_conversation as write_title


async def rename_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId, title: str
) -> ConversationLine:
    """The conversation under its new title; `NotFound` when it is not the principal's."""
    fact = await engine.store.write(principal, write_title, conversation_id, clean_text(title).strip())
    engine.live.publish(fact)
    return await engine.store.read(principal, read_conversation, conversation_id)
