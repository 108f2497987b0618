"""Looks at a conversation as a person reads them."""

import hashlib
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.attempts import format_body
from antiphon.cli.figures import count, format_dollars
from antiphon.cli.look_calls import Look, LookCall, Looks
from antiphon.cli.printable import make_printable

EMPTY = "No model has looked at this conversation yet. antiphon map, antiphon synthesize and antiphon memory scan do."
_ENDED = {None: "still open", "complete": "answered"}


def print_looks(console: Console, found: Looks) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [_list_cells(each) for each in found.analyses]
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row), file=console.file)
        return
    if not rows:
        console.print(Text(EMPTY))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for cells in rows:
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    if found.has_older:
        last = found.analyses[-1]
        console.print(Text(f"there are older ones: antiphon looks {last.conversation_id} --before {last.id}"))


def print_look(console: Console, look: Look) -> None:
    """What a look was about, then every request: its facts, its bytes laid out to be read, and the answer."""
    console.print(Text(f"{look.kind} {look.id}", style="bold"))
    for name, value in _list_facts(look):
        console.print(Text(f"{name:<9} {make_printable(value)}"), soft_wrap=True)
    for number, call in enumerate(look.calls, 1):
        console.print()
        console.print(Text(f"call {number}: {call.step}", style="bold"))
        for name, value in _list_call(call):
            console.print(Text(f"{name:<9} {make_printable(value)}"), soft_wrap=True)
        if call.body is not None:
            console.print(Text(make_printable(format_body(call.body))), soft_wrap=True)
        if call.answer is not None:
            console.print(Text("answer", style="bold"))
            console.print(Text(make_printable(call.answer)), soft_wrap=True)


def _list_cells(look: Look) -> tuple[str, ...]:
    cost = "running" if look.status == "running" else format_dollars(look.cost)
    calls = count(look.usage.get("calls", 0), "call")
    when = look.created_at.astimezone().isoformat(sep=" ", timespec="minutes")
    return look.id, look.kind, look.status, _name_turns(look), look.model, calls, _sum(look.usage), cost, when


def _list_facts(look: Look) -> Iterator[tuple[str, str]]:
    yield "about", f"{_name_turns(look)} of {look.conversation_id}"
    yield "model", look.model
    yield "begun", look.created_at.astimezone().isoformat(timespec="seconds")
    yield "status", look.status
    if look.error is not None:
        yield "error", f"{look.error.message} ({look.error.code})"
    if look.usage:
        yield "used", f"{count(look.usage.get('calls', 0), 'call')}, {_sum(look.usage)}"
    yield "cost", format_dollars(look.cost)


def _list_call(call: LookCall) -> Iterator[tuple[str, str]]:
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


def _judge(call: LookCall) -> str:
    if call.body is None:
        return ""
    fits = hashlib.sha256(call.body.encode()).hexdigest() == call.sha256
    return " (fits the body)" if fits else " (DOES NOT FIT the body)"


def _name_turns(look: Look) -> str:
    if look.first_position == look.last_position:
        return f"turn {look.first_position}"
    return f"turns {look.first_position} to {look.last_position}"


def _sum(usage: Mapping[str, int]) -> str:
    return f"{usage.get('input_tokens', 0):,} in, {usage.get('output_tokens', 0):,} out"
