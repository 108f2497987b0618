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


class SplitPoint(Answer):
    """A claim on which voices stand against each other."""

    number: int
    text: str
    label: str


class SplitForecast(Answer):
    """Where they are split, what each would be shown of it, and what is saved beside a whole round."""

    map_id: str
    points: tuple[SplitPoint, ...]
    sent: Mapping[str, str]
    calls: int
    whole: RoundForecast
    saved_calls: int
    saved_tokens: int
    saved_cost: float | None = None
    reading_cost: float | None = None


class RoundOutlook(Answer):
    """A forecast, or why there is none; `split` for a round between those who are split."""

    forecast: RoundForecast | None = None
    refusal: Failure | None = None
    split: SplitForecast | None = None


class Round(Answer):
    """One round."""

    number: int
    turn_id: str
    forecast: float | None = None
    cost: float | None = None
    new_claims: int | None = None
    points: int | None = None
    moved: int | None = None


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
