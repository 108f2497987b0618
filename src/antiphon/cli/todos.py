"""`antiphon todo` and what can be done to the list."""

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.naming import choose_conversation
from antiphon.cli.options import ConversationOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.aio.todos import Todos
from antiphon.client.answers.todos import Todo
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

EMPTY = 'Nothing is to be done here. Note something: antiphon todo add "Ask for two quotes"'


class TodoStatus(StrEnum):
    """How far an item is."""

    NOT_STARTED = "not_started"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    BLOCKED = "blocked"


class Priority(StrEnum):
    """How much it matters."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


todo = typer.Typer(
    help="List, add, edit, remove and reorder what is to be done in a conversation.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
NumberArgument = Annotated[int, typer.Argument(metavar="NUMBER", help="The item, as `antiphon todo` prints it.")]
DescriptionOption = Annotated[str | None, typer.Option(metavar="TEXT", help="More about it.")]
PriorityOption = Annotated[Priority | None, typer.Option(help="How much it matters.")]
StatusOption = Annotated[TodoStatus | None, typer.Option(help="How far it is; one item at most is in progress.")]
AfterOption = Annotated[
    list[int] | None, typer.Option(metavar="NUMBER", help="It waits for this item; may be repeated.")
]
ReasonOption = Annotated[str | None, typer.Option(metavar="TEXT", help="Why it is blocked.")]


@todo.callback()
def list_todos(context: typer.Context, conversation: ConversationOption = None) -> None:
    """List, add, edit, remove and reorder what is to be done in a conversation; alone it lists it."""
    if context.invoked_subcommand is None:
        run_to_exit(_run(read_settings().settings, conversation, lambda calls, here: calls.list(here)))


@todo.command()
def add(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is to be done.")],
    description: DescriptionOption = None,
    priority: PriorityOption = None,
    after: AfterOption = None,
    conversation: ConversationOption = None,
) -> None:
    """Add an item behind the others."""
    said = _say(title=title, description=description, priority=priority, depends_on=after)
    run_to_exit(_run(read_settings().settings, conversation, lambda calls, here: calls.add(here, said)))


@todo.command()
def edit(
    number: NumberArgument,
    title: Annotated[str | None, typer.Option(metavar="TEXT", help="What is to be done.")] = None,
    description: DescriptionOption = None,
    status: StatusOption = None,
    reason: ReasonOption = None,
    priority: PriorityOption = None,
    progress: Annotated[float | None, typer.Option(min=0, max=1, help="How much of it is done, 0 to 1.")] = None,
    after: AfterOption = None,
    conversation: ConversationOption = None,
) -> None:
    """Change an item; what is not named stays as it is."""
    said = _say(
        title=title,
        description=description,
        status=status,
        blocked_reason=reason,
        priority=priority,
        progress=progress,
        depends_on=after,
    )
    if not said:
        raise typer.BadParameter("say what to change: --title, --status, --priority, --after, --progress, …")
    run_to_exit(_run(read_settings().settings, conversation, lambda calls, here: calls.update(here, number, said)))


@todo.command()
def remove(number: NumberArgument, conversation: ConversationOption = None) -> None:
    """Remove an item; what waited for it no longer does."""
    run_to_exit(_run(read_settings().settings, conversation, lambda calls, here: calls.remove(here, number)))


@todo.command()
def reorder(
    numbers: Annotated[list[int], typer.Argument(metavar="NUMBER", help="Items in their new order.")],
    conversation: ConversationOption = None,
) -> None:
    """Put these items first, in this order."""
    run_to_exit(_run(read_settings().settings, conversation, lambda calls, here: _reorder(calls, here, numbers)))


async def _run(
    settings: Settings, conversation: str | None, deed: Callable[[Todos, str], Awaitable[tuple[Todo, ...]]]
) -> int:
    async with open_antiphon(settings) as client:
        todos = await deed(client.todos, await choose_conversation(client, conversation))
    print_todos(open_output(), todos)
    return 0


async def _reorder(calls: Todos, conversation_id: str, numbers: Sequence[int]) -> tuple[Todo, ...]:
    """The list with these first, in this order; `Malformed` for a number that is not on it."""
    before = {each.number: each for each in await calls.list(conversation_id)}
    for number in numbers:
        if number not in before:
            raise Malformed(f"there is no todo {number}")
    return await calls.replace(conversation_id, [before[number] for number in dict.fromkeys((*numbers, *before))])


def print_todos(console: Console, todos: Sequence[Todo]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [_format_row(each) for each in todos]
    print_rows(console, rows, EMPTY)


def _format_row(todo: Todo) -> tuple[str, str, str, str]:
    notes = []
    if todo.priority != Priority.MEDIUM:
        notes.append(todo.priority)
    if todo.depends_on:
        notes.append("after " + ", ".join(map(str, todo.depends_on)))
    if 0 < todo.progress < 1:
        notes.append(f"{todo.progress:.0%} done")
    if todo.blocked_reason:
        notes.append(make_printable(todo.blocked_reason))
    return str(todo.number), todo.status.replace("_", " "), make_printable(todo.title), "; ".join(notes)


def _say(**said: Any) -> dict[str, Any]:
    return {
        name: str(value) if isinstance(value, StrEnum) else value for name, value in said.items() if value is not None
    }
