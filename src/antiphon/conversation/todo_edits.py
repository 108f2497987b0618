"""What can be done to a todo list. Each takes the whole list and gives the whole list, tidied and checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypedDict

from antiphon.conversation.errors import NotFound, TodosRefused
from antiphon.conversation.todo import Todo, TodoPriority, TodoStatus, next_number, tidy_todos

# Every item is repeated with every message.
MOST_TODOS = 200


class TodoChanges(TypedDict, total=False):
    """Some of what can be said about an item; what is missing stays as it is, or as usual for a new one."""

    number: int | None
    title: str
    description: str
    status: TodoStatus
    priority: TodoPriority
    depends_on: Iterable[int]
    blocked_reason: str
    progress: float


class TodoEdit(Protocol):
    """From one whole list to the next."""

    def __call__(self, todos: Sequence[Todo], /) -> tuple[Todo, ...]: ...


def add_todos(todos: Sequence[Todo], added: Sequence[TodoChanges]) -> tuple[Todo, ...]:
    """The list with these behind it, each under the next free number unless it brings one."""
    return _settle([*todos, *_number(todos, added)])


def change_todo(todos: Sequence[Todo], number: int, changes: TodoChanges) -> tuple[Todo, ...]:
    """The list with one item changed; `NotFound` when it is not on it. The number stays."""
    return change_todos(todos, {number: changes})


def change_todos(todos: Sequence[Todo], changes: Mapping[int, TodoChanges]) -> tuple[Todo, ...]:
    """The list with these items changed at once; only what comes of it must be whole."""
    for number in changes:
        _check_there(todos, number)
    return _settle(_apply(each, changes.get(each.number, {})) for each in todos)


def remove_todo(todos: Sequence[Todo], number: int) -> tuple[Todo, ...]:
    """The list without one item; what waited for it no longer does. `NotFound` when it is not on it."""
    _check_there(todos, number)
    left = [each for each in todos if each.number != number]
    return _settle(replace(each, depends_on=tuple(n for n in each.depends_on if n != number)) for each in left)


def replace_todos(_: Sequence[Todo], wanted: Sequence[TodoChanges]) -> tuple[Todo, ...]:
    """Exactly these, in this order; those without a number get the next free ones."""
    return _settle(_number((), wanted))


def _number(todos: Sequence[Todo], added: Sequence[TodoChanges]) -> list[Todo]:
    brought = [Todo(number, "") for each in added if (number := each.get("number")) is not None]
    free = next_number((*todos, *brought))
    numbered: list[Todo] = []
    for each in added:
        number = each.get("number")
        if number is None:
            number, free = free, free + 1
        numbered.append(_apply(Todo(number, ""), each))
    return numbered


def _apply(todo: Todo, changes: TodoChanges) -> Todo:
    return Todo(
        number=todo.number,
        title=changes.get("title", todo.title),
        description=changes.get("description", todo.description),
        status=changes.get("status", todo.status),
        priority=changes.get("priority", todo.priority),
        depends_on=tuple(changes.get("depends_on", todo.depends_on)),
        blocked_reason=changes.get("blocked_reason", todo.blocked_reason),
        progress=changes.get("progress", _progress_after(todo, changes)),
    )


def _progress_after(todo: Todo, changes: TodoChanges) -> float:
    """What was completed and is taken up again has not been done to the full."""
    reopened = todo.status == "completed" and changes.get("status", todo.status) != "completed"
    return 0.0 if reopened else todo.progress


def _check_there(todos: Sequence[Todo], number: int) -> None:
    if all(each.number != number for each in todos):
        raise NotFound("todo", str(number))


def _settle(todos: Iterable[Todo]) -> tuple[Todo, ...]:
    tidied = tidy_todos(todos)
    if len(tidied) > MOST_TODOS:
        extra = tidied[MOST_TODOS]
        raise TodosRefused(extra.number, extra.title, f"is one too many: a list has {MOST_TODOS} items at most")
    return tidied
