"""How well a model judges claims, as it was found out with rooms read by hand, and what it may therefore do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class CheckShare(NamedTuple):
    """A share between 0 and 1, and what it may be by chance of the rooms: 95 times in 100 between `low` and `high`."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class MapCheck:
    """One model, one wording of the question, one way to reckon nearness; another of any of them is unchecked.

    `together` says how well claims are put together, by the names `chance`, `words`, `meaning` (where there is a model
    for vectors) and `judge`; `sides` how many pairs on one point get the right sign, by `always` (all agree), `denial`
    (a "not" on one side) and `judge`. `agreements` and `contradictions` are the shares of each that the model found.
    """

    analysis_id: str
    model: str
    prompt: str
    embedder: str | None
    rooms: int
    checked_at: datetime
    together: Mapping[str, CheckShare]
    sides: Mapping[str, CheckShare]
    agreements: float
    contradictions: float

    @property
    def may_group(self) -> bool:
        """Whether it puts claims together better than the best way that asks nobody, even at its worst."""
        cheaper = (self.together[name].value for name in ("words", "meaning") if name in self.together)
        return self.together["judge"].low > max(cheaper)

    @property
    def may_take_sides(self) -> bool:
        """Whether it tells agreement from contradiction better than the best way that asks nobody, at its worst."""
        return self.sides["judge"].low > max(self.sides["always"].value, self.sides["denial"].value)


def encode_check(check: MapCheck) -> dict[str, Any]:
    """What a look that checks a model leaves behind."""
    return {
        "prompt": check.prompt,
        "embedder": check.embedder,
        "rooms": check.rooms,
        "together": {name: list(share) for name, share in check.together.items()},
        "sides": {name: list(share) for name, share in check.sides.items()},
        "agreements": check.agreements,
        "contradictions": check.contradictions,
    }


def decode_check(analysis_id: str, model: str, checked_at: datetime, body: Mapping[str, Any]) -> MapCheck:
    """The check that was kept."""
    return MapCheck(
        analysis_id=analysis_id,
        model=model,
        prompt=body["prompt"],
        embedder=body["embedder"],
        rooms=body["rooms"],
        checked_at=checked_at,
        together={name: CheckShare(*share) for name, share in body["together"].items()},
        sides={name: CheckShare(*share) for name, share in body["sides"].items()},
        agreements=body["agreements"],
        contradictions=body["contradictions"],
    )
