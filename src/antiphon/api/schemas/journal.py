"""Bodies about decisions: what was chosen, how the advisors stood, how it turned out."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Id, Moment
from antiphon.api.schemas.page import Page

Attitude = Literal["for", "against", "open"]
Outcome = Literal["right", "wrong", "mixed", "unknown"]
# A little more than is kept, so that our own sentence says what is wrong.
Line = Annotated[str, Field(max_length=10_000)]
Words = Annotated[str, Field(max_length=20_000)]
Confidence = Annotated[int, Field(ge=0, le=100)]


class WritingDecision(Body):
    """A decision to write down. Without a question it is the turn's.

    `stances` says how advisors stand to the choice, by id; who is left out stands nowhere. `reviewer_id` asks on the
    day of `review_at`; absent: the first that stands against the choice, else the first.
    """

    turn_id: Id
    options: Annotated[list[Line], Field(min_length=1, max_length=100)]
    choice: Line
    confidence: Confidence
    question: Line = ""
    change_my_mind: Words = ""
    stances: Annotated[dict[Id, Attitude], Field(default_factory=dict, max_length=100)]
    review_at: Moment | None = None
    reviewer_id: Id | None = None


class ChangingDecision(Body):
    """What may change later; what is left out stays. `outcome: null` takes the outcome back."""

    change_my_mind: Words = ""
    review_at: Moment | None = None
    reviewer_id: Id | None = None
    outcome: Outcome | None = None
    outcome_text: Words = ""


class StandLine(BaseModel):
    """How one advisor stood, without its words."""

    advisor_id: str
    name: str
    colour: str
    state: str
    attitude: Attitude | None


class FrozenStanceAnswer(StandLine):
    """One advisor as it was at the time; nothing that happens to the turn later changes it.

    `reply_sha256` is the fingerprint of `text`, `request_sha256` that of the last request its reply was made from.
    """

    version: int
    model: str
    reply_id: str
    text: str
    edited: bool
    reply_sha256: str
    request_sha256: str | None


class DecisionLine(BaseModel):
    """A decision without the advisors' words.

    `title` and `position` are absent once the conversation or the turn it was made in is gone.
    """

    id: str
    conversation_id: str
    turn_id: str
    title: str | None
    position: int | None
    question: str
    options: list[str]
    choice: str
    confidence: int
    change_my_mind: str
    review_at: str | None
    reviewer_id: str | None
    reviewer: str | None
    standing: Literal["due", "open", "known"]
    outcome: Outcome | None
    outcome_text: str
    outcome_at: str | None
    created_at: str
    stances: list[StandLine]


class DecisionAnswer(DecisionLine):
    """The same with every stance in full."""

    stances: list[FrozenStanceAnswer]  # type: ignore[assignment]  # a longer line is still a line


class DecisionsAnswer(Page[DecisionLine]):
    """Those that wait for their outcome first, the nearest day to look back at the top; then the newest that have one.

    `due` counts those whose day has come. `next` is where the following page begins.
    """

    due: int


class ShareAnswer(BaseModel):
    """How often it turned out right, a mixed outcome counting as half, and between which shares that lies."""

    count: int
    right: float
    share: float | None
    low: float | None
    high: float | None


class BinAnswer(BaseModel):
    """Decisions of like confidence, in percent, and what came of them."""

    first: int
    last: int
    confidence: float | None
    turned_out: ShareAnswer


class PointAnswer(BaseModel):
    """How things stood when this many outcomes were known."""

    at: str
    count: int
    brier: float
    confidence: float
    share: float


class CalibrationAnswer(BaseModel):
    """How sure the person was against how often they were right.

    `verdict` is `too_few` below `enough` outcomes. `brier` is 0 at best; always saying 50 percent gets 0.25.
    `unknown` counts outcomes that cannot be told, `waiting` decisions without one; neither is reckoned with.
    """

    verdict: Literal["too_few", "too_sure", "too_careful", "fitting"]
    enough: int
    turned_out: ShareAnswer
    confidence: float | None
    brier: float | None
    unknown: int
    waiting: int
    bins: list[BinAnswer]
    curve: list[PointAnswer]


class TallyAnswer(BaseModel):
    """What came of the decisions an advisor stood to in one way."""

    count: int
    right: int
    wrong: int
    mixed: int
    waiting: int
    unknown: int


class ScoreAnswer(BaseModel):
    """One advisor over all decisions it answered in. Shares are absent where there is too little to share.

    `alone` counts decisions that nobody else spoke against, `alone_and_right` those of them that went wrong. `right`
    of `judged` is how often events agreed with it.
    """

    advisor_id: str
    name: str
    colour: str
    stood_for: TallyAnswer
    stood_against: TallyAnswer
    undecided: int
    alone: int
    alone_and_right: int
    adopted_share: float | None
    right: int
    judged: int
    right_share: float | None


class ScorecardAnswer(Page[ScoreAnswer]):
    """Everybody who ever answered in a turn that was decided; `enough` is how many a share needs."""

    enough: int
