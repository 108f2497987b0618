"""`antiphon contamination`: whether the voices of a conversation have stayed apart."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.client.answers.contamination import ClosestPair, Contamination
from antiphon.settings import Settings

_LIGHTS: Final = {
    "dark": "Nobody has answered here yet.",
    "clear": "Each voice saw only its own thread.",
    "converging": "The voices sound more and more alike.",
    "leaked": "A voice speaks as somebody else.",
}
_SIGNS: Final = {
    "speaker_tag": "begins a line as a transcript does",
    "heading": "has another voice's name as a heading",
    "first_person": "speaks as another voice",
}
_BAR: Final = 20


def contamination(
    conversation_id: Annotated[str, typer.Argument(metavar="CONVERSATION_ID", help="The conversation to look at.")],
    last: Annotated[int, typer.Option(min=1, max=200, help="How many of the newest turns to read.")] = 200,
) -> None:
    """Show who speaks as somebody else, and how alike the voices sound turn by turn. No model is asked."""
    run_to_exit(_run(read_settings().settings, conversation_id, last))


async def _run(settings: Settings, conversation_id: str, last: int) -> int:
    async with open_antiphon(settings) as client:
        found = await client.contamination.read(conversation_id, last)
    print_contamination(open_output(), found)
    return 0


def print_contamination(console: Console, found: Contamination) -> None:
    """The light in words, then what is objected to, then the curve as bars with their figures."""
    for line in _write(found):
        console.print(Text(make_printable(line)), soft_wrap=not console.is_terminal)


def _write(found: Contamination) -> Iterator[str]:
    yield _LIGHTS[found.light]
    for each in found.objections:
        about = f" ({each.about_name})" if each.about_name and each.about != each.advisor_id else ""
        yield f"turn {each.position}  {each.name} {_SIGNS[each.sign]}{about}: “{each.words}”"
    measured = [each for each in found.curve if each.similarity is not None]
    if measured:
        yield ""
        yield "How alike they sound (0: no telling word in common, 100: the same words)"
    for point in measured:
        yield _write_point(point.position, point.similarity or 0.0, _name_pair(point.closest, found.names))


def _write_point(position: int, similarity: float, pair: str) -> str:
    filled = round(similarity * _BAR)
    return f"turn {position:>4}  {'█' * filled}{'·' * (_BAR - filled)} {similarity:>4.0%}  {pair}"


def _name_pair(closest: ClosestPair | None, names: Mapping[str, str]) -> str:
    if closest is None:
        return ""
    return f"{names[closest.first]} and {names[closest.second]} {closest.similarity:.0%}"
