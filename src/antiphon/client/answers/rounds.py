"""Rounds: advisors answering each other."""

from collections.abc import Mapping
from typing import Any

from antiphon.client.answers.base import Answer, Failure


class AdvisorForecast(Answer):
    """One advisor's part of a round."""

    model: str
    tokens: int
    cost: float | None = None


class RoundForecast(Answer):
    """What a round may cost at most."""

    cost: float | None = None
    tokens: int
    per_advisor: dict[str, AdvisorForecast]


class RoundOutlook(Answer):
    """A forecast, or why there is none."""

    forecast: RoundForecast | None = None
    refusal: Failure | None = None


class Round(Answer):
    """One round."""

    number: int
    turn_id: str
    forecast: float | None = None
    cost: float | None = None
    new_claims: int | None = None


class RoundsRun(Answer):
    """A run of rounds as far as it has come."""

    id: str
    conversation_id: str
    planned: int
    ceiling: float | None = None
    status: str
    reason: str | None = None
    facts: Mapping[str, Any]
    spent: float
    rounds: tuple[Round, ...]
    next_forecast: RoundForecast | None = None


class Rounds(Answer):
    """The runs of a conversation, newest first, and the wordings of a round."""

    items: tuple[RoundsRun, ...]
    wordings: Mapping[str, str]
    habits: Mapping[str, Any]
