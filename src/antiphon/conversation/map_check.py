"""How well a model judges claims, as it was found out with rooms read by hand, and what it may therefore do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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

    `sources` says how often sentences are rightly held to sources, by `always` (all alike), `figures` and `judge`;
    `caught` and `spared` are the shares of unsupported sentences that the model marks and of supported ones that it
    does not. Older checks have none of this. `source_prompt` is the wording of that question: it is another one.
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
    source_prompt: str = ""
    sources: Mapping[str, CheckShare] = field(default_factory=dict)
    caught: float = 0.0
    spared: float = 0.0

    @property
    def may_group(self) -> bool:
        """Whether it puts claims together better than the best way that asks nobody, even at its worst."""
        cheaper = (self.together[name].value for name in ("words", "meaning") if name in self.together)
        return self.together["judge"].low > max(cheaper)

    @property
    def may_take_sides(self) -> bool:
        """Whether it tells agreement from contradiction better than the best way that asks nobody, at its worst."""
        return self.sides["judge"].low > max(self.sides["always"].value, self.sides["denial"].value)

    @property
    def may_hold(self) -> bool:
        """Whether it tells what its source says from what it does not better than the best way that asks nobody, at its
        worst.
        """
        if not self.sources:
            return False
        return self.sources["judge"].low > max(self.sources["always"].value, self.sources["figures"].value)


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
        "source_prompt": check.source_prompt,
        "sources": {name: list(share) for name, share in check.sources.items()},
        "caught": check.caught,
        "spared": check.spared,
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
        source_prompt=body.get("source_prompt", ""),
        sources={name: CheckShare(*share) for name, share in body.get("sources", {}).items()},
        caught=body.get("caught", 0.0),
        spared=body.get("spared", 0.0),
    )
