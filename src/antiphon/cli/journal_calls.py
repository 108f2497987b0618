"""The calls about decisions."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client


class Stance(Answer):
    """One advisor as it stood; the words only where one decision was asked for."""

    advisor_id: str
    name: str
    state: str
    attitude: str | None
    model: str = ""
    text: str = ""
    reply_sha256: str = ""
    request_sha256: str | None = None


class Decision(Answer):
    """One entry of the journal."""

    id: str
    question: str
    options: tuple[str, ...]
    choice: str
    confidence: int
    change_my_mind: str
    created_at: str
    review_at: str | None
    reviewer: str | None
    standing: str
    outcome: str | None
    outcome_text: str
    position: int | None
    title: str | None
    stances: tuple[Stance, ...]


class Decisions(Answer):
    """Several of them, and how many wait although their day has come."""

    decisions: tuple[Decision, ...]
    due: int


class Share(Answer):
    """How often it turned out right."""

    count: int
    share: float | None
    low: float | None
    high: float | None


class Bin(Answer):
    """Decisions of like confidence."""

    first: int
    last: int
    turned_out: Share


class Calibration(Answer):
    """How sure against how often right."""

    verdict: str
    enough: int
    turned_out: Share
    confidence: float | None
    brier: float | None
    unknown: int
    waiting: int
    bins: tuple[Bin, ...]


class Tally(Answer):
    """What came of some decisions."""

    count: int
    right: int
    wrong: int


class Score(Answer):
    """How one advisor's stances turned out."""

    name: str
    stood_for: Tally
    stood_against: Tally
    alone: int
    alone_and_right: int
    adopted_share: float | None


def path_of(decision_id: str) -> str:
    """Where one decision stands."""
    return f"/v1/decisions/{quote(decision_id, safe='')}"


async def write_decision(client: Client, said: Mapping[str, Any]) -> dict[str, Any]:
    """Write one down."""
    return await client.ask("POST", "/v1/decisions", said)


async def read_stances_of_claim(client: Client, turn_id: str, number: int) -> dict[str, str] | None:
    """How each advisor stands to one claim of the turn's map, by id; nothing when the map has no such claim."""
    answer = await client.get(f"/v1/turns/{quote(turn_id, safe='')}/map")
    claim = next((each for each in answer.get("claims", ()) if each["number"] == number), None)
    if claim is None:
        return None
    words = {"agrees": "for", "contradicts": "against"}
    return {each["advisor_id"]: words[each["stand"]] for each in claim["stances"] if not each["disputed"]}
