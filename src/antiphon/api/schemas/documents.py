"""Bodies about files people brought."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page

Kind = Literal["guideline", "inline", "library"]
# Longer than any name may stay; it is cleaned and cut.
FileName = Annotated[str, Field(min_length=1, max_length=2_000)]


class IndexedAnswer(BaseModel):
    """How many of a document's pieces can be found by meaning, of how many."""

    done: int
    total: int


class DocumentAnswer(BaseModel):
    """A file; without a conversation it belongs to all of them. A picture has a width, a height and no pages.

    `kind` is what it is for: a guideline goes to the system prompt of every advisor, an inline file into the messages
    it is attached to, and the library is listed and searched.
    """

    id: str
    conversation_id: str | None
    kind: Kind
    name: str
    title: str
    media_type: str
    bytes: int
    pages: int
    width: int | None
    height: int | None
    chars: int
    enabled: bool
    created_at: str
    removed_at: str | None
    indexed: IndexedAnswer


class DocumentsAnswer(Page[DocumentAnswer]):
    """Documents, newest first."""


class PageLineAnswer(BaseModel):
    """A page in a list."""

    number: int
    label: str
    chars: int


class WholeDocumentAnswer(DocumentAnswer):
    """A document with its pages by name."""

    page_list: list[PageLineAnswer]


class PageAnswer(BaseModel):
    """The text of one page; `name` is the document's."""

    document_id: str
    name: str
    number: int
    label: str
    text: str


class ChangedDocument(Body):
    """What to change about a document; what is left out stays."""

    kind: Kind | None = None
    name: FileName | None = None
    enabled: bool | None = None
