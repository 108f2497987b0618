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
