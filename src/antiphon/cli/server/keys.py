"""`antiphon keys`: the key that seals what people entrust to the server."""

from pathlib import Path
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.settings import Settings

keys = typer.Typer(
    help="Make, change and check the key that seals secrets.", no_args_is_help=True, rich_markup_mode=None
)


@keys.command()
def create(path: Annotated[Path, typer.Argument(help="A new file; not in the data folder.")]) -> None:
    """Write a new key into a new file that only you can read.

    Set `key_file` to its path. Without this file every kept key and second factor is lost, and nothing else: keep a
    copy, and not where the backups of the database lie.
    """
    from antiphon.app import create_key

    made = create_key(path)
    typer.echo(f"key {made} is in {path}; say key_file = {str(path)!r}, and keep a copy elsewhere")


@keys.command()
def rotate(
    data: Annotated[bool, typer.Option("--data", help="Also seal every secret anew, under new data keys.")] = False,
) -> None:
    """Put another key in force while servers run.

    The key before stays beside it under its id. With several machines, put the next key on each of them first, beside
    the key file and named like it with `.next` behind, and then run this on one of them.
    """
    run_to_exit(_rotate(read_settings().settings, data=data))


@keys.command()
def check() -> None:
    """Open everything that is sealed.

    Exit code 1 when something does not open.
    """
    run_to_exit(_check(read_settings().settings))


async def _rotate(settings: Settings, *, data: bool) -> int:
    from antiphon.app import rotate_keys

    done = await rotate_keys(settings, data=data)
    sealed = f", {done.secrets} secrets" if data else ""
    typer.echo(f"key {done.keeper_id} is in force; sealed anew: {done.keys} data keys{sealed}")
    return 0


async def _check(settings: Settings) -> int:
    from antiphon.app import check_keys

    found = await check_keys(settings)
    typer.echo(f"{found.keys} data keys and {found.secrets} secrets, of which {len(found.closed)} do not open")
    for each in found.closed:
        typer.echo(each)
    return 1 if found.closed else 0
