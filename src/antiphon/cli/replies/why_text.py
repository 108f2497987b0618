"""Why a reply came out as it did, on a terminal."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from antiphon.cli.analyses.forecast import describe_forecast as describe_look
from antiphon.cli.printing.figures import count, format_dollars
from antiphon.cli.printing.printable import make_printable
from antiphon.cli.printing.rows import print_rows
from antiphon.client.answers.whys import ClaimShift, FoundWhy, WhyFinding, WhyForecast, WhyPart

NOTHING: Final = "Nothing that was left out made a difference beyond chance."
_KINDS: Final = {
    "turn": "turn",
    "quote": "quote of",
    "synthesis": "the synthesis sent along",
    "memory": "memory",
    "instructions": "your instructions",
    "todo": "the todo list",
    "document": "document",
    "caller": "a program's note",
    "file": "file",
}
_VERDICTS: Final = {
    "flipped": "flips the answer",
    "mattered": "made a difference",
    "none": "no difference beyond chance",
    "unsure": "stood out once, not confirmed",
    "unread": "not answered",
    "untried": "not tried",
}


def describe_forecast(foreseen: WhyForecast) -> str:
    """What it may take, in two sentences."""
    usual = "" if foreseen.likely_cost is None else f", about {format_dollars(foreseen.likely_cost)}"
    left = len(foreseen.parts) - foreseen.tried
    rest = f"; {count(left, 'part')} more would take more calls" if left else ""
    return (
        f"{describe_look(foreseen)}. {count(foreseen.surely, 'call')} if nothing stands out{usual}. "
        f"{count(foreseen.tried, 'part')} tried{rest}."
    )


def print_forecast(console: Console, foreseen: WhyForecast) -> None:
    """What it may take, and every part in the order in which it is tried."""
    console.print(Text(describe_forecast(foreseen)))
    rows = [
        (str(number) if number <= foreseen.tried else "-", each.id, name_part(each), _shorten(each.opening))
        for number, each in enumerate(foreseen.parts, 1)
    ]
    print_rows(console, rows, "")


def print_why(console: Console, found: FoundWhy) -> None:
    """What made a difference first, then what did not, then how it was found out."""
    beyond = [each for each in found.findings if each.verdict in ("flipped", "mattered")]
    if not beyond:
        console.print(Text(NOTHING, style="bold"))
    for each in beyond:
        _print_finding(console, each)
    console.print()
    for each in found.findings:
        if each not in beyond:
            console.print(Text(f"{name_part(each.part)}: {_VERDICTS.get(each.verdict, each.verdict)}", style="dim"))
    for line in _describe(found):
        console.print(Text(line, style="dim"))


def name_part(part: WhyPart) -> str:
    """What people know it by."""
    kind = _KINDS.get(part.kind, part.kind)
    if part.kind == "turn":
        return kind if part.position is None else f"{kind} {part.position}"
    return f"{kind} {make_printable(part.name)}" if part.name else kind


def _print_finding(console: Console, finding: WhyFinding) -> None:
    title = Text(name_part(finding.part), style="bold")
    title.append(f": {_VERDICTS[finding.verdict]}", style="bold")
    if finding.alone:
        title.append(", and alone brings it back")
    console.print(title)
    if finding.part.opening:
        console.print(Text(f"  “{_shorten(finding.part.opening)}”", style="dim"))
    for shift in finding.shifts:
        console.print(Text(f"  {_describe_shift(shift)}"))


def _describe_shift(shift: ClaimShift) -> str:
    with_it, without = f"{shift.before:.0%}", f"{shift.after:.0%}"
    mark = "-" if shift.before > shift.after else "+"
    return f"{mark} {make_printable(shift.text)} ({with_it} with it, {without} without)"


def _describe(found: FoundWhy) -> Iterator[str]:
    by = "by their meaning" if found.compared_by == "meaning" else "by their words"
    yield f"{count(found.unchanged, 'answer')} to the very same bytes were compared, {by}."
    if found.unread:
        yield f"{count(found.unread, 'answer')} did not come and count for nothing."
    if found.is_still:
        yield "The same bytes were answered with the same claims every time."
    if found.strayed:
        yield "Today the same bytes are answered otherwise than they were then."
    if found.together and not found.beyond_chance:
        yield "Leaving out everything changes the answer; no part does so by itself."
    if found.stopped_by:
        yield f"The {found.stopped_by} it was allowed did not suffice for everything."
    yield f"Everything that was sent: antiphon analyses {found.analysis_id}"


def _shorten(text: str, most: int = 100) -> str:
    line = make_printable(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"
