"""The calls about advisors answering each other."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client


class VoiceForecast(Answer):
    """One advisor's part of a round."""

    model: str
    tokens: int
    cost: float | None = None


class Forecast(Answer):
    """What a round may cost at most."""

    cost: float | None = None
    tokens: int
    per_advisor: dict[str, VoiceForecast]


class Refusal(Answer):
    """Why a round cannot begin."""

    code: str
    message: str


class Foreseen(Answer):
    """A forecast, or why there is none."""

    forecast: Forecast | None = None
    refusal: Refusal | None = None


class Round(Answer):
    """One round."""

    number: int
    turn_id: str
    forecast: float | None = None
    cost: float | None = None
    new_claims: int | None = None


class Run(Answer):
    """A run as far as it has come."""

    id: str
    conversation_id: str
    planned: int
    ceiling: float | None = None
    status: str
    reason: str | None = None
    facts: Mapping[str, Any]
    spent: float
    rounds: tuple[Round, ...]
    next_forecast: Forecast | None = None


class Rounds(Answer):
    """The runs of a conversation, newest first, and the wordings of a round."""

    runs: tuple[Run, ...]
    wordings: Mapping[str, str]
    habits: Mapping[str, Any]


async def read_rounds(client: Client, conversation_id: str) -> Rounds:
    """What there has been."""
    return Rounds.model_validate(await client.get(_path(conversation_id)))


async def foresee_round(client: Client, conversation_id: str, wording: Mapping[str, Any]) -> Foreseen:
    """What a round in these words would cost."""
    return Foreseen.model_validate(await client.ask("POST", f"{_path(conversation_id)}/forecast", dict(wording)))


async def start_run(client: Client, conversation_id: str, wish: Mapping[str, Any]) -> Run:
    """Begin."""
    return Run.model_validate(await client.ask("POST", _path(conversation_id), dict(wish)))


async def read_run(client: Client, run_id: str) -> Run:
    """One run."""
    return Run.model_validate(await client.get(f"/v1/rounds/{quote(run_id, safe='')}"))


async def tell_run(client: Client, run_id: str, word: str) -> Run:
    """`next` or `stop`."""
    return Run.model_validate(await client.ask("POST", f"/v1/rounds/{quote(run_id, safe='')}/{word}", {}))


def _path(conversation_id: str) -> str:
    return f"/v1/conversations/{quote(conversation_id, safe='')}/rounds"
