"""Receipts as a person reads them: every attempt with what was reckoned, what was trimmed, and what came of it."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from antiphon.cli.printing.figures import count, format_dollars
from antiphon.cli.printing.payload import format_body
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.thinking import format_thinking
from antiphon.client.answers.replies import Receipt, Telemetry

_STAGES = {
    "sent": "sent, and not ended yet",
    "delivered": "delivered",
    "overflow_initial": "too much for the model at the first attempt",
    "overflow_retry": "still too much after trimming",
    "overflow_exhausted": "too much, and nothing more could be dropped",
    "output_lowered": "too much together with the answer, so a shorter answer was asked for",
    "failed": "failed",
}


def print_receipts(console: Console, receipts: Sequence[Receipt], positions: Mapping[str, int] | None = None) -> None:
    """Every attempt: its facts, whether the fingerprint fits the bytes, and the body laid out to be read.

    `positions` are the numbers of turns that were trimmed; a turn without one is named by its id.
    """
    before: tuple[str, ...] = ()
    for each in receipts:
        console.print(Text(f"attempt {each.attempt} (start {each.epoch})", style="bold"))
        for name, value in (*_list_facts(each), *_list_reckoning(each, before, positions or {})):
            console.print(Text(f"{name:<9} {make_printable(value)}"), soft_wrap=True)
        console.print(Text(make_printable(format_body(each.body))), soft_wrap=True)
        console.print()
        before = each.telemetry.trimmed if each.telemetry is not None else ()


def format_count(telemetry: Telemetry) -> str:
    """`12 sent`, or `[12-1], 11 sent` after one of the twelve predicted turns had to be dropped."""
    sent = f"{telemetry.sent_count} sent"
    return f"[{telemetry.predicted_count}-{len(telemetry.trimmed)}], {sent}" if telemetry.trimmed else sent


def _list_facts(receipt: Receipt) -> Iterator[tuple[str, str]]:
    fits = hashlib.sha256(receipt.body.encode()).hexdigest() == receipt.sha256
    yield "provider", receipt.provider
    yield "model", receipt.model
    yield "url", receipt.url
    yield "sha256", f"{receipt.sha256} ({'fits the body' if fits else 'DOES NOT FIT the body'})"
    yield "size", f"{receipt.size} bytes"
    if receipt.sent_at is not None:
        yield "sent", receipt.sent_at.astimezone().isoformat(timespec="milliseconds")
    if receipt.outcome:
        yield "outcome", receipt.outcome
    if receipt.usage:
        known = ((name, value) for name, value in receipt.usage.items() if value is not None)
        yield "usage", ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in known)
    if receipt.cost is not None:
        spent = receipt.thinking_cost
        thought = "" if spent is None else f", {format_dollars(spent)} of it for thinking, charged as output"
        yield "cost", f"{format_dollars(receipt.cost)}{thought}"


def _list_reckoning(receipt: Receipt, before: Sequence[str], positions: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    told = receipt.telemetry
    if told is None:
        return
    yield "stage", _STAGES.get(told.stage, told.stage)
    yield "turns", format_count(told)
    if told.thinking is not None:
        unmet = f", not asked for: {told.thinking_unmet}" if told.thinking_unmet else ""
        yield "thinking", f"{format_thinking(told.thinking, '')}{unmet}"
    fresh = [each for each in told.trimmed if each not in before]
    if fresh:
        yield "cut", f"{_name_turns(fresh, positions)}, to fit, before this try"
    if told.dropped_reference:
        yield "dropped", "what the others said last"
    yield "tokens", _format_tokens(receipt, told)
    if told.last_error:
        yield "error", told.last_error


def _format_tokens(receipt: Receipt, told: Telemetry) -> str:
    rule = "calibrated" if told.calibrated else "plain rule"
    reported = (receipt.usage or {}).get("input_tokens")
    counted = "" if reported is None else f", {reported:,} reported"
    limit = "" if told.max_context is None else f", of {told.max_context:,}"
    return f"≈{told.attempt_total_tokens:,} estimated ({rule}){counted}{limit}; at most {told.max_tokens:,} to answer"


def _name_turns(turn_ids: Sequence[str], positions: Mapping[str, int]) -> str:
    names = ", ".join(str(positions.get(each, each)) for each in turn_ids)
    return f"{count(len(turn_ids), 'turn')} ({names})"
