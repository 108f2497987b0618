"""A part of an archive of our own: it comes back as it was, and is no conversation of another program."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class KeptPart:
    """Records that are written together: a conversation with all that hangs on it, a document, or things of one kind.

    `records` is a list of pairs as JSON: what kind of thing it is, and its fields. `key` is what the part is recognised
    by when it comes again.
    """

    key: str
    title: str
    records: bytes
    kinds: Counter[str]
    authors: Counter[str]
    began_at: datetime | None = None

    @property
    def is_conversation(self) -> bool:
        """Whether it is one, and not something that stands beside them."""
        return self.kinds["conversation"] > 0
