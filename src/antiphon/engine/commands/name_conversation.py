"""Have a model find a title for a conversation."""

from antiphon.access.principal import Principal
from antiphon.conversation.analysis import Analysis
from antiphon.conversation.ids import ConversationId
from antiphon.engine.engine import Engine


async def name_conversation(
    engine: Engine, principal: Principal, conversation_id: ConversationId, model: str | None = None
) -> Analysis:
    """The look that found it, ended. Its title replaces whatever stood there: the person has asked for it."""
    engine.check_open()
    return await engine.titles.begin(principal, conversation_id, model)
