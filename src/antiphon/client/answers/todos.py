"""Todos."""

from antiphon.client.answers.base import Answer


class Todo(Answer):
    """One thing to do."""

    number: int
    title: str
    description: str = ""
    status: str
    priority: str
    depends_on: tuple[int, ...] = ()
    blocked_reason: str = ""
    progress: float = 0.0
