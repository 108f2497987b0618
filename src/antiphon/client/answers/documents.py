"""Documents."""

from antiphon.client.answers.base import Answer


class Document(Answer):
    """A file as it is kept."""

    id: str
    conversation_id: str | None
    kind: str
    name: str
    bytes: int
    pages: int
    width: int | None
    height: int | None
    enabled: bool


class DocumentPage(Answer):
    """The text of one page."""

    number: int
    label: str
    text: str
