"""`antiphon heartbeats`: who may speak unasked in a conversation, and why nothing came."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.heartbeat_calls import (
    Beat,
    Heartbeat,
    Heartbeats,
    end_heartbeat,
    mark_read,
    read_beats,
    read_heartbeats,
    set_heartbeat,
)
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.settings import Settings

NOBODY = "Nobody may speak unasked here. Give leave: antiphon heartbeats set CONVERSATION_ID ADVISOR_ID"
NOTHING_YET = "No occasion has come yet."
SILENCED = "All of them are silenced: the setting `heartbeats` is off."

# What became of an occasion, for people.
REASONS = {
    "quiet_hours": "it was in quiet hours",
    "unread": "its last message is unread",
    "unanswered": "three messages are unanswered",
    "answering": "the conversation was being answered",
    "not_in_panel": "it is not on the panel",
    "removed": "the conversation was put away",
    "nothing_said": "nothing was said yet",
    "off": "it was switched off",
    "budget": "models were asked often enough today",
    "missed": "nothing was running then",
    "interrupted": "the server stopped in between",
    "person_spoke": "you wrote in between",
    "nothing_to_say": "it had nothing to say",
    "failed": "the model failed",
}

heartbeats = typer.Typer(
    help="Advisors that may speak unasked, and what became of each occasion.", rich_markup_mode=None
)
ConversationId = Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation.")]
AdvisorId = Annotated[str, typer.Argument(metavar="ADVISOR_ID", help="The advisor, as the list names it.")]


@heartbeats.command("list")
def list_heartbeats(conversation_id: ConversationId) -> None:
    """List who may speak unasked in a conversation, how often, and when next."""
    run_to_exit(_list(read_settings().settings, conversation_id))


@heartbeats.command("set")
def set_one(
    conversation_id: ConversationId,
    advisor_id: AdvisorId,
    every: Annotated[int, typer.Option(help="Minutes between two occasions: 5 to 10080.")] = 240,
    quiet: Annotated[str | None, typer.Option(help="Quiet hours in your time zone, such as 22:00-08:00.")] = None,
    model: Annotated[str | None, typer.Option(help="provider:model that decides; absent: the advisor's own.")] = None,
    now: Annotated[bool, typer.Option("--now", help="Let the first occasion come at once.")] = False,
) -> None:
    """Give an advisor leave to speak unasked, or change how often."""
    run_to_exit(_set(read_settings().settings, conversation_id, advisor_id, every, quiet, model, now=now))


@heartbeats.command("off")
def off(conversation_id: ConversationId, advisor_id: AdvisorId) -> None:
    """Take the leave back; what is on its way is not said any more."""
    run_to_exit(_off(read_settings().settings, conversation_id, advisor_id))


@heartbeats.command("log")
def log(conversation_id: ConversationId) -> None:
    """Show what was said unasked, and why nothing was."""
    run_to_exit(_log(read_settings().settings, conversation_id))


@heartbeats.command("read")
def read(beat_id: Annotated[str, typer.Argument(metavar="BEAT_ID", help="The entry, as the log names it.")]) -> None:
    """Say that you have read a message, so that its advisor may speak again."""
    run_to_exit(_read(read_settings().settings, beat_id))


async def _list(settings: Settings, conversation_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await read_heartbeats(client, conversation_id)
    print_heartbeats(found)
    return 0


async def _set(
    settings: Settings,
    conversation_id: str,
    advisor_id: str,
    every: int,
    quiet: str | None,
    model: str | None,
    *,
    now: bool,
) -> int:
    start, _, end = (quiet or "").partition("-")
    body = {
        "every_minutes": every,
        "quiet_from": start.strip() if quiet else None,
        "quiet_until": end.strip() if quiet else None,
        "model": model,
        "next_at": datetime.now(UTC).isoformat() if now else None,
    }
    async with open_antiphon(settings) as client:
        saved = await set_heartbeat(client, conversation_id, advisor_id, **body)
    print(f"{make_printable(saved.name)} may speak unasked here: {describe(saved)}")
    return 0


async def _off(settings: Settings, conversation_id: str, advisor_id: str) -> int:
    async with open_antiphon(settings) as client:
        await end_heartbeat(client, conversation_id, advisor_id)
    print(f"{advisor_id} waits to be asked again")
    return 0


async def _log(settings: Settings, conversation_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await read_beats(client, conversation_id)
    print_beats(found)
    return 0


async def _read(settings: Settings, beat_id: str) -> int:
    async with open_antiphon(settings) as client:
        await mark_read(client, beat_id)
    print(f"{beat_id} is read")
    return 0


def describe(heartbeat: Heartbeat) -> str:
    """How often and when not, in a few words."""
    if not heartbeat.enabled:
        return "off"
    quiet = f", quiet {heartbeat.quiet_from} to {heartbeat.quiet_until}" if heartbeat.quiet_from else ""
    next_at = f", next {heartbeat.next_at:%Y-%m-%d %H:%M} UTC" if heartbeat.next_at else ""
    return f"every {heartbeat.every_minutes} minutes{quiet}{next_at}"


def explain(beat: Beat) -> str:
    """What became of it, in one sentence."""
    if beat.status == "taken":
        return "is deciding"
    if beat.status == "fired":
        return "spoke up" + (" (unread)" if beat.unread else "")
    reason = REASONS.get(beat.reason or "", beat.reason or "")
    often = f", {beat.times} times" if beat.times > 1 else ""
    return f"said nothing: {reason}{often}"


def print_heartbeats(found: Heartbeats) -> None:
    """A table on a terminal, tab-separated lines in a pipe."""
    _print([(each.advisor_id, make_printable(each.name), describe(each)) for each in found.heartbeats], NOBODY)
    console = open_output()
    if console.is_terminal and not any(each.enabled for each in found.heartbeats):
        console.print(Text(NOBODY))
    if console.is_terminal and not found.running:
        console.print(Text(SILENCED))


def print_beats(found: Sequence[Beat]) -> None:
    """The same for what became of each occasion."""
    rows = [
        (each.id, f"{each.due_at:%Y-%m-%d %H:%M}", make_printable(each.name), explain(each), make_printable(each.why))
        for each in found
    ]
    _print(rows, NOTHING_YET)


def _print(rows: Sequence[tuple[str, ...]], empty: str) -> None:
    console = open_output()
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row), file=console.file)
        return
    if not rows:
        console.print(Text(empty))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for cells in rows:
        table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
