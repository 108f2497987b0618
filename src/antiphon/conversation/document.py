"""A file somebody brought: what it is called, what it is for and how long it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from antiphon.conversation.ids import ConversationId, DocumentId

# How the label of a stretch begins; pages and sheets are called by their own names.
_CUT = frozenset({"line", "lines", "part"})
# Ids begin with the moment they were made; those of one afternoon differ only at the end.
_SHORT = 8


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document of the library, by name."""

    id: str
    name: str
    pages: int
    bytes: int
    kind: str = "library"

    @property
    def short_id(self) -> str:
        """Enough of the id to tell documents apart."""
        return shorten_id(self.id)


def shorten_id(document_id: str) -> str:
    """Enough of an id to tell documents apart."""
    return document_id[-_SHORT:]


# What a document is for: a guideline goes to the system prompt, an inline one into the messages it is attached to, and
# the library is listed and searched.
DocumentKind = Literal["guideline", "inline", "library"]


@dataclass(frozen=True, slots=True)
class Document:
    """A file as it is kept, without what it holds.

    Without a conversation it belongs to all of them. `bytes` is the size it came with; a picture has a width and a
    height and no pages. `chars` is the length of all its text.
    """

    id: DocumentId
    conversation_id: ConversationId | None
    kind: DocumentKind
    name: str
    title: str
    media_type: str
    bytes: int
    sha256: str
    pages: int
    width: int | None
    height: int | None
    chars: int
    enabled: bool
    created_at: datetime
    removed_at: datetime | None

    @property
    def is_image(self) -> bool:
        """True for a picture, which is looked at rather than read."""
        return self.width is not None


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """One page, sheet or part; `label` is what a citation calls it."""

    number: int
    label: str
    text: str

    @property
    def is_cut(self) -> bool:
        """True for a stretch of a text without pages: together such stretches are exactly the text."""
        return self.label.partition(" ")[0] in _CUT


def join_pages(pages: Iterable[DocumentPage]) -> str:
    """The whole text: stretches as they were cut, and a blank line between pages and sheets."""
    joined: list[str] = []
    for page in pages:
        joined += ["\n\n", page.text] if joined and not page.is_cut else [page.text]
    return "".join(joined)
