"""`antiphon filter`."""

from collections.abc import Iterator
from typing import Annotated

import typer

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.client.answers.filters import FilterReading
from antiphon.conversation.errors import FilterInvalid
from antiphon.settings import Settings


def read(
    line: Annotated[str, typer.Argument(metavar="LINE", help="The filter line; it may end in a command.")],
) -> None:
    """Read a filter line and say what it means.

    Nothing is changed, and a command in the line is not carried out. Exit code 1 when it cannot be read; then the
    place is shown.
    """
    run_to_exit(_run(read_settings().settings, line))


async def _run(settings: Settings, line: str) -> int:
    async with open_antiphon(settings) as client:
        reading = await client.filters.read(line)
    if reading.error is not None:
        raise FilterInvalid(line, reading.error.column, reading.error.reason)
    for each in format_reading(reading):
        print(each)
    return 0


def format_reading(reading: FilterReading) -> Iterator[str]:
    """Facts of the line, one each."""
    yield f"short     {reading.canonical}"
    yield f"in words  {reading.words}"
    yield f"looks at  {', '.join(reading.uses) or 'nothing: it shows every turn'}"
    if reading.moving:
        yield "moves     what it shows can change although nobody changes a turn"
    if reading.command is not None:
        yield f"command   :{reading.command.name}"
