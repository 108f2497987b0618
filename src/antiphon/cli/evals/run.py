"""`antiphon eval run` and `antiphon eval record`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from antiphon.app.evals import RunChoices
from antiphon.cli.configuration import read_all_settings
from antiphon.cli.evals.options import (
    AdvisorOption,
    DollarsOption,
    EvalIdOption,
    HtmlOption,
    JudgeOption,
    JunitOption,
    OutOption,
    PathsArgument,
    PlainOption,
    ProgramsOption,
    RepeatOption,
    SecondsOption,
    TargetOption,
    TokensOption,
    WorkersOption,
)
from antiphon.cli.evals.order import INVALID, Order, carry_out
from antiphon.cli.failure import format_failure
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.printing.printable import make_printable
from antiphon.conversation.errors import EvalFileInvalid, Malformed
from antiphon.egress.tape import TapeUnreadable
from antiphon.evals.case import Ceiling
from antiphon.evals.run import WORKERS
from antiphon.settings import Settings


def run(
    paths: PathsArgument = None,
    target: TargetOption = None,
    judge: JudgeOption = None,
    advisor: AdvisorOption = None,
    eval_id: EvalIdOption = None,
    workers: WorkersOption = WORKERS,
    repeat: RepeatOption = None,
    out: OutOption = None,
    cache: Annotated[
        bool, typer.Option("--cache", help="Take answers that were given before to the very same request.")
    ] = False,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FILE", help="Hear a tape instead of asking anybody.")
    ] = None,
    budget_dollars: DollarsOption = None,
    budget_tokens: TokensOption = None,
    budget_seconds: SecondsOption = None,
    junit: JunitOption = None,
    html: HtmlOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be sent, and send nothing.")] = False,
    allow_programs: ProgramsOption = False,
    plain: PlainOption = False,
) -> None:
    """Play the cases of suites and judge the answers. No server is needed.

    Exit code 0 when every case passed, 1 when one failed or had no answer, 2 when a file cannot be used or names
    programs that are not allowed, 3 when a
    ceiling was reached before the last case, 4 when a case could not be graded. The first of 1, 3 and 4 counts.
    """
    if cache and replay:
        raise typer.BadParameter("a tape answers everything itself: choose one of --cache and --replay")
    order = Order(
        paths=tuple(paths or ()),
        wish=RunChoices(target, judge, advisor, allow_programs),
        eval_ids=tuple(eval_id or ()),
        workers=workers,
        repeat=repeat,
        out=out,
        is_cached=cache,
        replay=replay,
        ceiling=Ceiling(budget_tokens, budget_dollars, budget_seconds),
        junit=junit,
        html=html,
        is_dry=dry_run,
        is_plain=plain,
    )
    run_to_exit(_carry_out(read_all_settings().settings, order))


def record(
    paths: PathsArgument = None,
    tape: Annotated[
        Path, typer.Option("--tape", metavar="FILE", help="Where the answers are kept, byte by byte.")
    ] = Path("answers.tape"),
    target: TargetOption = None,
    judge: JudgeOption = None,
    advisor: AdvisorOption = None,
    eval_id: EvalIdOption = None,
    workers: WorkersOption = WORKERS,
    repeat: RepeatOption = None,
    out: OutOption = None,
    budget_dollars: DollarsOption = None,
    budget_tokens: TokensOption = None,
    budget_seconds: SecondsOption = None,
    allow_programs: ProgramsOption = False,
    plain: PlainOption = False,
) -> None:
    """Play the cases of suites and keep every answer on a tape, for `antiphon eval run --replay`.

    The tape holds no key and needs none: replayed, it gives the same results on any machine. Exit codes are those of
    `antiphon eval run`.
    """
    order = Order(
        paths=tuple(paths or ()),
        wish=RunChoices(target, judge, advisor, allow_programs),
        eval_ids=tuple(eval_id or ()),
        workers=workers,
        repeat=repeat,
        out=out,
        record=tape,
        ceiling=Ceiling(budget_tokens, budget_dollars, budget_seconds),
        is_plain=plain,
    )
    run_to_exit(_carry_out(read_all_settings().settings, order))


async def _carry_out(settings: Settings, order: Order) -> int:
    try:
        return await carry_out(settings, order)
    except (EvalFileInvalid, Malformed) as error:
        print(format_failure(error), file=sys.stderr)
    except TapeUnreadable as error:
        print(make_printable(f"antiphon: {error}"), file=sys.stderr)
    return INVALID
