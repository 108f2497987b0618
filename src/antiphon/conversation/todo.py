"""What is to be done in a conversation, and what makes a list of it whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from antiphon.conversation.errors import TodosRefused
from antiphon.conversation.text import clean_text, on_one_line

TodoStatus = Literal["not_started", "in_progress", "completed", "blocked"]
TodoPriority = Literal["low", "medium", "high", "critical"]
STATUSES = cast("tuple[TodoStatus, ...]", get_args(TodoStatus))
PRIORITIES = cast("tuple[TodoPriority, ...]", get_args(TodoPriority))

HIGHEST_NUMBER = 99_999
LONGEST_TITLE = 300
LONGEST_DESCRIPTION = 10_000


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing to do. Its number stays with it; others name it by that when they wait for it."""

    number: int
    title: str
    description: str = ""
    status: TodoStatus = "not_started"
    priority: TodoPriority = "medium"
    depends_on: tuple[int, ...] = ()
    blocked_reason: str = ""
    progress: float = 0.0


def tidy_todos(todos: Iterable[Todo]) -> tuple[Todo, ...]:
    """The list as it is kept, in its order; `TodosRefused` names the first item that contradicts it.

    Titles stand on one line, what is completed is done to the full, and a reason stays only with what is blocked.
    """
    tidied = tuple(_tidy(each) for each in todos)
    _check_numbers(tidied)
    for each in tidied:
        _check(each, tidied)
    _check_circles(tidied)
    return tidied


def next_number(todos: Iterable[Todo]) -> int:
    """The number for one more."""
    return max((each.number for each in todos), default=0) + 1


def _tidy(todo: Todo) -> Todo:
    return replace(
        todo,
        title=on_one_line(todo.title),
        description=clean_text(todo.description).strip(),
        depends_on=tuple(sorted(set(todo.depends_on))),
        blocked_reason=on_one_line(todo.blocked_reason) if todo.status == "blocked" else "",
        progress=1.0 if todo.status == "completed" else todo.progress,
    )


def _check_numbers(todos: Sequence[Todo]) -> None:
    seen: set[int] = set()
    for each in todos:
        if not 1 <= each.number <= HIGHEST_NUMBER:
            raise TodosRefused(each.number, each.title, f"needs a number from 1 to {HIGHEST_NUMBER}")
        if each.number in seen:
            raise TodosRefused(each.number, each.title, "has the number of another item")
        seen.add(each.number)


def _check(todo: Todo, todos: Sequence[Todo]) -> None:
    numbers = {each.number for each in todos}
    missing = [number for number in todo.depends_on if number not in numbers]
    reason = ""
    if not todo.title:
        reason = "needs a title"
    elif max(len(todo.title), len(todo.blocked_reason)) > LONGEST_TITLE:
        reason = f"is too long: a title or a reason has {LONGEST_TITLE} characters at most"
    elif len(todo.description) > LONGEST_DESCRIPTION:
        reason = f"is described in more than {LONGEST_DESCRIPTION} characters"
    elif todo.number in todo.depends_on:
        reason = "cannot wait for itself"
    elif missing:
        reason = f"waits for {missing[0]}, which is not on the list"
    elif todo.status == "blocked" and not todo.blocked_reason:
        reason = "is blocked and needs a reason"
    elif not 0 <= todo.progress <= 1:
        reason = "can be done to 0 at least and 1 at most"
    elif todo.status == "in_progress" and (other := _find_other_in_progress(todo, todos)):
        reason = f"cannot be in progress while {other.number} is"
    if reason:
        raise TodosRefused(todo.number, todo.title, reason)


def _find_other_in_progress(todo: Todo, todos: Sequence[Todo]) -> Todo | None:
    return next((each for each in todos if each.status == "in_progress" and each.number != todo.number), None)


def _check_circles(todos: Sequence[Todo]) -> None:
    """Take away what waits for nothing that is left, until nothing more goes; what then stays waits in a circle."""
    waiting = {each.number: set(each.depends_on) for each in todos}
    while free := {number for number, needs in waiting.items() if not needs & waiting.keys()}:
        waiting = {number: needs for number, needs in waiting.items() if number not in free}
    # What only waits for a circle is not part of one.
    while ends := waiting.keys() - {need for needs in waiting.values() for need in needs}:
        waiting = {number: needs for number, needs in waiting.items() if number not in ends}
    if waiting:
        stuck = next(each for each in todos if each.number in waiting)
        raise TodosRefused(stuck.number, stuck.title, "waits for itself in a circle")
