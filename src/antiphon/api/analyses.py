"""Looks at conversations as they are told."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from antiphon.api.dependencies import Dependencies
from antiphon.context.cost import cost_of
from antiphon.conversation.analysis import Analysis, AnalysisCall
from antiphon.conversation.wire import encode_error, format_time


def describe_analysis(deps: Dependencies, analysis: Analysis) -> dict[str, Any]:
    """A look at a conversation as an `AnalysisLine`: everything but what was sent and what was read."""
    return {
        "id": analysis.id,
        "conversation_id": analysis.conversation_id,
        "kind": analysis.kind,
        "model": analysis.model,
        "status": analysis.status,
        "first_position": analysis.first_position,
        "last_position": analysis.last_position,
        "created_at": format_time(analysis.created_at),
        "ended_at": None if analysis.ended_at is None else format_time(analysis.ended_at),
        "error": encode_error(analysis.error),
        "counts": dict(analysis.counts),
        "usage": dict(analysis.usage),
        "cost": _price(deps, analysis.model, analysis.usage),
    }


def describe_call(deps: Dependencies, analysis: Analysis, call: AnalysisCall) -> dict[str, Any]:
    """One request of a look as an `AnalysisCallAnswer`: its bytes, what came of it and what it cost."""
    size = None if call.body is None else len(call.body.encode())
    usage = None if call.usage is None else dict(call.usage)
    return asdict(call) | {"bytes": size, "usage": usage, "cost": _price(deps, analysis.model, call.usage)}


def _price(deps: Dependencies, model: str, usage: Mapping[str, int] | None) -> float | None:
    """What so much costs; absent while it is not known, and when the price is not."""
    if model.partition(":")[0] in deps.scripted:
        return 0.0
    if not usage or usage.get("unreported"):
        return None
    return cost_of(
        deps.engine.calibration.facts(model).prices,
        input_tokens=usage.get("input_tokens"),
        output_tokens=usage.get("output_tokens"),
        cached_tokens=usage.get("cached_tokens", 0),
        cache_write_tokens=usage.get("cache_write_tokens", 0),
    )
