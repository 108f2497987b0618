"""`antiphon account`: people, for whoever has the database. Every command is written down in the audit log."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, print_rows
from antiphon.cli.terminal import open_output
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

if TYPE_CHECKING:
    from antiphon.app.people import PersonLine

account = typer.Typer(
    help="People who sign in here: add one, list them, let one in no more, help one who lost the password.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Email = Annotated[str, typer.Argument(metavar="EMAIL", help="The address the person signs in with.")]
NOBODY = "Nobody yet. Add the first owner: antiphon account create EMAIL --owner --password-file FILE"


@account.command()
def create(
    email: Email,
    password_file: Annotated[Path, typer.Option(help="A file whose first line is the password; - for standard input.")],
    name: Annotated[str | None, typer.Option(help="How others see the person; absent: the address.")] = None,
    owner: Annotated[bool, typer.Option("--owner", help="An owner of the installation, the first or another.")] = False,
) -> None:
    """Add somebody who signs in with a password."""
    password = _read_password(password_file)
    run_to_exit(_create(read_settings().settings, email, name or email, password, owner=owner))


@account.command("list")
def list_people() -> None:
    """List everybody: name, address, state, role in the workspace and in the installation."""
    run_to_exit(_list(read_settings().settings))


@account.command()
def suspend(email: Email) -> None:
    """Let nothing of somebody's count any more: sessions and tokens end within seconds."""
    run_to_exit(_suspend(read_settings().settings, email))


@account.command()
def restore(email: Email) -> None:
    """Let somebody sign in again."""
    run_to_exit(_restore(read_settings().settings, email))


@account.command()
def recover(email: Email) -> None:
    """Print a link that counts for ten minutes, for somebody who lost the password and has nobody to ask."""
    run_to_exit(_recover(read_settings().settings, email))


def _read_password(path: Path) -> str:
    try:
        text = typer.get_text_stream("stdin").readline() if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Malformed(f"the password cannot be read from {path}: {error}") from error
    return text.split("\n", 1)[0].rstrip("\r")


async def _create(settings: Settings, email: str, name: str, password: str, *, owner: bool) -> int:
    from antiphon.app.people import add_person

    await add_person(settings, name, email, password, is_owner=owner)
    print_lines(open_output(), (f"{make_printable(email)} can sign in.",))
    return 0


async def _list(settings: Settings) -> int:
    from antiphon.app.people import list_everybody

    print_rows(open_output(), [_format(each) for each in await list_everybody(settings)], NOBODY)
    return 0


def _format(person: "PersonLine") -> tuple[str, ...]:
    return (make_printable(person.name), person.email or "", person.state, person.role, person.instance_role)


async def _suspend(settings: Settings, email: str) -> int:
    from antiphon.app.people import suspend_person

    await suspend_person(settings, email)
    print_lines(open_output(), (f"{make_printable(email)} is out within seconds.",))
    return 0


async def _restore(settings: Settings, email: str) -> int:
    from antiphon.app.people import restore_person

    await restore_person(settings, email)
    print_lines(open_output(), (f"{make_printable(email)} can sign in again.",))
    return 0


async def _recover(settings: Settings, email: str) -> int:
    from antiphon.app.people import make_recovery_link

    link = await make_recovery_link(settings, email)
    print_lines(open_output(), ("Open this within ten minutes to choose another password:", link))
    return 0
