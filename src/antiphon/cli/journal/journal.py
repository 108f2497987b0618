"""`antiphon journal`: write a decision down, look back on it, and see how sure you are against how right."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.journal.arguments import find_advisor, find_turn, read_claim, read_day, read_stance
from antiphon.cli.journal.words import (
    describe_calibration,
    describe_cases,
    describe_decision,
    describe_row,
    describe_score,
)
from antiphon.cli.options import ConversationOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.rows import print_json, print_lines, print_rows
from antiphon.cli.terminal import open_output
from antiphon.client.aio.journal import Journal
from antiphon.client.answers.journal import Decision
from antiphon.settings import Settings

EMPTY = (
    "Nothing decided yet. Write down what the newest turn led to: "
    "antiphon journal add --option Sign --option Wait --choice Wait --confidence 70"
)
NO_SCORES = "No advisor has stood for or against anything yet."


class DecisionOutcome(StrEnum):
    """How it turned out."""

    RIGHT = "right"
    WRONG = "wrong"
    MIXED = "mixed"
    UNKNOWN = "unknown"
    NONE = "none"


journal = typer.Typer(
    help="Decisions: what was chosen, how sure you were, who stood where, and how it turned out.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Id = Annotated[str, typer.Argument(metavar="DECISION_ID", help="The decision, as the list names it.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@journal.callback()
def list_decisions(context: typer.Context, as_json: Json = False) -> None:
    """List decisions, those to look back on first."""
    if context.invoked_subcommand is None:
        run_to_exit(_list(read_settings().settings, as_json=as_json))


@journal.command()
def add(
    choice: Annotated[str, typer.Option(metavar="TEXT", help="What you chose: one of the options.")],
    confidence: Annotated[int, typer.Option(min=0, max=100, help="How sure you are that it is right, in percent.")],
    turn: Annotated[
        str | None, typer.Argument(metavar="TURN", help="The turn by number or id; the default is the newest.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="What could be chosen; repeat it for each.")
    ] = None,
    question: Annotated[str, typer.Option(metavar="TEXT", help="The question; the default is the turn's.")] = "",
    mind: Annotated[str, typer.Option(metavar="TEXT", help="What would change your mind.")] = "",
    review: Annotated[
        str | None, typer.Option(metavar="DAY", help="When to look back: 2027-01-15, or 30d from now.")
    ] = None,
    reviewer: Annotated[str | None, typer.Option(metavar="NAME_OR_ID", help="Which advisor asks on that day.")] = None,
    stance: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=STANCE", help="How an advisor stands: for, against or open; may be repeated."),
    ] = None,
    claim: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Take the stances from this claim of the turn's map.")
    ] = None,
    conversation: ConversationOption = None,
    as_json: Json = False,
) -> None:
    """Write a decision down, with what every advisor of the turn says now."""
    said = {
        "options": option or [choice],
        "choice": choice,
        "confidence": confidence,
        "question": question,
        "change_my_mind": mind,
        "review_at": None if review is None else read_day(review, datetime.now().astimezone()),
    }
    stands = [read_stance(each) for each in stance or ()]
    run_to_exit(_add(read_settings().settings, turn, conversation, said, stands, reviewer, claim, as_json=as_json))


@journal.command()
def show(decision_id: Id, as_json: Json = False) -> None:
    """Print one decision with every stance as it was then."""
    run_to_exit(_call(read_settings().settings, lambda calls: calls.read(decision_id), as_json=as_json))


@journal.command()
def outcome(
    decision_id: Id,
    how: Annotated[
        DecisionOutcome, typer.Argument(metavar="HOW", help="right, wrong, mixed, unknown; none takes it back.")
    ],
    text: Annotated[str | None, typer.Option(metavar="TEXT", help="What happened.")] = None,
    as_json: Json = False,
) -> None:
    """Say how it turned out; saying it again replaces what was said."""
    said: dict[str, Any] = {"outcome": None if how is DecisionOutcome.NONE else str(how)}
    if text is not None:
        said["outcome_text"] = text
    run_to_exit(_call(read_settings().settings, lambda calls: calls.update(decision_id, said), as_json=as_json))


@journal.command("test")
def make_test(decision_id: Id, as_json: Json = False) -> None:
    """Make a test of a decision that went wrong: a case for every advisor who stood for it.

    The case asks the advisor again what it was asked then, and expects it to name what happened. Asked for twice, there
    is one. `antiphon eval run` plays cases of files; those kept here are played on the advisor's page.
    """
    run_to_exit(_test(read_settings().settings, decision_id, as_json=as_json))


@journal.command()
def remove(decision_id: Id) -> None:
    """Take a decision out of the journal; `restore` puts it back."""
    run_to_exit(_remove(read_settings().settings, decision_id))


@journal.command()
def restore(decision_id: Id, as_json: Json = False) -> None:
    """Put a decision back that was taken out."""
    run_to_exit(_call(read_settings().settings, lambda calls: calls.restore(decision_id), as_json=as_json))


@journal.command()
def export(
    decision_id: Annotated[
        str | None, typer.Argument(metavar="DECISION_ID", help="Only this one; the default is all of them.")
    ] = None,
) -> None:
    """Print the journal as Markdown, every stance with its fingerprints."""
    run_to_exit(_export(read_settings().settings, decision_id))


@journal.command()
def calibration(as_json: Json = False) -> None:
    """How sure you said you were against how often you were right."""
    run_to_exit(_calibration(read_settings().settings, as_json=as_json))


@journal.command()
def scorecard(as_json: Json = False) -> None:
    """How each advisor's stances have turned out."""
    run_to_exit(_scorecard(read_settings().settings, as_json=as_json))


