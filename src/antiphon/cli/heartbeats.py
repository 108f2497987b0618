"""`antiphon heartbeats`: who may speak unasked in a conversation, and why nothing came."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.heartbeats import Heartbeat, HeartbeatRun, Heartbeats
from antiphon.settings import Settings

NOBODY = "Nobody may begin by itself here. Give leave: antiphon heartbeats set CONVERSATION_ID ADVISOR_ID"
NOTHING_YET = "No occasion has come yet."
SILENCED = "All of them are silenced: the setting `heartbeats` is off."

# What became of an occasion, for people.
REASONS = {
    "quiet_hours": "it was in quiet hours",
    "unread": "its last message is unread",
    "unanswered": "three messages are unanswered",
    "answering": "the conversation was being answered",
    "not_in_panel": "it is not on the panel",
    "removed": "the conversation was archived",
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
    help="Advisors that may begin by themselves, and what became of each occasion.", rich_markup_mode=None
)
ConversationId = Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation.")]
AdvisorId = Annotated[str, typer.Argument(metavar="ADVISOR_ID", help="The advisor, as the list names it.")]


@heartbeats.command("list")
def list_heartbeats(conversation_id: ConversationId) -> None:
    """List who may begin by itself in a conversation, how often, and when next."""
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
    """Give an advisor leave to begin by itself, or change how often."""
    run_to_exit(_set(read_settings().settings, conversation_id, advisor_id, every, quiet, model, now=now))


@heartbeats.command("off")
def off(conversation_id: ConversationId, advisor_id: AdvisorId) -> None:
    """Take the leave back; what is on its way is not said any more."""
    run_to_exit(_off(read_settings().settings, conversation_id, advisor_id))


@heartbeats.command("log")
def log(conversation_id: ConversationId) -> None:
    """Show what they began by themselves, and why nothing was."""
    run_to_exit(_log(read_settings().settings, conversation_id))


@heartbeats.command("read")
def read(run_id: Annotated[str, typer.Argument(metavar="RUN_ID", help="The entry, as the log names it.")]) -> None:
    """Say that you have read a message, so that its advisor may speak again."""
    run_to_exit(_read(read_settings().settings, run_id))


async def _list(settings: Settings, conversation_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await client.heartbeats.list(conversation_id)
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
        saved = await client.heartbeats.set(conversation_id, advisor_id, **body)
    print(f"{make_printable(saved.name)} may begin by itself here: {describe(saved)}")
    return 0


async def _off(settings: Settings, conversation_id: str, advisor_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.heartbeats.remove(conversation_id, advisor_id)
    print(f"{advisor_id} waits to be asked again")
    return 0


async def _log(settings: Settings, conversation_id: str) -> int:
    async with open_antiphon(settings) as client:
        found = await client.heartbeats.runs(conversation_id)
    print_runs(found)
    return 0


async def _read(settings: Settings, run_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.heartbeats.mark_read(run_id)
    print(f"{run_id} is read")
    return 0


def describe(heartbeat: Heartbeat) -> str:
    """How often and when not, in a few words."""
    if not heartbeat.enabled:
        return "off"
    quiet = f", quiet {heartbeat.quiet_from} to {heartbeat.quiet_until}" if heartbeat.quiet_from else ""
    next_at = f", next {heartbeat.next_at:%Y-%m-%d %H:%M} UTC" if heartbeat.next_at else ""
    return f"every {heartbeat.every_minutes} minutes{quiet}{next_at}"


def explain(run: HeartbeatRun) -> str:
    """What became of it, in one sentence."""
    if run.status == "taken":
        return "is deciding"
    if run.status == "fired":
        return "spoke up" + (" (unread)" if run.unread else "")
    reason = REASONS.get(run.reason or "", run.reason or "")
    often = f", {run.times} times" if run.times > 1 else ""
    return f"said nothing: {reason}{often}"


def print_heartbeats(found: Heartbeats) -> None:
    """A table on a terminal, tab-separated lines in a pipe."""
    print_rows(
        open_output(),
        [(each.advisor_id, make_printable(each.name), describe(each)) for each in found.items],
        NOBODY,
    )
    console = open_output()
    if console.is_terminal and not any(each.enabled for each in found.items):
        console.print(Text(NOBODY))
    if console.is_terminal and not found.running:
        console.print(Text(SILENCED))


def print_runs(found: Sequence[HeartbeatRun]) -> None:
    """The same for what became of each occasion."""
    rows = [
        (each.id, f"{each.due_at:%Y-%m-%d %H:%M}", make_printable(each.name), explain(each), make_printable(each.why))
        for each in found
    ]
    print_rows(open_output(), rows, NOTHING_YET)
