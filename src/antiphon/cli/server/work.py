"""`antiphon work`: everything that lasts, in one place."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

import typer
from rich.console import Console

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json, print_rows
from antiphon.cli.server.operations import print_operations
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
def everybody(
    as_json: Annotated[bool, typer.Option("--json", help="What the server said, as JSON.")] = False,
) -> None:
    """Show what goes on in the whole installation: nodes, work, queue, providers, disk and errors; nobody's words.

    For whoever runs the server, as the page in the browser's settings shows it.
    """
    run_to_exit(_show_everybody(read_settings().settings, as_json=as_json))


@work.command()
def retry(
    thing_id: Annotated[str, typer.Argument(metavar="ID", help="As `antiphon work everybody` lists it.")],
) -> None:
    """Begin a turn or a piece of work of anybody's anew, whichever node was at it. Models are asked and paid again.

    For whoever runs the server.
    """
    run_to_exit(_retry(read_settings().settings, thing_id))


@work.command()
def stuck() -> None:
    """List turns and work of anybody's that should have ended long ago, whether or not a server runs.

    For whoever runs the server: it asks the database itself. A turn is stuck after 35 minutes, unless it waits for its
    person; other work after a day, or when it was begun three times without an end.
    """
    run_to_exit(_list_stuck(read_settings().settings))


@work.command()
def close(
    thing_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="As `antiphon work stuck` lists it.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything that is stuck.")] = False,
) -> None:
    """Close what is stuck: replies end as stopped, with what they have said; other work ends as cut off.

    The node that has it does so within a second. Where none has it, the next that looks does, or the next start.
    """
    if (thing_id is None) != everything:
        raise Malformed("say which, or --all")
    run_to_exit(_close(read_settings().settings, thing_id))


async def _list_stuck(settings: Settings) -> int:
    from antiphon.app import list_stuck

    found = await list_stuck(settings)
    rows = [
        *((each.turn_id, "turn", _at(each.since), f"{each.replies} open replies") for each in found.turns),
        *((each.id, each.kind, _at(each.created_at), f"begun {each.starts} times") for each in found.work),
    ]
    print_rows(open_output(), rows, "Nothing is stuck.")
    return 0


async def _close(settings: Settings, thing_id: str | None) -> int:
    from antiphon.app import close_stuck_things

    closed = await close_stuck_things(settings, thing_id)
    for turn in closed.turns:
        print(f"{turn.turn_id}: its {turn.replies} open replies are told to stop")
    for each in closed.work:
        print(f"{each.id}: this {each.kind} is ended by whoever looks next")
    if not any(closed):
        print("nothing is stuck")
    return 0


async def _show_everybody(settings: Settings, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        seen = await client.operations.read()
    if as_json:
        print_json(seen.raw)
    else:
        print_operations(open_output(), seen)
    return 0


async def _retry(settings: Settings, thing_id: str) -> int:
    async with open_antiphon(settings) as client:
        done = await client.operations.retry(thing_id)
    print(f"{done.kind} {done.id} is begun anew")
    return 0


def _at(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


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
