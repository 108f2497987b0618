"""What happened to whom: every visit, every message and its turn, every first word, every feed that was cut."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple


class Visit(NamedTuple):
    """One who came: when, in seconds of the run, how long it took until it was served, and how it ended."""

    at: float
    kind: str
    seconds: float
    # How long after its moment it was begun: what the one who measures is behind.
    late: float
    # Empty when it was served.
    error: str


class Try(NamedTuple):
    """One attempt at one node."""

    at: float
    node: str
    kind: str
    answer: str


@dataclass(slots=True)
class Ledger:
    """Notes of one run. Moments are seconds since its beginning."""

    began: float = field(default_factory=time.monotonic)
    visits: list[Visit] = field(default_factory=list)
    # Those that were not answered with what was wanted. What went well is only counted, but for messages.
    stumbles: list[Try] = field(default_factory=list)
    taken: list[Try] = field(default_factory=list)
    # What `verdict` holds the database against: the key of a message, and its turn.
    accepted: dict[str, str] = field(default_factory=dict)
    first_words: list[tuple[float, float]] = field(default_factory=list)
    cuts: list[float] = field(default_factory=list)
    gaps: int = 0
    doubled: list[str] = field(default_factory=list)
    marks: dict[str, float] = field(default_factory=dict)

    def now(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.began

    def mark(self, what: str) -> None:
        """Something happened that is worth a line in the pictures."""
        self.marks[what] = self.now()

    def note_accepted(self, key: str, turn_id: str) -> None:
        """A message was taken; the same key must always stand for the same turn."""
        if self.accepted.setdefault(key, turn_id) != turn_id:
            self.doubled.append(f"{key} stands for two turns")

    def count_errors(self) -> Counter[str]:
        """Who was not served in the end, by kind and reason."""
        return Counter(f"{each.kind}: {each.error}" for each in self.visits if each.error)

    def count_stumbles(self) -> Counter[str]:
        """What had to be tried again, by reason."""
        return Counter(f"{each.kind}: {each.answer}" for each in self.stumbles)

    def find_recovery(self, since: float) -> dict[str, float]:
        """For each node, how long after this moment it took a message again."""
        after: dict[str, float] = {}
        for each in self.taken:
            if each.at >= since:
                after.setdefault(each.node, each.at - since)
        return after
