"""`antiphon tokens`: what programs may do and spend in somebody's name, for whoever has the database."""

from typing import TYPE_CHECKING, Annotated

import typer

from antiphon.cli.accounts.account import Email
from antiphon.cli.accounts.login import SCOPES
from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_lines, print_rows
from antiphon.cli.terminal import open_output
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

if TYPE_CHECKING:
    from antiphon.app.tokens import NewToken, TokenLine

tokens = typer.Typer(
    help="Tokens of somebody's programs: list them, make one, say what one may spend, take one back.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
TokenId = Annotated[str, typer.Argument(metavar="TOKEN_ID", help="As `antiphon tokens list` names it.")]
Day = Annotated[float | None, typer.Option("--day", min=0.0, help="Dollars it may spend in a day; absent: no limit.")]
Month = Annotated[
    float | None, typer.Option("--month", min=0.0, help="Dollars it may spend in a month; absent: no limit.")
]
NONE = "No tokens. Make one: antiphon tokens make EMAIL NAME"


@tokens.command("list")
def list_tokens(email: Email) -> None:
    """List somebody's tokens: id, name, last characters, scopes, until when, and what each may spend."""
    run_to_exit(_list(read_settings().settings, email))


@tokens.command()
def make(
    email: Email,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for.")],
    scope: Annotated[list[str] | None, typer.Option(help=f"What it may: {', '.join(SCOPES)}; once for each.")] = None,
    days: Annotated[int, typer.Option(min=1, max=365, help="How long it lasts.")] = 90,
    day: Day = None,
    month: Month = None,
) -> None:
    """Make a token and print it, this once; without a scope it may ask."""
    from antiphon.app.tokens import NewToken

    new = NewToken(name, tuple(scope or ("ask",)), days, _check(day), _check(month))
    run_to_exit(_make(read_settings().settings, email, new))


@tokens.command()
def limit(email: Email, token_id: TokenId, day: Day = None, month: Month = None) -> None:
    """Say what a token may spend; what is left out sets no limit."""
    run_to_exit(_limit(read_settings().settings, email, token_id, _check(day), _check(month)))


@tokens.command()
def revoke(email: Email, token_id: TokenId) -> None:
    """Have a token count no more, within seconds."""
    run_to_exit(_revoke(read_settings().settings, email, token_id))


def _check(dollars: float | None) -> float | None:
    if dollars == 0:
        raise Malformed("a token that may spend nothing is of no use: revoke it instead")
    return dollars


async def _list(settings: Settings, email: str) -> int:
    from antiphon.app.tokens import list_tokens_of

    print_rows(open_output(), [_format(each) for each in await list_tokens_of(settings, email)], NONE)
    return 0


def _format(line: "TokenLine") -> tuple[str, ...]:
    ceilings = ((line.day_ceiling, "a day"), (line.month_ceiling, "a month"))
    may = ", ".join(f"${most:.2f} {when}" for most, when in ceilings if most is not None) or "no limit"
    until = f"until {line.expires_at:%Y-%m-%d}"
    return (line.id, make_printable(line.name), f"…{line.last4}", ",".join(line.scopes), until, may)


async def _make(settings: Settings, email: str, new: "NewToken") -> int:
    from antiphon.app.tokens import make_token_for

    print_lines(open_output(), (await make_token_for(settings, email, new),))
    return 0


async def _limit(settings: Settings, email: str, token_id: str, day: float | None, month: float | None) -> int:
    from antiphon.app.tokens import limit_token_of

    await limit_token_of(settings, email, token_id, day, month)
    print_lines(open_output(), (f"{make_printable(token_id)} is limited within seconds.",))
    return 0


async def _revoke(settings: Settings, email: str, token_id: str) -> int:
    from antiphon.app.tokens import revoke_token_of

    await revoke_token_of(settings, email, token_id)
    print_lines(open_output(), (f"{make_printable(token_id)} is out within seconds.",))
    return 0
