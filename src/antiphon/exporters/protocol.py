"""What an exporter is: the whole of what a plug-in of this kind has to offer.

An exporter is a plain value under an entry point of the group `antiphon.exporters`. It is handed a document that reads
what it is asked for and no more, and yields bytes; nothing holds all of them at once.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple, Protocol

from antiphon.analysis.export import ReadPicture, no_picture
from antiphon.conversation.ids import AdvisorId, ConversationId
from antiphon.conversation.turn import Turn
from antiphon.plugins.kind import Kind

# What an exporter must say it is written for. It grows when a plug-in that worked would no longer.
API: Final = 1


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What goes along beyond every voice's chosen answer: other variants, and what voices thought."""

    variants: bool = False
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class ConversationDocument:
    """One conversation. `walk` reads its turns, oldest first, a few at a time.

    `descriptions` are the words advisors were described by, by id and version; `read_picture` reads the bytes of a
    picture in a reply.
    """

    id: ConversationId
    title: str
    created_at: datetime
    walk: Callable[[], Iterator[Turn]]
    descriptions: Mapping[tuple[AdvisorId, int], str] = field(default_factory=dict)
    read_picture: ReadPicture = no_picture


class Member(NamedTuple):
    """One file of an archive: what it is called, and its bytes as they come."""

    path: str
    pieces: Iterator[bytes]


class Document(Protocol):
    """What is to be written: some conversations, or everything somebody has."""

    def conversations(self) -> Iterator[ConversationDocument]:
        """One after the other, the oldest first."""

    def members(self) -> Iterator[Member]:
        """Everything that is kept of them, file by file; each is read to its end before the next."""


class Exporter(Protocol):
    """One format."""

    @property
    def name(self) -> str:
        """Short and lasting: programs ask for it by this name."""

    @property
    def label(self) -> str:
        """What people call the format."""

    @property
    def media_type(self) -> str:
        """What the bytes are."""

    @property
    def suffix(self) -> str:
        """How the name of a file of it ends, without the dot."""

    @property
    def version(self) -> int:
        """Grows when what it writes changes."""

    @property
    def api(self) -> int:
        """The version of this protocol it is written for."""

    def write(self, document: Document, options: ExportOptions) -> Iterator[bytes]:
        """The bytes, a piece at a time. The same document gives the same bytes."""


EXPORTERS: Final[Kind[Exporter]] = Kind("exporter", API, ("media_type", "suffix", "write"))
