"""Maps: where the advisors of a turn agree and where they do not."""

from collections.abc import Mapping
from datetime import datetime

from antiphon.client.answers.analyses import AnalysisLine
from antiphon.client.answers.base import Answer
from antiphon.client.answers.quorum import Quorum


class ClaimStance(Answer):
    """One advisor's stance on one claim: characters `start` to `end` of the reply are `quote`."""

    advisor_id: str
    reply_id: str = ""
    stand: str
    start: int = 0
    end: int = 0
    quote: str
    disputed: bool = False


class Claim(Answer):
    """One claim, and who stands where."""

    number: int
    text: str
    label: str
    stances: tuple[ClaimStance, ...]


class Glance(Answer):
    """Which answers speak to one point, by the wording of their first statements; on which side nobody has read."""

    turn_id: str
    way: str
    heard: tuple[str, ...]
    points: tuple[Claim, ...]


class MapAdvisor(Answer):
    """One advisor who was asked, and how much of its answer was read."""

    advisor_id: str
    name: str
    state: str
    heard: str = "read"


class CheckShare(Answer):
    """A share between 0 and 1, and between what it may lie by chance of the rooms."""

    value: float
    low: float
    high: float


class MapCheck(Answer):
    """How well a model judges claims: `together` by chance, words, meaning, judge; `sides` by always, denial, judge."""

    analysis_id: str
    model: str
    checked_at: datetime
    rooms: int
    together: Mapping[str, CheckShare]
    sides: Mapping[str, CheckShare]
    agreements: float
    contradictions: float
    may_group: bool
    may_take_sides: bool
    sources: Mapping[str, CheckShare] = {}
    caught: float = 0.0
    spared: float = 0.0
    may_hold: bool = False


class Map(Answer):
    """The map of a turn."""

    turn_id: str
    position: int
    question: str
    status: str
    is_stale: bool
    analysis: AnalysisLine | None
    drawn_id: str | None
    quorum: Quorum
    voices: tuple[MapAdvisor, ...]
    claims: tuple[Claim, ...]
    dropped: Mapping[str, int]
    ungrouped: int = 0
    grouped_by: str | None = "model"
    sides_read: bool = True
    is_rehearsal: bool = False
    check: MapCheck | None = None

    @property
    def compared(self) -> bool:
        """Whether the claims were held against each other; without that, each stands by itself."""
        return not self.ungrouped
