"""What advisors are reminded of at this moment."""

from antiphon.context.reminders import Reminders
from antiphon.conversation.ids import ConversationId
from antiphon.store.reads.instructions import read_instructions
from antiphon.store.reads.reminders import Present, read_accepted_memories, read_listed_documents
from antiphon.store.reads.todos import read_todos
from antiphon.store.unit import Unit


def read_reminders(unit: Unit, conversation_id: ConversationId, present: Present) -> Reminders:
    """What counts in this conversation now; where there is none yet, what counts in every one.

    Nothing is read of a kind of which there is nothing.
    """
    instructions = read_instructions(unit, conversation_id) if present.instructions else ()
    return Reminders(
        conversation_id=conversation_id,
        memories=read_accepted_memories(unit) if present.memories else (),
        instructions=tuple(each for each in instructions if each.counts),
        todos=read_todos(unit, conversation_id) if present.todos else (),
        documents=read_listed_documents(unit, conversation_id) if present.documents else (),
    )
