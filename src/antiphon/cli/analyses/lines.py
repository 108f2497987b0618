"""Analyses of a conversation as a person reads them."""

import hashlib
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.text import Text

from antiphon.cli.printing.figures import count, format_dollars
from antiphon.cli.printing.payload import format_body
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.client.answers.analyses import Analysis, ModelCall
from antiphon.client.paging import Page

EMPTY = "No model was asked about this conversation yet. antiphon map, antiphon synthesize and antiphon memory scan do."
_ENDED = {None: "still open", "complete": "answered"}


def print_analyses(console: Console, found: Page[Analysis], kind: str | None = None) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [_list_cells(each) for each in found]
    print_rows(console, rows, EMPTY)
    if found.next is not None and console.is_terminal:
        only = "" if kind is None else f" --kind {kind}"
        where = f"{found.items[-1].conversation_id}{only} --before {found.next}"
        console.print(Text(f"there are older ones: antiphon analyses {where}"))


def print_analysis(console: Console, analysis: Analysis, first: int = 1) -> None:
    """What an analysis was about, then every request: its facts, its bytes laid out to be read, and the answer.

    `first` is the number of the first request that is shown.
    """
    console.print(Text(f"{analysis.kind} {analysis.id}", style="bold"))
    for name, value in _list_facts(analysis):
        console.print(Text(f"{name:<9} {make_printable(value)}"), soft_wrap=True)
    for number, call in enumerate(analysis.calls, first):
        console.print()
        console.print(Text(f"call {number}: {call.step}", style="bold"))
        for name, value in _list_call(call):
            console.print(Text(f"{name:<9} {make_printable(value)}"), soft_wrap=True)
        if call.body is not None:
            console.print(Text(make_printable(format_body(call.body))), soft_wrap=True)
        if call.answer is not None:
            console.print(Text("answer", style="bold"))
            console.print(Text(make_printable(call.answer)), soft_wrap=True)


def _list_cells(analysis: Analysis) -> tuple[str, ...]:
    cost = "running" if analysis.status == "running" else format_dollars(analysis.cost)
    calls = count(analysis.usage.get("calls", 0), "call")
    when = analysis.created_at.astimezone().isoformat(sep=" ", timespec="minutes")
    return (
        analysis.id,
        analysis.kind,
        analysis.status,
        _name_turns(analysis),
        analysis.model,
        calls,
        _sum(analysis.usage),
        cost,
        when,
    )


def _list_facts(analysis: Analysis) -> Iterator[tuple[str, str]]:
    yield "about", f"{_name_turns(analysis)} of {analysis.conversation_id}"
    yield "model", analysis.model
    yield "begun", analysis.created_at.astimezone().isoformat(timespec="seconds")
    yield "status", analysis.status
    if analysis.error is not None:
        yield "error", f"{analysis.error.message} ({analysis.error.code})"
    if analysis.usage:
        yield "used", f"{count(analysis.usage.get('calls', 0), 'call')}, {_sum(analysis.usage)}"
    yield "cost", format_dollars(analysis.cost)


def _list_call(call: ModelCall) -> Iterator[tuple[str, str]]:
    yield "provider", call.provider
    yield "model", call.model
    yield "url", call.url
    yield "sha256", f"{call.sha256}{_judge(call)}"
    if call.bytes is not None:
        yield "size", f"{call.bytes} bytes"
    yield "sent", call.sent_at.astimezone().isoformat(timespec="milliseconds")
    yield "outcome", _ENDED.get(call.outcome, call.outcome or "")
    if call.usage is not None:
        yield "tokens", _sum(call.usage)
    yield "cost", format_dollars(call.cost)
    if call.erased:
        yield "erased", "a memory in it was forgotten, and its words with it"


def _judge(call: ModelCall) -> str:
    if call.body is None:
        return ""
    fits = hashlib.sha256(call.body.encode()).hexdigest() == call.sha256
    return " (fits the body)" if fits else " (DOES NOT FIT the body)"


def _name_turns(analysis: Analysis) -> str:
    if analysis.first_position == analysis.last_position:
        return f"turn {analysis.first_position}"
    return f"turns {analysis.first_position} to {analysis.last_position}"


def _sum(usage: Mapping[str, int]) -> str:
    return f"{usage.get('input_tokens', 0):,} in, {usage.get('output_tokens', 0):,} out"
