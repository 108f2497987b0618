"""Analyses: models asked about a conversation instead of in it."""

from collections.abc import Mapping
from datetime import datetime

from antiphon.client.answers.base import Answer, Failure


class ModelCall(Answer):
    """One request of an analysis, and what came of it."""

    step: str
    provider: str
    model: str
    url: str
    sha256: str
    sent_at: datetime
    body: str | None
    bytes: int | None
    outcome: str | None
    answer: str | None
    usage: Mapping[str, int] | None
    cost: float | None
    erased: bool


class Analysis(Answer):
    """An analysis of a conversation; its calls are there when one analysis was asked for."""

    id: str
    conversation_id: str
    kind: str
    model: str
    status: str
    first_position: int
    last_position: int
    created_at: datetime
    error: Failure | None
    usage: Mapping[str, int]
    cost: float | None
    calls: tuple[ModelCall, ...] = ()


class AnalysisLine(Answer):
    """The newest attempt at something, as what came of it names it."""

    id: str
    model: str
    status: str
    error: Failure | None = None
