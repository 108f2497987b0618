"""The map of a turn on a terminal: claims by advisors, in words."""

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from antiphon.cli.analyses.quorum import describe_quorum
from antiphon.cli.maps.check_words import describe_reader
from antiphon.cli.printing.figures import count, group
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.maps import Claim, ClaimStance, Map, MapAdvisor

# A claim in fewer columns than these is a column of words.
_LEAST_CLAIM = 28
_INDENT = 3
_STANDS = (
    "agrees",
    "contradicts",
    "speaks of it",
    "torn",
    "only voice",
    "alone against",
    "disputed",
    "silent",
    "not compared",
    "not read",
    "no answer",
)
_STYLES = {
    "contradicts": "reverse",
    "torn": "reverse",
    "alone against": "reverse",
    "only voice": "bold",
    "silent": "dim",
    "not compared": "dim",
    "no answer": "dim",
}
_ABSENT = {"absent": "no answer", "unread": "not read", "new": "not read"}
_DROPPED = {
    "quote": "quoted words that are not in the answer",
    "quote_length": "quoted too little or too much",
    "length": "had no words or too many",
    "repeated": "said again what the same voice had said",
    "unknown_claim": "named a claim that is not there",
    "claim_twice": "used a claim twice",
    "empty_group": "held no claim",
}


def print_map(console: Console, map_: Map, *, quotes: bool = False) -> None:
    """Who was heard, then every claim with every advisor's stance; one below the other where there is no room.

    In a pipe the claims are tab-separated lines, unless quotes are wanted.
    """
    _print_head(console, map_)
    if not map_.claims:
        console.print(Text("Nobody claimed anything that could be shown."))
    elif quotes or (console.is_terminal and console.width < _width(map_)):
        for claim in map_.claims:
            _print_claim(console, claim, map_, quotes=quotes)
    elif console.is_terminal:
        _print_table(console, map_)
    else:
        _print_lines(console, map_)
    for line in _list_dropped(map_):
        console.print(Text(line, style="dim"))


def stand_of(voice: MapAdvisor, claim: Claim, *, compared: bool = True) -> str:
    """How one advisor stands to one claim, in a word or two; what was not compared leaves open how the others do."""
    stance = next((each for each in claim.stances if each.advisor_id == voice.advisor_id), None)
    if stance is None:
        return _ABSENT.get(voice.heard, "silent" if compared else "not compared")
    if stance.disputed:
        return "disputed"
    if claim.label != "lone" or not compared:
        return "speaks of it" if stance.stand == "speaks" else stance.stand
    return "alone against" if stance.stand == "contradicts" else "only voice"


def describe_split(claim: Claim, *, compared: bool = True) -> str:
    """How they stand together."""
    if not compared:
        return "not compared"
    counted = [each for each in claim.stances if not each.disputed]
    against = sum(each.stand == "contradicts" for each in counted)
    if claim.label == "contradict":
        more, fewer = max(against, len(counted) - against), min(against, len(counted) - against)
        return f"split {more} to {fewer}"
    if claim.label == "agree":
        return f"aligned, {len(counted)}"
    if claim.label == "near":
        return f"near, {len(counted)}"
    if claim.label == "torn":
        return f"torn, {len(counted)}"
    return "only one voice" if counted else "disputed by you"


def _print_head(console: Console, map_: Map) -> None:
    first, *rest = describe_quorum(map_.quorum)
    console.print(Text(first, style="bold"))
    for line in rest:
        console.print(Text(line))
    if map_.is_stale:
        console.print(Text("Answers have changed since this map was drawn; --again draws it anew."))
    if map_.ungrouped:
        console.print(Text("These claims were not compared: together they are more than the model can read at once."))
    if map_.drawn_id is not None and (reader := describe_reader(map_)):
        console.print(Text(reader), soft_wrap=not console.is_terminal)
    question = " ".join(make_printable(map_.question).split())
    if console.is_terminal:
        console.print(Text(f"\nTurn {map_.position}: {question}"), overflow="ellipsis", no_wrap=True)
    console.print()


def _print_table(console: Console, map_: Map) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 1, 0))
    table.add_column("", justify="right")
    table.add_column("claim", ratio=1, min_width=_LEAST_CLAIM)
    table.add_column("how they stand", no_wrap=True)
    for voice in map_.voices:
        table.add_column(make_printable(voice.name), no_wrap=True)
    for claim in map_.claims:
        stands = (
            Text(stand, style=_style(stand))
            for stand in (stand_of(voice, claim, compared=map_.compared) for voice in map_.voices)
        )
        text = Text(make_printable(claim.text))
        table.add_row(Text(str(claim.number)), text, Text(describe_split(claim, compared=map_.compared)), *stands)
    console.print(table)


def _print_claim(console: Console, claim: Claim, map_: Map, *, quotes: bool) -> None:
    said = Text(f"{claim.number}. {make_printable(claim.text)}", style="bold")
    console.print(said)
    console.print(Text(f"{' ' * _INDENT}{describe_split(claim, compared=map_.compared)}"))
    stands = group(
        (stand_of(voice, claim, compared=map_.compared), make_printable(voice.name)) for voice in map_.voices
    )
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, min_width=len("alone against"))
    table.add_column()
    for stand in (each for each in _STANDS if each in stands):
        table.add_row(Text(stand, style=_style(stand)), Text(", ".join(stands[stand])))
    console.print(Padding(table, (0, 0, 0, _INDENT)))
    for name, stance in _list_quotes(claim, map_) if quotes else ():
        words = " ".join(make_printable(stance.quote).split())
        console.print(Padding(Text(f"{name}: \u201c{words}\u201d"), (0, 0, 0, _INDENT)))
    console.print()


def _print_lines(console: Console, map_: Map) -> None:
    names = [make_printable(voice.name) for voice in map_.voices]
    print("\t".join(("number", "claim", "stands", *names)), file=console.file)
    for claim in map_.claims:
        stands = (stand_of(voice, claim, compared=map_.compared) for voice in map_.voices)
        text = " ".join(make_printable(claim.text).split())
        print(
            "\t".join((str(claim.number), text, describe_split(claim, compared=map_.compared), *stands)),
            file=console.file,
        )


def _list_quotes(claim: Claim, map_: Map) -> Iterator[tuple[str, ClaimStance]]:
    names = {voice.advisor_id: make_printable(voice.name) for voice in map_.voices}
    for stance in claim.stances:
        yield names.get(stance.advisor_id, stance.advisor_id), stance


def _list_dropped(map_: Map) -> Iterator[str]:
    for reason, number in map_.dropped.items():
        yield f"Left out: {count(number, 'entry', 'entries')} that {_DROPPED.get(reason, reason)}."


def _width(map_: Map) -> int:
    """How many columns the table needs."""
    stands = sum(max(len("alone against"), len(make_printable(voice.name))) + 2 for voice in map_.voices)
    return 4 + _LEAST_CLAIM + 2 + len("how they stand") + 2 + stands


def _style(stand: str) -> str:
    return _STYLES.get(stand, "")
