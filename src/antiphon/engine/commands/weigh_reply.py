"""Say what a reply is worth."""

from antiphon.access.principal import Principal
from antiphon.conversation.event import ReplyWeighed
from antiphon.conversation.ids import ReplyId
from antiphon.engine.engine import Engine
from antiphon.store.writes.variants import weigh_reply as write_worth


async def weigh_reply(engine: Engine, principal: Principal, reply_id: ReplyId, worth: float | None) -> ReplyWeighed:
    """Let this count instead of what was reckoned from its words; nothing brings what was reckoned back."""
    fact = await engine.store.write(principal, write_worth, reply_id, worth)
    engine.live.publish(fact)
    return fact
