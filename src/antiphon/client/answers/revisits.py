"""Asking a panel what somebody once asked."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.base import Answer


class RevisitForecast(Answer):
    """How many questions are asked of how many voices, and what that may cost at most."""

    questions: int
    with_files: int
    voices: int
    cost: float | None = None


class Revisit(Answer):
    """How far it has come."""

    id: str
    source_id: str
    conversation_id: str
    panel_id: str
    planned: int
    asked: int
    status: str
    facts: Mapping[str, Any]
