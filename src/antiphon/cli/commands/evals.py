"""`antiphon eval`: advisors under test."""

import typer

from antiphon.cli.commands import eval_compare, eval_new, eval_run, eval_validate

evals = typer.Typer(help="Put advisors to the test: play cases, judge the answers, compare.", rich_markup_mode=None)
evals.command("run")(eval_run.run)
evals.command("validate")(eval_validate.validate)
evals.command("compare")(eval_compare.compare)
evals.command("record")(eval_run.record)
evals.command("new")(eval_new.new)
