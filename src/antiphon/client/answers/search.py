"""What a search finds."""

from antiphon.client.answers.base import Answer


class FoundTurn(Answer):
    """A place in a conversation; without a turn it is the title."""

    conversation_id: str
    turn_id: str | None
    position: int | None = None
    name: str | None = None
    snippet: str
    importance: float | None = None


class FoundClaim(Answer):
    """A claim of a map."""

    conversation_id: str
    position: int
    label: str
    snippet: str


class FoundDecision(Answer):
    """A decision of the journal."""

    id: str
    snippet: str


class SearchPage(Answer):
    """Where words were found; `next` is where the following page begins, `passed_over` counts what weighs less."""

    items: tuple[FoundTurn, ...]
    claims: tuple[FoundClaim, ...] = ()
    decisions: tuple[FoundDecision, ...] = ()
    next: str | None = None
    passed_over: int = 0


class FoundPassage(Answer):
    """A passage of a document, and whether its words or its meaning found it."""

    document_id: str
    name: str
    page: int
    label: str
    text: str
    score: float
    by: tuple[str, ...]
