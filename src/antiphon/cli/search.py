"""`antiphon search`: words, wherever they were said, claimed or decided."""

from collections.abc import Iterator
from math import inf
from typing import Annotated

import typer
from rich.text import Text

from antiphon.cli.configuration import read_settings
from antiphon.cli.interrupts import run_to_exit
from antiphon.cli.place import open_antiphon
from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.terminal import open_output
from antiphon.client.answers.search import FoundTurn, SearchPage
from antiphon.settings import Settings

NOTHING = "Nothing was found."
_LABELS = {
    "agree": "they agree",
    "contradict": "they disagree",
    "lone": "only one voice",
    "near": "several speak of it, sides not read",
    "torn": "their sides do not fit together",
}


def search(
    words: Annotated[str, typer.Argument(metavar="WORDS", help="The words as they stand there; letters may be large.")],
    conversation: Annotated[
        str | None, typer.Option(metavar="CONVERSATION_ID", help="Look only in this conversation.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many places in turns are enough.")] = 20,
    important: Annotated[bool, typer.Option("--important", help="What is worth most first.")] = False,
) -> None:
    """Look for words in decisions, claims, titles, messages and replies, newest first."""
    run_to_exit(_run(read_settings().settings, words, conversation, limit, "importance" if important else "newest"))


async def _run(settings: Settings, words: str, conversation: str | None, limit: int, order: str) -> int:
    lines: list[str] = []
    hits: list[FoundTurn] = []
    before: str | None = None
    passed_over = 0
    by_worth = order == "importance"
    async with open_antiphon(settings) as client:
        while True:
            found = await client.search.words(words, conversation, limit=limit, before=before, order=order)
            lines += _write_beside(found)
            hits += found.items
            before, passed_over = found.next, passed_over + found.passed_over
            if before is None or len(hits) >= limit:
                break
    if by_worth:
        # Titles were weighed by nobody, and stay first.
        hits.sort(key=lambda each: inf if each.importance is None else each.importance, reverse=True)
    lines += (_write_hit(each, show_importance=by_worth) for each in hits)
    console = open_output()
    for line in lines or [NOTHING]:
        console.print(Text(make_printable(line)), soft_wrap=not console.is_terminal)
    if passed_over:
        console.print(Text(f"Passed over: {count(passed_over, 'place')} worth less than these.", style="dim"))
    if before is not None and console.is_terminal:
        console.print(Text("There is more: --limit shows more places.", style="dim"))
    return 0 if lines else 1


def _write_beside(found: SearchPage) -> Iterator[str]:
    for decision in found.decisions:
        yield f"{decision.id}  decision  {decision.snippet}"
    for claim in found.claims:
        yield f"{claim.conversation_id}  turn {claim.position}  claim, {_LABELS[claim.label]}  {claim.snippet}"


def _write_hit(hit: FoundTurn, *, show_importance: bool) -> str:
    place = "title" if hit.turn_id is None else f"turn {hit.position}"
    worth = f"{hit.importance:.2f}  " if show_importance and hit.importance is not None else ""
    return f"{hit.conversation_id}  {place}  {worth}{hit.name or 'you'}  {hit.snippet}"
