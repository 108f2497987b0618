"""What advisors are reminded of at this moment."""

from antiphon.context.reminders import Reminders
from antiphon.conversation.ids import ConversationId
from antiphon.store.reads.ground import NOWHERE
from antiphon.store.reads.instructions import read_instructions
from antiphon.store.reads.reminded import read_accepted_memories, read_listed_documents
from antiphon.store.reads.todos import read_todos
from antiphon.store.unit import Unit


def read_reminders(unit: Unit, conversation_id: ConversationId) -> Reminders:
    """What counts in this conversation now; where there is none yet, what counts in every one."""
    return Reminders(
        conversation_id=conversation_id,
        memories=read_accepted_memories(unit),
        instructions=tuple(each for each in read_instructions(unit, conversation_id) if each.counts),
        todos=() if conversation_id == NOWHERE else read_todos(unit, conversation_id),
        documents=read_listed_documents(unit, conversation_id),
    )
