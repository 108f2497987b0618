"""`antiphon eval map`: how well a model judges claims, found out before it may in maps."""

import asyncio
from typing import Annotated, Final

import typer

from antiphon.cli.analyses.forecast import describe_forecast
from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.maps.check_words import describe_check, describe_gate, describe_held, list_shares
from antiphon.cli.options import ModelOption
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_json, print_rows
from antiphon.cli.printing.status_line import telling
from antiphon.cli.terminal import open_output, open_side
from antiphon.client import AsyncClient
from antiphon.client.answers.analyses import Analysis
from antiphon.client.answers.maps import MapCheck
from antiphon.settings import Settings

EMPTY: Final = "No model was checked yet. antiphon eval map --model PROVIDER:MODEL checks one."
_POLL_SECONDS: Final = 0.5


def map_(
    model: ModelOption = None,
    forecast: Annotated[bool, typer.Option("--forecast", help="Only say what checking it may cost.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="Only list the models that were checked.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Check how well a model judges claims, before it may in maps.

    The model is asked what the map asks, about rooms that were read by hand and come with Antiphon. What it gets right
    is kept beside what chance, words and meaning get right; in maps it judges only what it does better. The same goes
    for sentences of a synthesis, which are held to their sources.
    """
    settings = read_settings().settings
    if list_:
        run_to_exit(_list(settings))
    elif forecast:
        run_to_exit(_foresee(settings, model))
    else:
        run_to_exit(_check(settings, model, as_json=as_json))


async def _list(settings: Settings) -> int:
    async with open_antiphon(settings) as client:
        checks = await client.maps.checks()
    rows = [
        (make_printable(each.model), f"{each.checked_at:%Y-%m-%d}", describe_check(each), describe_gate(each))
        for each in checks
    ]
    print_rows(open_output(), rows, EMPTY)
    return 0


async def _foresee(settings: Settings, model: str | None) -> int:
    async with open_antiphon(settings) as client:
        print(describe_forecast(await client.maps.forecast_check(model)))
    return 0


async def _check(settings: Settings, model: str | None, *, as_json: bool) -> int:
    async with open_antiphon(settings) as client:
        begun = await client.maps.check(model)
        ended = await _wait(client, begun.id)
        checks = await client.maps.checks() if ended.status == "done" else ()
    found = next((each for each in checks if each.analysis_id == begun.id), None)
    if found is None:
        reason = ended.error.message if ended.error else "it was cut off"
        open_side().print(f"{make_printable(begun.model)} could not be checked: {make_printable(reason)}")
        return 1
    if as_json:
        print_json(found.raw)
    else:
        _print(found)
    return 0


async def _wait(client: AsyncClient, analysis_id: str) -> Analysis:
    with telling(open_side()) as tell:
        while (found := await client.analyses.read(analysis_id)).status == "running":
            answered = sum(each.outcome is not None for each in found.calls)
            tell(f"{found.model} judges claims and sentences: {answered} requests answered")
            await asyncio.sleep(_POLL_SECONDS)
    return found


def _print(check: MapCheck) -> None:
    output = open_output()
    print_rows(output, list(list_shares(check)))
    output.print(f"Checked with {check.rooms} rooms: {make_printable(check.model)} {describe_check(check)}.")
    output.print(describe_held(check))
    output.print(describe_gate(check))
