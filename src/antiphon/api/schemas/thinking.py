"""How much a model thinks before it answers, in bodies and answers."""

from typing import Annotated

from pydantic import BaseModel, Field

from antiphon.conversation.thinking import LEAST_BUDGET, MOST_BUDGET, Chooser, Level

# A level, or a budget in tokens.
ThinkingBody = Level | Annotated[int, Field(ge=LEAST_BUDGET, le=MOST_BUDGET)]
ThinkingAnswer = Level | int


class ThinkingPreviewAnswer(BaseModel):
    """How much one advisor would be asked to think, and who chose it; nobody chose anything where both are null.

    `unmet` says why its model is not asked for it after all; empty where it is. Up to `tokens` are allowed for it
    beside the answer, as part of `max_tokens`; `cost` is what they would be charged as output, at most, in dollars.
    """

    chosen: ThinkingAnswer | None
    chosen_by: Chooser | None
    unmet: str
    tokens: int
    cost: float | None
