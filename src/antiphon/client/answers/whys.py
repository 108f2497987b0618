"""Why a reply came out as it did: what is tried, and what made the difference."""

from datetime import datetime

from antiphon.client.answers.analyses import AnalysisLine
from antiphon.client.answers.base import Answer, Forecast


class WhyPart(Answer):
    """One thing in what was sent that can be left out."""

    id: str
    kind: str
    name: str
    opening: str
    chars: int
    turn_id: str | None = None
    position: int | None = None
    advisor_id: str | None = None


class WhyForecast(Forecast):
    """What finding out may take at most, and what is tried in the order of its parts; so many of them."""

    surely: int
    likely_cost: float | None
    tried: int
    alone: bool
    least_calls: int
    most_calls: int
    token_limit: int
    parts: tuple[WhyPart, ...]


class WhyPreview(Answer):
    """The very request that is sent without some parts."""

    url: str
    sha256: str
    bytes: int
    body: str


class Measured(Answer):
    """Answers after a change, held against the unchanged ones."""

    answers: int
    distance: float
    spread: float
    chance: float | None


class ClaimShift(Answer):
    """A claim, and the share of answers that make it before and after."""

    text: str
    before: float
    after: float


class WhyFinding(Answer):
    """What came of leaving one part out."""

    part: WhyPart
    verdict: str
    first: Measured | None
    again: Measured | None
    unread: int
    shifts: tuple[ClaimShift, ...]
    alone: bool | None


class FoundWhy(Answer):
    """What was tried, and what made a difference."""

    analysis_id: str
    model: str
    found_at: datetime | None
    compared_by: str
    unchanged: int
    unread: int
    spread: float
    is_still: bool
    strayed: bool
    together: bool | None
    stopped_by: str
    beyond_chance: int
    findings: tuple[WhyFinding, ...]


class Why(Answer):
    """What was found out about a reply, and how the newest attempt stands."""

    reply_id: str
    status: str
    analysis: AnalysisLine | None
    answered: int
    most: int | None
    found: FoundWhy | None
