"""Give a conversation another panel."""

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId, PanelId
from antiphon.engine.engine import Engine
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.writes.save_panel import choose_panel as write_panel


async def choose_panel(
    engine: Engine, principal: Principal, conversation_id: ConversationId, panel_id: PanelId
) -> ConversationLine:
    """The conversation with its new panel, which the next message goes to; what is being answered goes on."""
    engine.check_open()
    await engine.store.write(principal, write_panel, conversation_id, panel_id)
    return await engine.store.read(principal, read_conversation, conversation_id)
