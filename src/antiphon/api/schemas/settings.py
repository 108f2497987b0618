"""Settings, models and spending as clients see them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictBool, StrictFloat, StrictInt

from antiphon.api.schemas.body import Body
from antiphon.api.schemas.page import Page
from antiphon.conversation.scope import Scope

# Beyond this a number is a mistake, and beyond 64 bits no client could read it back.
_MOST = 10**12

Value = (
    StrictBool
    | Annotated[StrictInt, Field(ge=-_MOST, le=_MOST)]
    | Annotated[StrictFloat, Field(allow_inf_nan=False)]
    | Annotated[str, Field(max_length=1000)]
    | None
)


class ChangingSetting(Body):
    """A new value; nothing means none where a setting may have none.

    `scope` is for whom: absent, for those the setting belongs to. A wider one makes it the usual value for everybody
    there who has not chosen for themselves.
    """

    value: Value
    scope: Scope | None = None


class PutAsideAnswer(BaseModel):
    """A saved value that cannot be used any more, and why; it is kept, and counts again when it fits."""

    value: str
    reason: str


class SettingAnswer(BaseModel):
    """One setting: its value, where that comes from, and whether it can be changed here.

    `scope` is whose it is: the instance's, the workspace's or the person's own. `place` is the variable or the file
    behind the source, or for whom it was changed when that is the database. `choices` is there for a choice and
    `minimum`, `above` and `maximum` for numbers that have them.
    """

    name: str
    value: bool | int | float | str | None
    source: Literal["environment", "file", "database", "default", "start", "added"]
    place: str | None
    scope: Scope
    default: bool | int | float | str | None
    description: str
    kind: Literal["boolean", "integer", "number", "text", "choice", "secret"]
    optional: bool
    choices: list[str] | None
    minimum: float | None
    above: float | None
    maximum: float | None
    group: str
    editable: bool
    why_not: str | None
    needs_restart: bool
    put_aside: PutAsideAnswer | None


class SettingsAnswer(Page[SettingAnswer]):
    """The settings, and the file that would be read at the start whether or not it exists.

    Whoever does not operate the instance is told of those that can be changed while it runs, and of no file.
    """

    file: str | None


class PricesAnswer(BaseModel):
    """Dollars per million tokens."""

    input: float
    output: float
    cached_input: float | None
    cache_write: float | None


class ModelAnswer(BaseModel):
    """One model; what nobody knows is absent."""

    id: str
    name: str
    default: bool
    context_window: int | None
    input_limit: int | None
    output_limit: int | None
    prices: PricesAnswer | None


class ProviderAnswer(BaseModel):
    """A place that models are reached at; `why_not` says why one cannot be used."""

    name: str
    kind: str
    place: Literal["rehearsal", "local", "remote"]
    usable: bool
    why_not: str | None
    models: list[ModelAnswer]


class ModelsAnswer(Page[ProviderAnswer]):
    """Every provider with the models known by name; a provider may serve more.

    `data` are panels and advisors as models of the OpenAI wire, at home under `/openai/v1`.
    """

    default: str
    rehearsal: bool
    object: Literal["list"]
    data: list[dict[str, Any]]


class SpentAnswer(BaseModel):
    """What was spent, in dollars and tokens.

    `cost` adds up what is known. `unknown` counts replies whose price is not, `rehearsal` those of scripted voices,
    which cost nothing and whose tokens are not counted.
    """

    cost: float
    tokens_in: int
    tokens_out: int
    cached: int
    replies: int
    unknown: int
    rehearsal: int


class TodayAnswer(SpentAnswer):
    """The day so far."""

    turns: int


class SpentByAnswer(SpentAnswer):
    """The part of one advisor or of one model."""

    id: str


class CeilingsAnswer(BaseModel):
    """Dollars the browser asks about before it sends; 0 never asks."""

    turn: float
    day: float


class SpendingAnswer(BaseModel):
    """What the day has cost so far, since midnight in the time zone of the settings."""

    since: str
    ceilings: CeilingsAnswer
    today: TodayAnswer
    by_advisor: list[SpentByAnswer]
    by_model: list[SpentByAnswer]
