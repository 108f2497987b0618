"""Bodies about advisors answering each other."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from antiphon.advisors.panel import MOST_ROUNDS
from antiphon.api.schemas.body import Body, Id
from antiphon.api.schemas.choice import ChoiceBody
from antiphon.api.schemas.page import Page
from antiphon.api.schemas.panels import RoundHabitsBody

RunStatus = Literal["waiting", "running", "ended"]
RunReason = Literal[
    "done", "quiet", "ceiling", "person", "stopped", "failed", "refused", "settled", "unmoved", "unread"
]
Ceiling = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class Wording(Body):
    """What a round says in the person's place, to whom, and what was chosen for it; what is absent is as usual.

    `only_split` asks those alone whom the map of the last turn shows split, and shows them these points alone.
    """

    text: Annotated[str, Field(max_length=20_000)] | None = None
    advisor_ids: Annotated[list[Id], Field(min_length=1, max_length=100)] | None = None
    choice: ChoiceBody | None = None
    only_split: bool = False


class StartingRounds(Wording):
    """How many rounds at most, and what they may cost together in US dollars.

    `asks` waits for your word before every round but the first; `until_quiet` ends when a round brings no new claim.
    """

    count: Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
    ceiling: Ceiling | None = None
    asks: bool = False
    until_quiet: bool = False


class VoiceForecastAnswer(BaseModel):
    """One advisor's part: its model, the tokens of its prompt, and what it may cost; null when that is not known."""

    model: str
    tokens: int
    cost: float | None


class RoundForecastAnswer(BaseModel):
    """What a round may cost at most: nothing cached, every answer as long as it may be. Null when that is not known."""

    cost: float | None
    tokens: int
    per_advisor: dict[str, VoiceForecastAnswer]


class RoundAnswer(BaseModel):
    """A round, its turn, what it was forecast to cost and, once it has ended, what it cost and how much was new.

    Of a round between those who are split: the map it went by, how many points that were and, once the next map is
    drawn, on how many fewer two voices stand against each other.
    """

    number: int
    turn_id: str
    forecast: float | None
    cost: float | None
    new_claims: int | None
    ended: bool
    map_id: str | None
    points: int | None
    moved: int | None


class RunAnswer(BaseModel):
    """What was asked for and how far it has come. `facts` are the figures or the refusal behind `reason`.

    `spent` counts a round whose cost nobody reported as it was forecast. `next_forecast` is there while it waits.
    """

    id: str
    conversation_id: str
    planned: int
    ceiling: float | None
    asks: bool
    until_quiet: bool
    only_split: bool
    text: str
    advisor_ids: list[str] | None
    status: RunStatus
    reason: RunReason | None
    facts: dict[str, Any]
    spent: float
    rounds: list[RoundAnswer]
    next_forecast: RoundForecastAnswer | None
    created_at: str


class RefusalAnswer(BaseModel):
    """Why a round could not begin now."""

    code: str
    message: str


class WordingsAnswer(BaseModel):
    """The house's wordings of a round, by mode."""

    answer: str
    challenge: str
    settle: str
    split: str


class RoundsAnswer(Page[RunAnswer]):
    """The newest runs of a conversation, newest first, and what a round would cost now, or why there can be none.

    `habits` are the panel's, `wordings` the house's.
    """

    forecast: RoundForecastAnswer | None
    refusal: RefusalAnswer | None
    habits: RoundHabitsBody
    wordings: WordingsAnswer


class SplitPointAnswer(BaseModel):
    """A claim of the map on which voices stand against each other."""

    number: int
    text: str
    label: Literal["contradict", "torn"]


class SplitForecastAnswer(BaseModel):
    """Where they are split, what each would be shown of it, and what is saved beside a whole round in the same words.

    `sent` is the quoted block by advisor, exactly as it would be sent. `reading_cost` is what it may cost at most to
    read the answers afterwards, which is done where another round may follow. Null when that is not known.
    """

    map_id: str
    points: list[SplitPointAnswer]
    sent: dict[str, str]
    calls: int
    whole: RoundForecastAnswer
    saved_calls: int
    saved_tokens: int
    saved_cost: float | None
    reading_cost: float | None


class ForecastAnswer(BaseModel):
    """What this round would cost now, or why it cannot begin. `split` is there for one between those who are split."""

    forecast: RoundForecastAnswer | None
    refusal: RefusalAnswer | None
    split: SplitForecastAnswer | None
