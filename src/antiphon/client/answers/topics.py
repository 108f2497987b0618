"""Topics."""

from antiphon.client.answers.base import Answer


class Topic(Answer):
    """What turns can belong to; `path` is its name below the others, as in Work/Hiring."""

    id: str
    name: str
    path: str
    parent_id: str | None = None
    prelude: str = ""
    model: str | None = None
