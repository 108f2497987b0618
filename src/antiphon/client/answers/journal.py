"""The journal: decisions, and how they turned out."""

from antiphon.client.answers.base import Answer


class DecisionStance(Answer):
    """One advisor as it stood; the words only where one decision was asked for."""

    advisor_id: str
    name: str
    state: str
    attitude: str | None
    model: str = ""
    text: str = ""
    reply_sha256: str = ""
    request_sha256: str | None = None


class Decision(Answer):
    """One entry of the journal."""

    id: str
    question: str
    options: tuple[str, ...]
    choice: str
    confidence: int
    change_my_mind: str
    created_at: str
    review_at: str | None
    reviewer: str | None
    standing: str
    outcome: str | None
    outcome_text: str
    position: int | None
    title: str | None
    stances: tuple[DecisionStance, ...]


class Share(Answer):
    """How often it turned out right."""

    count: int
    share: float | None
    low: float | None
    high: float | None


class ConfidenceBin(Answer):
    """Decisions of like confidence."""

    first: int
    last: int
    turned_out: Share


class Calibration(Answer):
    """How sure against how often right."""

    verdict: str
    enough: int
    turned_out: Share
    confidence: float | None
    brier: float | None
    unknown: int
    waiting: int
    bins: tuple[ConfidenceBin, ...]


class OutcomeCount(Answer):
    """What came of some decisions."""

    count: int
    right: int
    wrong: int


class AdvisorScore(Answer):
    """How one advisor's stances turned out."""

    advisor_id: str
    name: str
    stood_for: OutcomeCount
    stood_against: OutcomeCount
    alone: int
    alone_and_right: int
    adopted_share: float | None
