"""Bodies about how well a model judges claims."""

from pydantic import BaseModel

from antiphon.api.schemas.body import Body, ModelName


class CheckingMap(Body):
    """Which model is checked; absent: the one set for looking at conversations."""

    model: ModelName | None = None


class CheckShareAnswer(BaseModel):
    """A share between 0 and 1; drawn with other rooms it lies between `low` and `high` 95 times in 100."""

    value: float
    low: float
    high: float


class MapCheckAnswer(BaseModel):
    """What was found out about a model with rooms read by hand, and what it may do in maps because of it.

    `together` says how well claims are put together, by `chance`, `words`, `meaning` and `judge`; `sides` how many
    pairs on one point get the right sign, by `always`, `denial` and `judge`. `agreements` and `contradictions` are the
    shares of each that the model finds. `sources` says how often sentences are rightly held to their sources, by
    `always`, `figures` and `judge`; `caught` and `spared` are the shares of unsupported sentences that the model marks
    and of supported ones that it does not. Checks of older versions have no `sources`.
    """

    analysis_id: str
    model: str
    checked_at: str
    rooms: int
    together: dict[str, CheckShareAnswer]
    sides: dict[str, CheckShareAnswer]
    agreements: float
    contradictions: float
    sources: dict[str, CheckShareAnswer]
    caught: float
    spared: float
    may_group: bool
    may_take_sides: bool
    may_hold: bool
