"""Bodies about what was claimed in a turn, and who stands where."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, ModelName
from antiphon.api.schemas.map_checks import MapCheckAnswer
from antiphon.api.schemas.memory import AnalysisLine
from antiphon.api.schemas.quorum import QuorumAnswer

Stand = Literal["agrees", "contradicts", "speaks", "torn"]
Label = Literal["agree", "contradict", "lone", "near", "torn"]
# `model` stands for maps of older versions, which a model sorted in one go.
GroupedBy = Literal["alone", "words", "meaning", "judge", "model"]


class DrawingMap(Body):
    """Which model reads; absent: the one set for looking at conversations."""

    model: ModelName | None = None


class LookForecastAnswer(BaseModel):
    """What a look by this model may take at most, when every question is asked once and answered as long as allowed.

    `cost` is in US dollars, and absent when nobody knows what the model costs.
    """

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None


class Disputing(Body):
    """Whose stance is not what was said; `disputed: false` takes it back."""

    advisor_id: Annotated[str, Field(min_length=1, max_length=100)]
    disputed: bool


class StanceAnswer(BaseModel):
    """One advisor's stance on one claim. The words stand in the reply: characters `start` to `end` are `quote`.

    `speaks` says that the advisor speaks to the point and that nobody has read on which side; `torn`, that what was
    read of the sides does not fit together.
    """

    advisor_id: str
    reply_id: str
    stand: Stand
    start: int
    end: int
    quote: str
    disputed: bool


class ClaimAnswer(BaseModel):
    """One claim. Whoever has no stance was silent on it; `label` counts no disputed stance."""

    number: int
    text: str
    label: Label
    stances: list[StanceAnswer]


class MapVoiceAnswer(BaseModel):
    """One advisor who was asked, by the reply that stands for it.

    `heard` is `read`, or why there are no claims of this voice: `absent`, nothing came; `unread`, the reader could not
    make claims of it; `new`, the answer came or was changed after the map was drawn.
    """

    advisor_id: str
    name: str
    colour: str
    reply_id: str
    state: str
    heard: Literal["read", "absent", "unread", "new"]


class MapAnswer(BaseModel):
    """Where they agree, where they do not, and who was not heard; the most contested claim first.

    `status` and `analysis` are the newest attempt's, however it ended. The claims are the last ones drawn to the end:
    `drawn_id` names that look, and is absent when there is none. `is_stale` says that answers have changed since.
    `ungrouped` counts claims that were not compared with each other, because they were too many to be read at once;
    only older maps have such. `grouped_by` says what put claims together: words, meaning, or a judge. Without
    `sides_read` nobody has read who agrees and who does not. `check` is how well the model judges, as far as that was
    found out before the map was drawn.
    """

    turn_id: str
    conversation_id: str
    position: int
    question: str
    status: Literal["none", "running", "done", "failed"]
    is_stale: bool
    analysis: AnalysisLine | None
    drawn_id: str | None
    quorum: QuorumAnswer
    voices: list[MapVoiceAnswer]
    claims: list[ClaimAnswer]
    dropped: dict[str, int]
    ungrouped: int
    grouped_by: GroupedBy | None
    sides_read: bool
    is_rehearsal: bool
    check: MapCheckAnswer | None
