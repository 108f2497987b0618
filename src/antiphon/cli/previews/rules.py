"""The rules for what goes first, side by side, as a person reads them."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.printing.figures import format_dollars, group, name_all
from antiphon.cli.printing.printable import make_printable
from antiphon.client.answers.previews import KeptTurns, RuleComparison

Runs = Sequence[tuple[int, int]]


def print_policies(console: Console, found: RuleComparison) -> None:
    """A row per advisor, a column per rule; below it where the rules part."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("advisor", no_wrap=True, overflow="ellipsis", min_width=7)
    for policy in found.policies:
        table.add_column(policy.dropping + ("*" if policy.dropping == found.chosen else ""), no_wrap=True)
    for same in zip(*(policy.advisors for policy in found.policies), strict=True):
        table.add_row(Text(_name(same[0])), *(Text(_format_kept(each, found.visible)) for each in same))
    console.print(table)
    console.print()
    for line in format_policies(found):
        console.print(Text(line), soft_wrap=True)


def format_policies(found: RuleComparison) -> Iterator[str]:
    """Sentences: where the rules part, what each costs, and which one is in force."""
    advisors = found.policies[0].advisors if found.policies else ()
    parting = ((_format_parting(found, each.advisor_id), _name(each)) for each in advisors)
    for what, who in group(parting).items():
        yield f"{name_all(who, [_name(each) for each in advisors])}: {what}"
    if any(policy.cost.cold is not None for policy in found.policies):
        costs = (f"{policy.dropping} {format_dollars(policy.cost.cold)}" for policy in found.policies)
        yield f"cost with nothing cached: {', '.join(costs)}"
    yield f"* in force; `--dropping {_other(found)}` sends by another rule for once"


def _format_kept(kept: KeptTurns, visible: int) -> str:
    return "not sent" if kept.problem is not None else f"{kept.included:,} / {visible:,}  ≈{kept.tokens:,}"


def _format_parting(found: RuleComparison, advisor_id: str) -> str:
    """The turns not all rules keep, and which of them each keeps."""
    differs = found.differences.get(advisor_id, ())
    if not differs:
        return "every rule sends the same turns"
    parting = _positions(differs)
    kept = {
        policy.dropping: sorted(parting & _positions(each.inside))
        for policy in found.policies
        for each in policy.advisors
        if each.advisor_id == advisor_id
    }
    words = (f"{dropping} keeps {_format_turns(positions)}" for dropping, positions in kept.items())
    return f"of turns {_format_turns(sorted(parting))}, {'; '.join(words)}"


def _positions(runs: Runs) -> set[int]:
    return {position for first, last in runs for position in range(first, last + 1)}


def _format_turns(positions: Sequence[int]) -> str:
    """Positions with neighbours joined: 1-3, 7."""
    if not positions:
        return "none"
    words: list[str] = []
    start = before = positions[0]
    for position in (*positions[1:], None):
        if position is not None and position == before + 1:
            before = position
            continue
        words.append(str(start) if start == before else f"{start}-{before}")
        if position is not None:
            start = before = position
    return ", ".join(words)


def _other(found: RuleComparison) -> str:
    return next((each.dropping for each in found.policies if each.dropping != found.chosen), found.chosen)


def _name(kept: KeptTurns) -> str:
    return " ".join(make_printable(kept.name).split())
