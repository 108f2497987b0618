"""`antiphon rounds`: advisors answer each other."""

import asyncio
import sys
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.confirm import check_can_ask, confirm
from antiphon.cli.interrupts import Interrupts, run_to_exit
from antiphon.cli.naming import choose_conversation, find_advisors
from antiphon.cli.options import AdvisorsOption, YesOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.turns.ask import follow_turn
from antiphon.cli.turns.display import choose_display
from antiphon.cli.turns.glance import print_glance
from antiphon.client import AsyncClient
from antiphon.client.answers.advisors import Advisor
from antiphon.client.answers.rounds import RoundForecast, RoundsRun, SplitForecast
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

_LOOK_SECONDS: Final = 0.3
_STOPPED, _FAILED = 130, 2
_SENTENCES: Final = {
    "done": "all rounds were held",
    "quiet": "the last round brought nothing new",
    "person": "you spoke",
    "stopped": "it was stopped",
    "failed": "nobody answered",
    "settled": "nobody is split any more",
    "unmoved": "nobody moved",
    "unread": "the map of the last round could not tell whether anybody moved",
}


class RoundMode(StrEnum):
    """Which of the house's wordings a round has."""

    ANSWER = "answer"
    CHALLENGE = "challenge"
    SETTLE = "settle"


@dataclass(frozen=True, slots=True)
class RoundChoices:
    """What was asked for on the command line; what is absent is the panel's habit."""

    count: int | None
    ceiling: float | None
    asks: bool
    until_quiet: bool | None
    split: bool
    text: str | None
    mode: RoundMode
    advisors: tuple[str, ...]
    yes: bool
    plain: bool


def rounds(
    conversation: Annotated[
        str | None, typer.Argument(metavar="[CONVERSATION]", help="Where; the default is the one changed last.")
    ] = None,
    count: Annotated[int | None, typer.Option("--count", "-n", help="How many rounds at most, 1 to 10.")] = None,
    ceiling: Annotated[
        float | None, typer.Option("--ceiling", metavar="DOLLARS", help="No round begins that might pass this.")
    ] = None,
    ask: Annotated[bool, typer.Option("--ask", help="Ask before every round, with what it may cost.")] = False,
    until_quiet: Annotated[
        bool | None, typer.Option("--until-quiet/--no-until-quiet", help="End when a round brings nothing new.")
    ] = None,
    split: Annotated[
        bool,
        typer.Option("--split", help="Only those whom the map shows split, on these points, until nobody moves."),
    ] = False,
    mode: Annotated[RoundMode, typer.Option(help="What they are asked to do.")] = RoundMode.ANSWER,
    text: Annotated[str | None, typer.Option("--text", help="Say this in your place instead.")] = None,
    advisor: AdvisorsOption = None,
    stop: Annotated[bool, typer.Option("--stop", help="Stop the rounds that are under way, and begin none.")] = False,
    yes: YesOption = False,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of `name: text`, no escape codes.")] = False,
) -> None:
    """Let the advisors answer each other, round after round.

    Each is shown what the others said last. What a round may cost at most stands on standard error before it begins;
    with --ceiling none begins that might pass it. Ctrl-C stops. Exit code 0 when they answered, 2 when nobody did,
    130 when you stopped it, 1 when you said no.
    """
    settings = read_settings().settings
    if stop:
        run_to_exit(_stop(settings, conversation))
    if split and (until_quiet or mode is not RoundMode.ANSWER):
        raise typer.BadParameter("--split ends when nobody moves and has words of its own; leave --until-quiet, --mode")
    if ask:
        check_can_ask(yes=yes)
    wish = RoundChoices(count, ceiling, ask, until_quiet, split, text, mode, tuple(advisor or ()), yes, plain)
    run_to_exit(_hold(settings, conversation, wish))


async def _stop(settings: Settings, conversation: str | None) -> int:
    async with open_antiphon(settings) as client:
        found = await client.rounds.list(await choose_conversation(client, conversation))
        going = next((run for run in found.items if run.status != "ended"), None)
        if going is None:
            print("nobody is answering the others in this conversation")
            return 0
        print(describe_end(await client.rounds.stop(going.id)))
        return 0


async def _hold(settings: Settings, conversation: str | None, wish: RoundChoices) -> int:
    async with open_antiphon(settings) as client:
        conversation_id = await choose_conversation(client, conversation)
        known = await client.rounds.list(conversation_id)
        said = known.wordings["split" if wish.split else wish.mode]
        wording: dict[str, Any] = {"text": wish.text or said, "only_split": wish.split}
        if named := await find_advisors(client, wish.advisors):
            wording["advisor_ids"] = list(named)
        if not await _agree(client, conversation_id, wording, wish):
            print("nothing was sent", file=sys.stderr)
            return 1
        run = await client.rounds.start(conversation_id, wording | _limits(known.habits, wish))
        return await _follow(client, run, wish)


