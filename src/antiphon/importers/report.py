"""What came of reading a file: how much there is, what cannot come, and what nobody has accounted for."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from antiphon.importers.fold import FoldedConversation
from antiphon.importers.kept import KeptPart
from antiphon.importers.ledger import Ledger

_MOST_NAMES: Final = 50


@dataclass(slots=True)
class Report:
    """Counts, added up while conversations go by."""

    conversations: int = 0
    branches: int = 0
    turns: int = 0
    replies: int = 0
    files_missing: int = 0
    notes: int = 0
    first: datetime | None = None
    last: datetime | None = None
    authors: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    records: Counter[str] = field(default_factory=Counter)

    def add(self, folded: FoldedConversation) -> None:
        """Count one more."""
        if folded.branch:
            self.branches += 1
        else:
            self.conversations += 1
        self.turns += len(folded.turns)
        self.notes += bool(folded.note) and folded.branch == 0
        self.left.update(folded.left)
        for turn in folded.turns:
            self.replies += len(turn.replies)
            self.files_missing += turn.text.count("” was not in the export.)")
            self.authors.update(each.author.name for each in turn.replies)
        moments = [each for each in (self.first, self.last, folded.created_at, folded.updated_at) if each]
        self.first, self.last = min(moments, default=None), max(moments, default=None)

    def add_part(self, part: KeptPart) -> None:
        """Count a part of an archive of our own: what it holds, by kind."""
        self.conversations += part.is_conversation
        self.turns += part.kinds["turn"]
        self.replies += part.kinds["reply"]
        self.records.update(part.kinds)
        self.authors.update(part.authors)
        moments = [each for each in (self.first, self.last, part.began_at if part.is_conversation else None) if each]
        self.first, self.last = min(moments, default=None), max(moments, default=None)

    def write(self, ledger: Ledger, others: tuple[str, ...]) -> dict[str, Any]:
        """All of it as JSON; `left` says by one word each what could not be brought as it was."""
        return {
            "conversations": self.conversations,
            "branches": self.branches,
            "turns": self.turns,
            "replies": self.replies,
            "files_missing": self.files_missing,
            "notes": self.notes,
            "first": self.first.isoformat() if self.first else None,
            "last": self.last.isoformat() if self.last else None,
            "authors": dict(self.authors.most_common(_MOST_NAMES)),
            "left": dict((self.left + ledger.warnings).most_common(_MOST_NAMES)),
            "records": dict(self.records.most_common(_MOST_NAMES)),
            "unknown_fields": dict(ledger.unknown.most_common(_MOST_NAMES)),
            "other_files": {"count": len(others), "names": list(others[:_MOST_NAMES])},
        }
