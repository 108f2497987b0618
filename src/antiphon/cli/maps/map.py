"""`antiphon map`: where the voices of a turn agree, where they do not, and who was not heard."""

import asyncio
import json
import sys
from collections.abc import Callable
from typing import Annotated, Final, NamedTuple

import typer

from antiphon.cli.analyses.forecast import describe_forecast
from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.maps.table import describe_split, print_map
from antiphon.cli.naming import choose_turn
from antiphon.cli.options import ConversationArgument, ModelOption, TurnOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json
from antiphon.cli.printing.status_line import telling
from antiphon.cli.terminal import open_output, open_side
from antiphon.client import AsyncClient
from antiphon.client.answers.analyses import Analysis
from antiphon.client.answers.maps import Map
from antiphon.conversation.errors import Malformed
from antiphon.settings import Settings

_POLL_SECONDS: Final = 0.5


class _Wish(NamedTuple):
    """What the person asked for."""

    conversation: str | None
    turn: str | None
    again: bool
    model: str | None
    as_json: bool
    quotes: bool


def map_(
    conversation_id: ConversationArgument = None,
    turn: TurnOption = None,
    again: Annotated[bool, typer.Option("--again", help="Draw it anew even if there is one.")] = False,
    model: ModelOption = None,
    forecast: Annotated[bool, typer.Option("--forecast", help="Only say what drawing it may cost.")] = False,
    quotes: Annotated[bool, typer.Option("--quotes", help="Print the words each stance rests on.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the map as JSON.")] = False,
    dispute: Annotated[
        int | None, typer.Option("--dispute", metavar="CLAIM", help="Say that an advisor did not claim this.")
    ] = None,
    advisor: Annotated[
        str | None, typer.Option("--advisor", "-a", metavar="NAME_OR_ID", help="Whose stance --dispute is about.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take a dispute back.")] = False,
) -> None:
    """Show where the voices of a turn agree and where they do not.

    Draws the map first when there is none: a model reads every answer for its claims, and claims on one point are put
    together. Each stance rests on words of the answer; --quotes prints them.
    """
    if dispute is None and (undo or advisor is not None):
        raise typer.BadParameter("--advisor and --undo say of whom and how; which claim is said with --dispute")
    settings = read_settings().settings
    wish = _Wish(conversation_id, turn, again, model, as_json, quotes)
    if forecast:
        run_to_exit(_foresee(settings, wish))
    elif dispute is None:
        run_to_exit(_show(settings, wish))
    else:
        run_to_exit(_dispute(settings, wish, dispute, advisor, disputed=not undo))


async def _foresee(settings: Settings, wish: _Wish) -> int:
    async with open_antiphon(settings) as client:
        found = await client.maps.forecast(await choose_turn(client, wish.conversation, wish.turn), wish.model)
    print(json.dumps(found.model_dump(), indent=1) if wish.as_json else describe_forecast(found))
    return 0


async def _show(settings: Settings, wish: _Wish) -> int:
    async with open_antiphon(settings) as client:
        turn_id = await choose_turn(client, wish.conversation, wish.turn)
        with telling(open_side()) as tell:
            found = await _read_or_draw(client, turn_id, wish, tell)
    map_ = found
    if map_.status == "failed" and (wish.again or map_.drawn_id is None):
        reason = map_.analysis.error.message if map_.analysis and map_.analysis.error else "it was cut off"
        open_side().print(f"the map of turn {map_.position} could not be drawn: {make_printable(reason)}")
        return 1
    if wish.as_json:
        print_json(found.raw)
    else:
        print_map(open_output(), map_, quotes=wish.quotes)
    return 0


async def _read_or_draw(client: AsyncClient, turn_id: str, wish: _Wish, tell: Callable[[str], None]) -> Map:
    found = await _wait(client, turn_id, tell)
    if wish.again or found.drawn_id is None:
        tell("drawing the map")
        await client.maps.build(turn_id, wish.model)
        found = await _wait(client, turn_id, tell)
    elif wish.model is not None:
        print(f"there is one already; --again draws it anew with {wish.model}", file=sys.stderr)
    return found


async def _wait(client: AsyncClient, turn_id: str, tell: Callable[[str], None]) -> Map:
    """What there is once nobody draws at it."""
    while (found := await client.maps.read(turn_id)).status == "running":
        if found.analysis is not None:
            tell(_describe_progress(await client.analyses.read(found.analysis.id), len(found.voices)))
        await asyncio.sleep(_POLL_SECONDS)
    return found


def _describe_progress(analysis: Analysis, advisors: int) -> str:
    steps = [each.step for each in analysis.calls if each.outcome is not None]
    if any(each.step == "judge" for each in analysis.calls):
        return f"{analysis.model} judges pairs of claims"
    return f"{analysis.model} reads the answers: {min(steps.count('claims'), advisors)} of {advisors}"


async def _dispute(settings: Settings, wish: _Wish, number: int, advisor: str | None, *, disputed: bool) -> int:
    if advisor is None:
        raise Malformed("--dispute needs --advisor: whose stance is it?")
    async with open_antiphon(settings) as client:
        known = await client.maps.read(await choose_turn(client, wish.conversation, wish.turn))
        if known.drawn_id is None:
            raise Malformed("there is no map of this turn yet; antiphon map draws it")
        advisor_id = _find_voice(known, advisor)
        changed = await client.maps.dispute(known.drawn_id, number, advisor_id, disputed=disputed)
    print(f"{changed.number}. {make_printable(changed.text)}: {describe_split(changed)}")
    return 0


def _find_voice(known: Map, wanted: str) -> str:
    folded = wanted.casefold()
    found = [each.advisor_id for each in known.voices if folded in (each.advisor_id.casefold(), each.name.casefold())]
    if not found:
        raise Malformed(f"nobody called {wanted} was asked in this turn")
    return found[0]
