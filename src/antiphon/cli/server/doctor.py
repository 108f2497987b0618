"""`antiphon doctor`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.configuration import read_reachable_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json
from antiphon.cli.terminal import open_output
from antiphon.settings import Settings

if TYPE_CHECKING:
    from antiphon.app import Check


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object instead of a table.")] = False,
) -> None:
    """Check everything Antiphon needs.

    A fault has a name, what was seen, and what to do about it. Providers are asked for their lists of models and told
    nothing. Exit code 1 when something fails.
    """
    run_to_exit(_run(read_reachable_settings().settings, as_json=as_json))


async def _run(settings: Settings, *, as_json: bool) -> int:
    from antiphon.app import check_health

    checks = await check_health(settings)
    if as_json:
        print_json({"checks": [each._asdict() for each in checks]})
    else:
        print_checks(open_output(), checks)
    return 0 if all(check.ok for check in checks) else 1


def print_checks(console: Console, checks: "Sequence[Check]") -> None:
    """One row per check: what was looked at, whether it is well, and what was seen."""
    table = Table(box=None, pad_edge=False)
    table.add_column("check", no_wrap=True)
    table.add_column("")
    table.add_column("seen", overflow="fold")
    for check in checks:
        verdict = Text("ok", style="green") if check.ok else Text("failed", style="red bold")
        table.add_row(Text(check.name), verdict, Text(make_printable(check.detail)))
    console.print(table)
