"""Make, change and remove topics, and say which one a conversation goes on in."""

from datetime import UTC, datetime

from antiphon.access.principal import Principal
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.text import clean_text
from antiphon.engine.engine import Engine
from antiphon.store.reads.conversations import ConversationLine, read_conversation
from antiphon.store.reads.topics import TopicChange, TopicLine, read_topic
from antiphon.store.writes.topics import change_topic, set_topic, take_topic
from antiphon.store.writes.topics import remove_topic as write_removal


async def make_topic(engine: Engine, principal: Principal, path: str) -> TopicLine:
    """The topic at this path, with its parents; the one that is there already, if it is."""
    topic_id = await engine.store.write(principal, take_topic, path, datetime.now(UTC))
    return await engine.store.read(principal, read_topic, topic_id)


async def edit_topic(engine: Engine, principal: Principal, topic_id: str, change: TopicChange) -> TopicLine:
    """The topic as it is then. What it is called changes for all its turns; nothing that was sent changes."""
    if "prelude" in change:
        change = {**change, "prelude": clean_text(change["prelude"]).strip()}
    return await engine.store.write(principal, change_topic, topic_id, change)


async def remove_topic(engine: Engine, principal: Principal, topic_id: str) -> None:
    """Take away a topic that nothing belongs to."""
    await engine.store.write(principal, write_removal, topic_id)


async def choose_topic(
    engine: Engine, principal: Principal, conversation_id: ConversationId, path: str | None
) -> ConversationLine:
    """The conversation, whose next turns belong to this topic; to none without a path."""
    await engine.store.write(principal, set_topic, conversation_id, path, datetime.now(UTC))
    return await engine.store.read(principal, read_conversation, conversation_id)
