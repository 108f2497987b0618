"""Begin a conversation."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.engine.identity import new_id
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.writes.create_conversation import create_conversation as write_conversation


async def create_conversation(
    engine: Engine, principal: Principal, title: str, panel_id: PanelId | None
) -> ConversationLine:
    """A new conversation with this panel, or with the default one."""
    engine.check_open()
    conversation_id = ConversationId(new_id("c"))
    fact = await engine.store.write(
        principal, write_conversation, conversation_id, clean_text(title).strip(), panel_id, datetime.now(UTC)
    )
    engine.live.publish(fact)
    return await engine.store.read(principal, read_conversation, conversation_id)
