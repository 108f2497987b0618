"""Bodies about what is to be done."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page
from antiphon.conversation.todo import HIGHEST_NUMBER, LONGEST_DESCRIPTION, LONGEST_TITLE
from antiphon.conversation.todo_edits import MOST_TODOS

Status = Literal["not_started", "in_progress", "completed", "blocked"]
Priority = Literal["low", "medium", "high", "critical"]
TodoTitle = Annotated[str, Field(max_length=LONGEST_TITLE)]
Description = Annotated[str, Field(max_length=LONGEST_DESCRIPTION)]
Number = Annotated[int, Field(ge=1, le=HIGHEST_NUMBER)]
Numbers = Annotated[list[Number], Field(max_length=MOST_TODOS)]


class ChangedTodo(Body):
    """What changes about an item; what is absent stays as it is."""

    title: TodoTitle = ""
    description: Description = ""
    status: Status = "not_started"
    priority: Priority = "medium"
    depends_on: Numbers = Field(default_factory=list)
    blocked_reason: TodoTitle = ""
    progress: float = 0.0


class NewTodo(ChangedTodo):
    """An item to be; without a number it gets the next free one."""

    number: Number | None = None
    title: TodoTitle


class TodoList(Body):
    """A whole list, in its order."""

    todos: Annotated[list[NewTodo], Field(max_length=MOST_TODOS)]


class TodoAnswer(BaseModel):
    """One thing to do; others name it by its number."""

    number: int
    title: str
    description: str
    status: Status
    priority: Priority
    depends_on: list[int]
    blocked_reason: str
    progress: float


class TodosAnswer(Page[TodoAnswer]):
    """The whole list, in its order."""
