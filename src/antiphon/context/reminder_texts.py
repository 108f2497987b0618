"""What each reminder says, before it is wrapped."""

from collections.abc import Sequence

from antiphon.advisors.prompt import Prompts
from antiphon.context.note import format_count
from antiphon.conversation.document import ListedDocument
from antiphon.conversation.ids import ConversationId
from antiphon.conversation.instruction import Instruction
from antiphon.conversation.memory import MemoryItem
from antiphon.conversation.text import on_one_line
from antiphon.conversation.todo import Todo, TodoStatus

# What is being done stands first, what is over last.
_STATES: dict[TodoStatus, str] = {
    "in_progress": "In progress",
    "blocked": "Blocked",
    "not_started": "Not started",
    "completed": "Completed",
}
_KIB = 1024


def write_memories(memories: Sequence[MemoryItem], here: ConversationId | None, prompts: Prompts) -> str:
    """Each memory on a line, with its kind and where it comes from."""
    if not memories:
        return ""
    lines = (f"- {each.kind}: {on_one_line(each.text)} ({_source(each, here)})" for each in memories)
    return "\n".join((prompts.memory, *lines))


def write_instructions(instructions: Sequence[Instruction]) -> str:
    """The texts in their order, a blank line between them; their names are for the person."""
    return "\n\n".join(each.text.strip() for each in instructions if each.text.strip())


def write_todos(todos: Sequence[Todo], prompts: Prompts) -> str:
    """How many there are, their titles by state, and the rule for this state of the list."""
    if not todos:
        return ""
    groups = {state: [each for each in todos if each.status == state] for state in _STATES}
    counts = ", ".join(f"{len(group)} {_STATES[state].lower()}" for state, group in groups.items() if group)
    stretches = [f"{format_count(len(todos), 'item')}: {counts}."]
    for state, group in groups.items():
        if group:
            stretches.append("\n".join((f"{_STATES[state]}:", *(write_todo(each) for each in group))))
    return "\n\n".join((*stretches, _rule(todos, prompts)))


def write_todo(todo: Todo) -> str:
    """One item on one line: number, title, and what is unusual about it."""
    notes: list[str] = []
    if todo.priority != "medium":
        notes.append(todo.priority)
    if todo.depends_on and todo.status != "completed":
        notes.append("after " + ", ".join(f"#{number}" for number in todo.depends_on))
    if todo.progress and todo.status != "completed":
        notes.append(f"{todo.progress:.0%} done")
    if todo.blocked_reason:
        notes.append(f"blocked: {todo.blocked_reason}")
    return f"- #{todo.number} {todo.title}" + (f" ({'; '.join(notes)})" if notes else "")


def write_documents(documents: Sequence[ListedDocument], rules: str) -> str:
    """What to do with them, and each document on a line: name, short id, length."""
    if not documents:
        return ""
    return "\n".join((rules, *(_write_document(each) for each in documents)))


def write_caller_note(note: str, prompts: Prompts) -> str:
    """Whose note it is, and the note."""
    return f"{prompts.caller_note}\n\n{note.strip()}" if note.strip() else ""


def _write_document(document: ListedDocument) -> str:
    size = f"{format_count(document.pages, 'page')}, {_format_bytes(document.bytes)}"
    return f"- {on_one_line(document.name)} (id {document.short_id}, {size})"


def _source(memory: MemoryItem, here: ConversationId | None) -> str:
    if memory.conversation_id is None:
        return "written down by the person"
    where = "this conversation" if memory.conversation_id == here else "another conversation"
    return f"from {where}" if memory.position is None else f"from turn {memory.position} of {where}"


def _rule(todos: Sequence[Todo], prompts: Prompts) -> str:
    states = {each.status for each in todos}
    if "in_progress" in states:
        return prompts.todo_rules_working
    return prompts.todo_rules_done if states == {"completed"} else prompts.todo_rules_idle


def _format_bytes(count: int) -> str:
    """In KiB, and from a thousand of them on in MiB."""
    if count < 1000 * _KIB:
        return f"{max(1, round(count / _KIB))} KiB"
    return f"{count / _KIB / _KIB:.1f} MiB"
