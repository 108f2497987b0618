"""`antiphon memory`: look into the inbox, have a conversation read, accept, decline, add and forget."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.memory import Memory, MemoryScan
from antiphon.settings import Settings

EMPTY = "Nothing here. Have a conversation read: antiphon memory scan CONVERSATION_ID"


class MemoryStatus(StrEnum):
    """What has become of a memory."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    RETIRED = "retired"


class MemoryKind(StrEnum):
    """What a memory is about."""

    FACT = "fact"
    PREFERENCE = "preference"
    PERSON = "person"
    TOPIC = "topic"
    DECISION = "decision"


memory = typer.Typer(help="What advisors may be reminded of, and what waits for your word.", rich_markup_mode=None)
Id = Annotated[str, typer.Argument(metavar="MEMORY_ID", help="The memory, as the list names it.")]


@memory.command("list")
def list_memories(
    status: Annotated[MemoryStatus | None, typer.Option(help="Only those of this status.")] = None,
) -> None:
    """List what was proposed, accepted and declined."""
    run_to_exit(_list(read_settings().settings, status))


@memory.command()
def scan(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to read.")],
) -> None:
    """Have a model read what is new in a conversation; what it finds waits for your word."""
    run_to_exit(_scan(read_settings().settings, conversation_id))


@memory.command()
def accept(
    memory_id: Id,
    text: Annotated[str | None, typer.Option(help="Accept it in these words instead.")] = None,
) -> None:
    """Let advisors be reminded of it from now on."""
    run_to_exit(_decide(read_settings().settings, memory_id, "accepted", text))


@memory.command()
def decline(memory_id: Id) -> None:
    """Turn it down: it is never sent to anybody."""
    run_to_exit(_decide(read_settings().settings, memory_id, "declined", None))


@memory.command()
def add(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One sentence, at most 300 characters.")],
    kind: Annotated[MemoryKind, typer.Option(help="What it is about.")] = MemoryKind.FACT,
) -> None:
    """Write something down yourself; it counts as accepted."""
    run_to_exit(_add(read_settings().settings, kind, text))


@memory.command()
def forget(memory_id: Id) -> None:
    """Forget one for good."""
    run_to_exit(_forget(read_settings().settings, memory_id))


async def _list(settings: Settings, status: MemoryStatus | None) -> int:
    async with open_antiphon(settings) as client:
        found = await client.memory.list(status)
    print_memories(open_output(), found)
    return 0


async def _scan(settings: Settings, conversation_id: str) -> int:
    async with open_antiphon(settings) as client:
        ended = await client.memory.scan(conversation_id)
        proposed = await client.memory.list("proposed") if ended.counts.get("proposed") else ()
    print(describe_scan(ended))
    if proposed:
        print_memories(open_output(), proposed)
    return 0 if ended.status == "done" else 1


async def _decide(settings: Settings, memory_id: str, status: str, text: str | None) -> int:
    words = {} if text is None else {"text": text}
    async with open_antiphon(settings) as client:
        decided = await client.memory.update(memory_id, status=status, **words)
    print(f"{decided.status}: {make_printable(decided.text)}")
    return 0


async def _add(settings: Settings, kind: MemoryKind, text: str) -> int:
    async with open_antiphon(settings) as client:
        written = await client.memory.add(kind, text)
    print(f"{written.id} is remembered")
    return 0


async def _forget(settings: Settings, memory_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.memory.forget(memory_id)
    print(f"{memory_id} is forgotten")
    return 0


def describe_scan(scan: MemoryScan) -> str:
    """What a scan came to, in one sentence."""
    turns = f"turn {scan.first_position}"
    if scan.last_position > scan.first_position:
        turns = f"turns {scan.first_position} to {scan.last_position}"
    if scan.status != "done":
        return f"{turns} could not be read: {scan.error.message if scan.error else 'it was cut off'}"
    count = scan.counts.get("proposed", 0)
    return f"{scan.model} read {turns} and proposes {count or 'nothing'}"


def print_memories(console: Console, found: Sequence[Memory]) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a first step when there is nothing."""
    rows = [(each.id, each.status, each.kind, make_printable(each.text), _source(each)) for each in found]
    print_rows(console, rows, EMPTY)


def _source(memory: Memory) -> str:
    return "" if memory.position is None else f"turn {memory.position}"