def _limits(habits: Mapping[str, Any], wish: RoundChoices) -> dict[str, Any]:
    return {
        "count": habits["count"] if wish.count is None else wish.count,
        "ceiling": habits["ceiling"] if wish.ceiling is None else wish.ceiling,
        "until_quiet": not wish.split and bool(habits["until_quiet"] if wish.until_quiet is None else wish.until_quiet),
        "asks": wish.asks,
    }


async def _agree(client: AsyncClient, conversation_id: str, wording: Mapping[str, Any], wish: RoundChoices) -> bool:
    """Say what the first round may cost, and ask if that was wanted."""
    foreseen = await client.rounds.forecast(conversation_id, wording)
    if foreseen.forecast is None:
        reason = foreseen.refusal.message if foreseen.refusal else "nobody can say what it would cost"
        raise Malformed(reason)
    print(format_forecast(foreseen.forecast, await client.advisors.list()), file=sys.stderr)
    if foreseen.split is not None:
        print("\n".join(format_split(foreseen.split)), file=sys.stderr)
    return not wish.asks or await confirm("Begin the first round?", yes=wish.yes)


async def _follow(client: AsyncClient, run: RoundsRun, wish: RoundChoices) -> int:
    """Show each round as it comes, until the run has ended."""
    shown = 0
    with Interrupts() as interrupts:
        while True:
            if len(run.rounds) > shown:
                shown += 1
                print(f"\nRound {shown} of {run.planned}", file=sys.stderr)
                turn = await client.turns.read(run.rounds[shown - 1].turn_id)
                with choose_display(plain=wish.plain, silent=False) as display:
                    asked = await follow_turn(client, turn, display, interrupts)
                await print_glance(client, asked.turn, plain=wish.plain)
            elif run.status == "ended":
                break
            elif interrupts.asked.is_set():
                run = await client.rounds.stop(run.id)
                continue
            elif run.status == "waiting":
                goes_on = await unless_stopped(_may_go_on(client, run, wish), interrupts)
                run = await (client.rounds.go_on(run.id) if goes_on else client.rounds.stop(run.id))
                continue
            else:
                await asyncio.sleep(_LOOK_SECONDS)
            run = await client.rounds.read(run.id)
    print(describe_end(run), file=sys.stderr)
    return {"stopped": _STOPPED, "failed": _FAILED}.get(run.reason or "", 0)


async def unless_stopped(question: Coroutine[Any, Any, bool], interrupts: Interrupts) -> bool:
    """What the person answers; Ctrl-C is a no."""
    answered, stopped = asyncio.create_task(question), asyncio.create_task(interrupts.asked.wait())
    try:
        await asyncio.wait((answered, stopped), return_when=asyncio.FIRST_COMPLETED)
        return answered.done() and await answered
    finally:
        answered.cancel()
        stopped.cancel()


async def _may_go_on(client: AsyncClient, run: RoundsRun, wish: RoundChoices) -> bool:
    if run.next_forecast is not None:
        print(format_forecast(run.next_forecast, await client.advisors.list()), file=sys.stderr)
    return await confirm(f"Begin round {len(run.rounds) + 1}?", yes=wish.yes)


def format_forecast(forecast: RoundForecast, advisors: Sequence[Advisor]) -> str:
    """What each voice may cost, and all together."""
    names = {advisor.id: advisor.name for advisor in advisors}
    lines = [
        f"  {make_printable(names.get(each, each))}: {_money(one.cost)} ({one.tokens:,} tokens, {one.model})"
        for each, one in forecast.per_advisor.items()
    ]
    return "\n".join([f"One round may cost at most {_money(forecast.cost)}:", *lines])


def format_split(split: SplitForecast) -> Iterator[str]:
    """On which points they are split, and what is saved beside a whole round."""
    yield "They are split on:"
    yield from (f"  {each.number}. {make_printable(each.text)}" for each in split.points)
    saved = f"{split.saved_calls} of {split.calls + split.saved_calls} calls, {split.saved_tokens:,} tokens"
    yield f"Saved beside a whole round: {saved}" + (
        "" if split.saved_cost is None else f", {_money(split.saved_cost)} of what it may cost"
    )
    if split.reading_cost is not None:
        yield f"Reading what they say, where another round may follow, may cost {_money(split.reading_cost)}"


def describe_end(run: RoundsRun) -> str:
    """Why it ended and what it cost, in one line."""
    count = len(run.rounds)
    held = f"{count} {'round' if count == 1 else 'rounds'}, {_money(run.spent)} spent"
    why = _SENTENCES.get(run.reason or "") or str(run.facts.get("message", run.reason))
    return f"{held}: {why}"


def _money(dollars: float | None) -> str:
    if dollars is None:
        return "not known"
    return f"${dollars:.4f}" if dollars else "$0"
