"""Reminders stand right before the person's message: memory, custom instructions, todo, documents, a program's note."""

from dataclasses import dataclass

from antiphon.advisors.prompt import Prompts
from antiphon.context.choice import Choice, Item
from antiphon.context.reminder_texts import (
    write_caller_note,
    write_documents,
    write_instructions,
    write_memories,
    write_todos,
)
from antiphon.context.tags import MARKERS, REMINDER, disarm_tags
from antiphon.conversation.document import ListedDocument
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.instruction import Instruction
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.payload import Message
from antiphon.conversation.todo import Todo

_ITEMS: tuple[Item, ...] = ("memory", "instructions", "todo", "documents", "caller")
_MARKERS: dict[Item, str] = dict(zip(_ITEMS, MARKERS, strict=True))


@dataclass(frozen=True, slots=True)
class Reminders:
    """What advisors are reminded of in this conversation before they answer; what is empty is not sent.

    Only what counts is here: instructions that are switched on, memories that were accepted, documents of the library.
    """

    conversation_id: ConversationId | None = None
    memories: tuple[MemoryItem, ...] = ()
    instructions: tuple[Instruction, ...] = ()
    todos: tuple[Todo, ...] = ()
    documents: tuple[ListedDocument, ...] = ()


def build_reminders(
    reminders: Reminders, choice: Choice, advisor_id: AdvisorId, prompts: Prompts, *, searches: bool = True
) -> tuple[Message, ...]:
    """One user message for each source that has something to say to this advisor and is not switched off.

    An advisor that `searches` can look into the documents that are listed.
    """
    kept = _leave_out(reminders, choice, advisor_id)
    texts: dict[Item, str] = {
        "memory": write_memories(kept.memories, kept.conversation_id, prompts),
        "instructions": write_instructions(kept.instructions),
        "todo": write_todos(kept.todos, prompts),
        "documents": write_documents(
            kept.documents, prompts.documents_list if searches else prompts.documents_unsearched
        ),
        "caller": write_caller_note(choice.caller_note, prompts),
    }
    return tuple(
        Message("user", _wrap(text, _MARKERS[item]), item)
        for item, text in texts.items()
        if text.strip() and item not in choice.off
    )


def _leave_out(reminders: Reminders, choice: Choice, advisor_id: AdvisorId) -> Reminders:
    """The same without the single things this send does without."""
    if not choice.omit:
        return reminders
    return Reminders(
        reminders.conversation_id,
        tuple(each for each in reminders.memories if not choice.omits(advisor_id, "memory", each.id)),
        tuple(each for each in reminders.instructions if not choice.omits(advisor_id, "instruction", each.id)),
        reminders.todos,
        tuple(each for each in reminders.documents if not choice.omits(advisor_id, "document", each.id)),
    )


def _wrap(text: str, marker: str) -> str:
    return f"<{REMINDER}>\n<{marker}>\n{disarm_tags(text.strip())}\n</{marker}>\n</{REMINDER}>"
