"""The contamination light of one conversation."""

import asyncio
from typing import Final

from antiphon.access.principal import Principal
from antiphon.analysis.contamination import Contamination, judge
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.turn import Turn
from antiphon.store.reads.conversations import read_conversation
from antiphon.store.reads.turns import read_turns
from antiphon.store.unit import Store, Unit

# What a person looks back on. Further back, a leak has long been sent along or forgotten.
MOST_TURNS: Final = 200


async def read_contamination(
    store: Store, principal: Principal, conversation_id: ConversationId, last: int = MOST_TURNS
) -> Contamination:
    """Judge the newest turns of a conversation, beside the loop."""
    turns = await store.read(principal, _read, conversation_id, min(last, MOST_TURNS))
    return await asyncio.to_thread(judge, turns)


def _read(unit: Unit, conversation_id: ConversationId, last: int) -> tuple[Turn, ...]:
    read_conversation(unit, conversation_id)
    return read_turns(unit, conversation_id, limit=last)
