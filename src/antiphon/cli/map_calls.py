"""The calls about the map of a turn."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import quote

from antiphon.cli.answers import Answer
from antiphon.cli.client import Client
from antiphon.cli.heard import Quorum
from antiphon.cli.look_forecast import LookForecast

_POLL_SECONDS: Final = 0.5


class Stance(Answer):
    """One advisor's stance on one claim."""

    advisor_id: str
    stand: str
    quote: str
    disputed: bool = False


class Claim(Answer):
    """One claim, and who stands where."""

    number: int
    text: str
    label: str
    stances: tuple[Stance, ...]


class Voice(Answer):
    """One advisor who was asked."""

    advisor_id: str
    name: str
    state: str
    heard: str = "read"


class Problem(Answer):
    """Why the map could not be drawn."""

    code: str
    message: str


class Look(Answer):
    """The newest attempt at the map."""

    id: str
    model: str
    status: str
    error: Problem | None = None


class Map(Answer):
    """The map of a turn."""

    turn_id: str
    position: int
    question: str
    status: str
    is_stale: bool
    analysis: Look | None
    drawn_id: str | None
    quorum: Quorum
    voices: tuple[Voice, ...]
    claims: tuple[Claim, ...]
    dropped: Mapping[str, int]
    ungrouped: int = 0

    @property
    def compared(self) -> bool:
        """Whether the claims were held against each other; without that, each stands by itself."""
        return not self.ungrouped


async def read_map(client: Client, turn_id: str) -> dict[str, Any]:
    """The map as the server tells it."""
    return await client.get(f"{_path(turn_id)}/map")


async def draw_map(client: Client, turn_id: str, model: str | None) -> None:
    """Have it drawn."""
    await client.ask("POST", f"{_path(turn_id)}/map", {} if model is None else {"model": model})


async def foresee_map(client: Client, turn_id: str, model: str | None) -> LookForecast:
    """What drawing it may take."""
    wanted = "" if model is None else f"?model={quote(model, safe='')}"
    return LookForecast.model_validate(await client.get(f"{_path(turn_id)}/map/forecast{wanted}"))


async def wait_for_map(client: Client, turn_id: str, tell: Callable[[str], None]) -> dict[str, Any]:
    """The map once nobody draws it any more; `tell` hears how far it has come."""
    while (found := await read_map(client, turn_id))["status"] == "running":
        look = await client.get(f"/v1/analyses/{found['analysis']['id']}")
        tell(_describe_progress(look, len(found["voices"])))
        await asyncio.sleep(_POLL_SECONDS)
    return found


async def dispute_stance(client: Client, analysis_id: str, number: int, advisor_id: str, *, disputed: bool) -> Claim:
    """Say that this advisor did not say this, or take it back."""
    path = f"/v1/analyses/{quote(analysis_id, safe='')}/claims/{number}"
    return Claim.model_validate(await client.ask("PATCH", path, {"advisor_id": advisor_id, "disputed": disputed}))


def _describe_progress(look: Mapping[str, Any], voices: int) -> str:
    steps = [each["step"] for each in look["calls"] if each["outcome"] is not None]
    if any(each["step"] == "clusters" for each in look["calls"]):
        return f"{look['model']} sorts the claims"
    return f"{look['model']} reads the answers: {min(steps.count('claims'), voices)} of {voices}"


def _path(turn_id: str) -> str:
    return f"/v1/turns/{quote(turn_id, safe='')}"