async def _list(settings: Settings, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        found = [each async for each in client.journal.iterate()]
    if as_json:
        print_json({"items": [each.raw for each in found], "next": None})
    else:
        print_rows(open_output(), [describe_row(each) for each in found], EMPTY)
    return 0


async def _add(
    settings: Settings,
    turn: str | None,
    conversation: str | None,
    said: dict[str, Any],
    stands: Sequence[tuple[str, str]],
    reviewer: str | None,
    claim: int | None,
    *,
    as_json: bool,
) -> int:
    async with open_antiphon(settings) as client:
        found = await find_turn(client, conversation, turn)
        said |= {"turn_id": found.id, "stances": await read_claim(client, found.id, claim)}
        said["stances"] |= {find_advisor(found, name): each for name, each in stands}
        if reviewer is not None:
            said["reviewer_id"] = find_advisor(found, reviewer)
        return _print_decision(await client.journal.add(said), as_json=as_json)


async def _call(settings: Settings, call: Callable[[Journal], Awaitable[Decision]], *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        return _print_decision(await call(client.journal), as_json=as_json)


async def _remove(settings: Settings, decision_id: str) -> int:
    async with open_antiphon(settings) as client:
        await client.journal.remove(decision_id)
    print(f"{decision_id} is taken out; put it back: antiphon journal restore {decision_id}")
    return 0


async def _export(settings: Settings, decision_id: str | None) -> int:
    async with open_antiphon(settings) as client:
        print(await client.journal.export(decision_id), end="")
    return 0


async def _calibration(settings: Settings, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        found = await client.journal.calibration()
    if as_json:
        print_json(found.raw)
    else:
        print_lines(open_output(), describe_calibration(found))
    return 0


async def _test(settings: Settings, decision_id: str, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        done = await client.evals.keep_decision(decision_id)
    if as_json:
        print_json(done.raw)
    else:
        print_lines(open_output(), describe_cases(done))
    return 0 if done.cases else 1


async def _scorecard(settings: Settings, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        found = await client.journal.scorecard()
    if as_json:
        print_json(found.raw)
    else:
        print_rows(open_output(), [describe_score(each) for each in found], NO_SCORES)
    return 0


def _print_decision(decision: Decision, *, as_json: bool) -> int:
    if as_json:
        print_json(decision.raw)
    else:
        print_lines(open_output(), [decision.id, *describe_decision(decision)])
    return 0
