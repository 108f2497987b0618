"""`antiphon backup`: everything in one file, and back."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.printing.figures import count
from antiphon.cli.printing.rows import print_rows
from antiphon.cli.terminal import open_output
from antiphon.settings import Settings

if TYPE_CHECKING:
    from antiphon.backups.names import Backup
    from antiphon.backups.restore import CheckedBackup

backup = typer.Typer(
    help="Keep everything in one file, look at such files, or bring one back.",
    invoke_without_command=True,
    rich_markup_mode=None,
)

Passphrase = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        help="A file with the passphrase; else the one that `backup_passphrase_file` names.",
        exists=True,
        dir_okay=False,
    ),
]
File = Annotated[Path, typer.Argument(help="A backup.", exists=True, dir_okay=False)]
_ONE = {
    "conversations": "conversation",
    "documents": "document",
    "people": "person",
    "receipts": "receipt",
    "replies": "reply",
    "turns": "turn",
}
_MIB = 1024 * 1024


@backup.callback()
def make(
    context: typer.Context,
    to: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where it is put; else `backup_dir`.")] = None,
    passphrase_file: Passphrase = None,
) -> None:
    """Keep everything in one file, look at such files, or bring one back; alone it makes one.

    A server may be running and goes on meanwhile: all that it had acknowledged before is in the file. It is read back
    before it has its name. With a passphrase it is sealed; without, whoever has it can read it.
    """
    if context.invoked_subcommand is None:
        run_to_exit(_make(read_settings().settings, to, passphrase_file))


@backup.command(name="list")
def list_(
    folder: Annotated[Path | None, typer.Option("--in", metavar="FOLDER", help="Else `backup_dir`.")] = None,
) -> None:
    """List the backups, the newest first."""
    from antiphon.app import list_kept

    settings = read_settings().settings
    found = list_kept(settings, folder)
    empty = f"There is no backup in {folder or settings.backups_path}. `antiphon backup` makes one."
    print_rows(open_output(), [_describe(each) for each in found], empty)


@backup.command()
def check(path: File, passphrase_file: Passphrase = None) -> None:
    """Read a backup to its end: every file, every page of the database, every receipt.

    A dump of PostgreSQL is read to its end; its receipts are checked when it is restored. Exit code 1 when something
    is not as it was written.
    """
    run_to_exit(_check(read_settings().settings, path, passphrase_file))


@backup.command()
def restore(
    path: File,
    into: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="An empty folder; else the data folder, if it is empty.")
    ] = None,
    passphrase_file: Passphrase = None,
) -> None:
    """Bring a backup back into an empty place; nothing is ever written over.

    One of PostgreSQL goes into the empty database that `database_url` names. Every receipt is held against its hash;
    exit code 1 when one is not what was sent. Everybody has to sign in again.
    """
    run_to_exit(_restore(read_settings().settings, path, into, passphrase_file))


async def _make(settings: Settings, folder: Path | None, passphrase_file: Path | None) -> int:
    from antiphon.app import back_up

    made = await back_up(settings, folder, passphrase_file)
    print(f"kept in {made.path}: {_say_size(made.size)}")
    if not made.is_sealed:
        print("it is not sealed: whoever has it reads every conversation, and the keys of providers you added")
    if settings.key_file is not None:
        print(f"the key that seals secrets is not in it: keep a copy of {settings.key_file} elsewhere")
    return 0


async def _check(settings: Settings, path: Path, passphrase_file: Path | None) -> int:
    from antiphon.app import check_kept

    checked = await check_kept(settings, path, passphrase_file)
    print(f"{path} is whole: {_say_content(checked)}")
    return _say_receipts(checked)


async def _restore(settings: Settings, path: Path, into: Path | None, passphrase_file: Path | None) -> int:
    from antiphon.app import restore as put_in_place

    restored = await put_in_place(settings, path, into, passphrase_file)
    print(f"restored into {into or settings.data_dir}: {_say_content(restored)}")
    if restored.manifest.key_id is not None:
        print(f"what is sealed in it opens with the key {restored.manifest.key_id} alone: set key_file to it")
    return _say_receipts(restored)


def _say_content(checked: "CheckedBackup") -> str:
    manifest = checked.manifest
    made = f"{manifest.made_at.astimezone():%Y-%m-%d %H:%M:%S}"
    return f"made {made} by version {manifest.version}, {_say_counts(manifest.counts)}"


def _say_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(count(number, _ONE.get(name, name), name) for name, number in counts.items())


def _say_receipts(checked: "CheckedBackup") -> int:
    if checked.receipts is None:
        print("its receipts are checked when it is restored")
        return 0
    damaged = checked.receipts.damaged
    print(f"{checked.receipts.checked - len(damaged)} of {checked.receipts.checked} requests are what was sent")
    for each in damaged:
        print(each, file=sys.stderr)
    return 1 if damaged else 0


def _describe(each: "Backup") -> tuple[str, ...]:
    how = "by the clock" if each.is_scheduled else "by hand"
    return (
        each.path.name,
        f"{each.made_at.astimezone():%Y-%m-%d %H:%M:%S}",
        _say_size(each.size),
        how,
        "sealed" if each.is_sealed else "not sealed",
    )


def _say_size(size: int) -> str:
    return f"{size / _MIB:.1f} MiB" if size >= _MIB else f"{size / 1024:.0f} KiB"
