"""Checks of models as they are told."""

from typing import Any

from antiphon.conversation.map_check import MapCheck
from antiphon.conversation.wire import format_time


def describe_check(check: MapCheck) -> dict[str, Any]:
    """A check as a `MapCheckAnswer`."""
    return {
        "analysis_id": check.analysis_id,
        "model": check.model,
        "checked_at": format_time(check.checked_at),
        "rooms": check.rooms,
        "together": {name: share._asdict() for name, share in check.together.items()},
        "sides": {name: share._asdict() for name, share in check.sides.items()},
        "agreements": check.agreements,
        "contradictions": check.contradictions,
        "sources": {name: share._asdict() for name, share in check.sources.items()},
        "caught": check.caught,
        "spared": check.spared,
        "may_group": check.may_group,
        "may_take_sides": check.may_take_sides,
        "may_hold": check.may_hold,
    }
