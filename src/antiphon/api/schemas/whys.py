"""Bodies about why a reply came out as it did."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.maps import LookForecastAnswer
from antiphon.api.schemas.memory import AnalysisLine

PartKind = Literal["turn", "quote", "synthesis", "memory", "instructions", "todo", "document", "caller", "file"]
Verdict = Literal["flipped", "mattered", "none", "unsure", "unread", "untried"]


class FindingWhy(Body):
    """How often the model may be asked at most; absent: as often as the forecast says."""

    calls: Annotated[int, Field(ge=1, le=10_000)] | None = None


class WhyPartAnswer(BaseModel):
    """One thing in what was sent that can be left out.

    A turn is known by `turn_id` and `position`, a quote by `advisor_id` and `name`, anything else by `name`. `opening`
    is how its words begin; both are empty for a memory that is gone.
    """

    id: str
    kind: PartKind
    name: str
    opening: str
    chars: int
    turn_id: str | None
    position: int | None
    advisor_id: str | None
    memory_id: str | None


class WhyForecastAnswer(LookForecastAnswer):
    """What finding out may take at most, and what is tried, in the order of `parts`.

    `surely` calls are made whatever comes of it, and would cost `likely_cost` with answers as long as this one. `tried`
    parts suffice for the calls; those after them are not tried. With `alone`, each part is also tried alone where
    leaving out one at a time shows nothing. `token_limit` is what the workspace allows one search, 0 for no limit.
    """

    reply_id: str
    surely: int
    likely_cost: float | None
    tried: int
    alone: bool
    least_calls: int
    most_calls: int
    token_limit: int
    parts: list[WhyPartAnswer]


class WhyPreviewAnswer(BaseModel):
    """The very request that is sent without the parts that were named; without any, the one of the receipt."""

    provider: str
    model: str
    url: str
    sha256: str
    bytes: int
    body: str


class MeasuredAnswer(BaseModel):
    """So many answers after a change: how far they are from the unchanged ones, and those from each other at most.

    `chance` is the share of all ways to divide these answers that part them as well; absent where it decided nothing.
    """

    answers: int
    distance: float
    spread: float
    chance: float | None


class ClaimShiftAnswer(BaseModel):
    """A claim, and the share of answers that make it: of the unchanged ones, and of those without the part."""

    text: str
    before: float
    after: float


class WhyFindingAnswer(BaseModel):
    """What came of leaving one part out.

    `flipped` and `mattered` are beyond chance; `none` is within it; `unsure` stood out once and was not confirmed;
    `unread` was not answered, `untried` was not asked. `alone` says that this part alone brings the answer back.
    """

    part: WhyPartAnswer
    verdict: Verdict
    first: MeasuredAnswer | None
    again: MeasuredAnswer | None
    unread: int
    shifts: list[ClaimShiftAnswer]
    alone: bool | None


class FoundWhyAnswer(BaseModel):
    """What was tried, in that order, and what made a difference.

    `unchanged` answers to the very same bytes were compared, and are at most `spread` apart; with `is_still` all claim
    the same. `least` is the chance a finding had to be below. `strayed` says that today the same bytes are answered
    otherwise than they were. `together` says whether leaving out everything changes the answer. `stopped_by` is
    `calls` or `tokens` where those did not suffice.
    """

    analysis_id: str
    model: str
    found_at: str | None
    compared_by: Literal["words", "meaning"]
    unchanged: int
    unread: int
    spread: float
    least: float
    is_still: bool
    strayed: bool
    together: bool | None
    stopped_by: str
    beyond_chance: int
    findings: list[WhyFindingAnswer]


class WhyAnswer(BaseModel):
    """What was found out about a reply. `status` and `analysis` are the newest attempt's, however it ended.

    While it runs, `answered` of at most `most` replays are there.
    """

    reply_id: str
    turn_id: str
    conversation_id: str
    advisor_id: str
    status: Literal["none", "running", "done", "failed"]
    analysis: AnalysisLine | None
    answered: int
    most: int | None
    found: FoundWhyAnswer | None
