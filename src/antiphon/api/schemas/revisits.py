"""Bodies about asking a panel what somebody once asked."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from antiphon.api.schemas.body import Body, Id
from antiphon.conversation.revisit import MOST_QUESTIONS


class RevisitPlan(Body):
    """Which panel is asked, the default one if none is named, and how many of the questions, all if none is said."""

    panel_id: Id | None = None
    count: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] | None = None


class StartingRevisit(RevisitPlan):
    """The same, and the title of the new conversation; without one it has that of the old."""

    title: Annotated[str, Field(max_length=200)] | None = None


class RevisitForecastAnswer(BaseModel):
    """How many questions are asked of how many voices, and what that may cost at most in US dollars, if it is known.

    Of `with_files` questions the files are not sent again, only the words.
    """

    questions: int
    with_files: int
    voices: int
    cost: float | None


class RevisitAnswer(BaseModel):
    """Where the questions come from, the conversation they are asked in, and how far it has come.

    `done`, `stopped`, `person` when somebody wrote there, or `failed` with the reason in `facts`.
    """

    id: str
    source_id: str
    conversation_id: str
    panel_id: str
    planned: int
    asked: int
    status: Literal["running", "done", "stopped", "person", "failed"]
    facts: dict[str, Any]
    created_at: str
