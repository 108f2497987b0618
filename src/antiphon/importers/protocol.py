"""What an importer is: the whole of what a plug-in of this kind has to offer.

An importer is a plain value under an entry point of the group `antiphon.importers`. It says what it recognises, reads
members of a file into conversations, and accounts for every field. It is run in a child process that reaches no
network, no other file and no database.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from antiphon.importers.kept import KeptPart
from antiphon.importers.ledger import FieldUse, Ledger
from antiphon.importers.nodes import ImportedConversation
from antiphon.importers.source import Container, Member, Source
from antiphon.plugins.kind import Kind

# What an importer must say it is written for. It grows when a plug-in that worked would no longer.
API: Final = 1
# How sure an importer is whose own manifest it has found: every member of the archive is its own.
WHOLE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Sample:
    """The beginning of one member: the keys at its top, the first records under each, the tables of a database.

    Records of a list at the top stand under the empty key.
    """

    container: Container
    name: str
    keys: frozenset[str] = frozenset()
    records: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    tables: frozenset[str] = frozenset()

    def has_record(self, key: str, *names: str) -> bool:
        """Whether any of the first records under this key has all of these fields."""
        return any(isinstance(each, dict) and each.keys() >= set(names) for each in self.records.get(key, ()))


class Importer(Protocol):
    """One format."""

    @property
    def name(self) -> str:
        """Short and lasting: it is written beside everything that comes by it."""

    @property
    def label(self) -> str:
        """What people call the program."""

    @property
    def version(self) -> int:
        """Grows when it understands more."""

    @property
    def api(self) -> int:
        """The version of this protocol it is written for."""

    @property
    def fields(self) -> tuple[FieldUse, ...]:
        """Every field of the format."""

    def recognise(self, sample: Sample) -> int:
        """How sure it is that this member is of its format: 0 is not at all, 100 is certain, and `WHOLE` is certain of
        every other member too.
        """

    def read(
        self, source: Source, members: Sequence[Member], ledger: Ledger
    ) -> Iterator[ImportedConversation] | Iterator[KeptPart]:
        """The conversations in these members, one at a time. What cannot be read is told to the ledger."""


IMPORTERS: Final[Kind[Importer]] = Kind("importer", API, ("fields", "recognise", "read"))
