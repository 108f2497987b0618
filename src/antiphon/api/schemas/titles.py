"""Bodies about finding a title."""

from pydantic import BaseModel

from antiphon.api.schemas.body import Body, ModelName
from antiphon.api.schemas.memory import AnalysisLine


class FindingTitle(Body):
    """Which model reads; absent: the one set for looking at conversations."""

    model: ModelName | None = None


class TitleAnswer(BaseModel):
    """The title that was found and the tags put on the newest turn; absent when none was, and `analysis` says why."""

    analysis: AnalysisLine
    title: str | None
    tags: list[str]
    turn_id: str | None
