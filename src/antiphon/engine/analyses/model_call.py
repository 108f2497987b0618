"""One question as it leaves: its bytes, what they weigh, and the receipt they get."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from antiphon.context.toolset import measure_tools
from antiphon.conversation.analysis import AnalysisCall
from antiphon.conversation.payload import Payload
from antiphon.conversation.size import TextSize, measure, total
from antiphon.conversation.wire import format_time
from antiphon.providers.provider import Used, WireRequest


class ModelCall(NamedTuple):
    """A payload on the wire, how long its texts are, and how many tokens that is reckoned to be."""

    payload: Payload
    request: WireRequest
    size: TextSize
    tokens: int


class AnsweredCall(NamedTuple):
    """An answer, and which call it came of."""

    number: int
    text: str


def weigh_payload(payload: Payload) -> TextSize:
    """All that a model is given to read, the schema of its answer and its tools included."""
    texts = [each.content for each in payload.messages]
    if payload.schema is not None:
        texts.append(json.dumps(payload.schema))
    return total((*(measure(text) for text in texts), measure_tools(payload.tools)))


def build_call(step: str, shown: tuple[str, ...], request: WireRequest) -> AnalysisCall:
    """The receipt of a request that is about to leave."""
    return AnalysisCall(
        step=step,
        provider=request.provider,
        model=request.model,
        url=request.url,
        sha256=request.sha256,
        sent_at=format_time(datetime.now(UTC)),
        body=request.body.decode(),
        shown=shown,
        key_id=request.paying_key and request.paying_key.id,
        key_owner=request.paying_key and request.paying_key.owner,
    )


def count(used: Used) -> dict[str, int]:
    """What the provider counted, as the receipt keeps it."""
    return {
        "input_tokens": used.input_tokens,
        "output_tokens": used.output_tokens,
        "cached_tokens": used.cached_tokens,
    } | used.writes


def count_tokens(call: AnalysisCall) -> int:
    """What a call used, as far as it was told."""
    return 0 if call.usage is None else call.usage["input_tokens"] + call.usage["output_tokens"]


def sum_usage(calls: Sequence[AnalysisCall]) -> dict[str, int]:
    """What these used together, and how many were answered without a count."""
    reported = [each.usage for each in calls if each.usage is not None]
    unreported = sum(each.usage is None and each.answer is not None for each in calls)
    names = ("input_tokens", "output_tokens", "cached_tokens", "cache_write_tokens")
    sums = {name: sum(each.get(name, 0) for each in reported) for name in names}
    if not sums["cache_write_tokens"]:
        del sums["cache_write_tokens"]
    return {"calls": len(calls), "unreported": unreported} | sums
