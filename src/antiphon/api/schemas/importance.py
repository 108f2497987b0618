"""Bodies about what turns and replies are worth, and what the rules for dropping make of it."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.answers import ErrorAnswer
from antiphon.api.schemas.body import Body
from antiphon.api.schemas.choice import Dropping
from antiphon.api.schemas.context import CostAnswer, PanelCostAnswer
from antiphon.context.importance import Effect, Rule


class WorthBody(Body):
    """What a reply is worth, from 0 to 1; nothing takes it back."""

    worth: Annotated[float, Field(ge=0, le=1)] | None


class ReasonAnswer(BaseModel):
    """A rule that held: the score is `amount`, is no less, or is so much more.

    `words` were found from `start` to `end`, in code points, where the rule is about words.
    """

    rule: Rule
    effect: Effect
    amount: float
    start: int | None
    end: int | None
    words: str | None


class ImportanceAnswer(BaseModel):
    """What was reckoned and why, and what the person said instead; `counts` is what decides.

    `reasons` add up to `reckoned` in their order. `importance` is what is kept; it differs from `reckoned` only where
    the rules have changed since.
    """

    reckoned: float | None
    importance: float | None
    worth: float | None
    counts: float | None
    reasons: list[ReasonAnswer]


class TurnImportanceAnswer(ImportanceAnswer):
    """The same for a human message, and who pinned it: the rule for the first messages, the person, or nobody."""

    pinned_by: Literal["rule", "person"] | None


class KeptAnswer(BaseModel):
    """What one advisor would be sent under one rule; `inside` are the positions, as stretches."""

    advisor_id: str
    name: str
    problem: ErrorAnswer | None
    included: int
    tokens: int
    limit: int | None
    cost: CostAnswer
    inside: list[tuple[int, int]]


class PolicyAnswer(BaseModel):
    """All advisors under one rule. `included` is the fewest turns any of them would be sent."""

    dropping: Dropping
    included: int
    cost: PanelCostAnswer
    advisors: list[KeptAnswer]


class PoliciesAnswer(BaseModel):
    """One draft under every rule; `differences` are the positions on which the rules part, by advisor."""

    conversation_id: str
    seq: int
    chosen: Dropping
    visible: int
    shown: list[tuple[int, int]]
    policies: list[PolicyAnswer]
    differences: dict[str, list[tuple[int, int]]]
