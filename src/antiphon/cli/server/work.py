"""`antiphon work`: everything that lasts, in one place."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.answers.work import AllWork, EndedWork, Work, WorkProgress
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

EMPTY: Final = "Nothing is under way. Maps, syntheses, rounds, tests and documents being read show here meanwhile."
_UNITS: Final = {
    "rounds": "rounds",
    "eval": "cases",
    "improvement": "wordings",
    "indexing": "pieces",
    "import": "conversations",
    "revisit": "questions",
    "export": "conversations",
}

work = typer.Typer(
    help="List what is under way and what has ended lately, or stop it.",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@work.callback()
def list_work(
    context: typer.Context,
    ended: Annotated[bool, typer.Option("--ended", help="Show what has ended lately instead.")] = False,
) -> None:
    """List what is under way and what has ended lately, or stop it; alone it lists what is under way.

    Whatever is listed goes on by itself, also when the server is stopped and started again.
    """
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings, ended=ended))


@work.command()
def stop(
    work_id: Annotated[str, typer.Argument(metavar="WORK_ID", help="As `antiphon work` lists it.")],
) -> None:
    """Go on with it no further; what it has come to is kept."""
    run_to_exit(_stop(read_settings().settings, work_id))


@work.command()
def stuck() -> None:
    """List turns of anybody's that should have ended long ago, whether or not a server runs.

    For whoever runs the server: it asks the database itself.
    """
    run_to_exit(_list_stuck(read_settings().settings))


@work.command()
def close(
    turn_id: Annotated[
        str | None, typer.Argument(metavar="[TURN_ID]", help="As `antiphon work stuck` lists it.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every turn that is stuck.")] = False,
) -> None:
    """Close a turn that is stuck: its replies end as stopped, with what they have said.

    The node that has it does so within a second. Where none has it, the next that looks does, or the next start.
    """
    if (turn_id is None) != everything:
        raise Malformed("say which turn, or --all")
    run_to_exit(_close(read_settings().settings, turn_id))


async def _list_stuck(settings: Settings) -> int:
    from antiphon.app import list_stuck_turns

    found = await list_stuck_turns(settings)
    rows = [
        (each.turn_id, f"{each.created_at.astimezone():%Y-%m-%d %H:%M}", f"{each.replies} open", each.conversation_id)
        for each in found
    ]
    print_rows(open_output(), rows, "No turn is stuck.")
    return 0


async def _close(settings: Settings, turn_id: str | None) -> int:
    from antiphon.app import close_stuck_turns

    closed = await close_stuck_turns(settings, turn_id)
    for each in closed:
        print(f"{each.turn_id}: its {each.replies} open replies are told to stop")
    if not closed:
        print("no turn is stuck")
    return 0


async def _list(settings: Settings, *, ended: bool) -> int:
    async with open_antiphon(settings) as client:
        found = await client.work.list()
    print_work(open_output(), found, ended=ended)
    return 0


async def _stop(settings: Settings, work_id: str) -> int:
    async with open_antiphon(settings) as client:
        stopped = await client.work.stop(work_id)
    print(f"stopped {stopped.kind} {stopped.id}; {describe_progress(stopped.kind, stopped.progress)} kept")
    return 0


def print_work(console: Console, found: AllWork, *, ended: bool) -> None:
    """A table on a terminal, tab-separated lines in a pipe, a sentence when there is nothing."""
    if ended:
        print_rows(console, _rows_of_ended(found.ended), "Nothing has ended yet.")
    else:
        print_rows(console, _rows_of_open(found.items), EMPTY)


def _rows_of_open(items: Sequence[Work]) -> list[tuple[str, ...]]:
    return [
        (each.id, each.kind, each.status, describe_progress(each.kind, each.progress), _find_place(each))
        for each in items
    ]


def _rows_of_ended(items: Sequence[EndedWork]) -> list[tuple[str, ...]]:
    return [
        (each.id, each.kind, each.status, _find_place(each), make_printable(each.error.message if each.error else ""))
        for each in items
    ]


def describe_progress(kind: str, progress: WorkProgress) -> str:
    """`3 of 20 cases`, or `3 answers` where nobody knows of how many."""
    unit = _UNITS.get(kind, "answers")
    return f"{progress.done} {unit}" if progress.of is None else f"{progress.done} of {progress.of} {unit}"


def _find_place(each: Work | EndedWork) -> str:
    return each.conversation_id or each.advisor_id or ""
