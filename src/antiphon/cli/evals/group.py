"""`antiphon eval`: advisors under test."""

import typer

from antiphon.cli.command_group import EvalGroup

evals = typer.Typer(
    cls=EvalGroup, help="Put advisors to the test: play cases, judge the answers, compare.", rich_markup_mode=None
)
