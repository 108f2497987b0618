"""What came of a run of cases, and of two runs beside each other, on a terminal.

In a pipe the cases are tab-separated lines; what is said about all of them goes before and after.
"""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from antiphon.cli.printing.figures import count
from antiphon.cli.printing.printable import make_printable
from antiphon.evals.report.compare import Pair, RunComparison
from antiphon.evals.report.failures import explain
from antiphon.evals.report.figures import (
    format_change,
    format_score,
    format_seconds,
    format_spent,
    name_advisor,
    name_status,
)
from antiphon.evals.report.summary import Summary, summarise
from antiphon.evals.result import CaseResult, Status

# More than this many cases are not listed one by one unless they did not pass.
_MOST_LISTED = 40
# More than this many names are a wall of words.
_MOST_NAMED = 12
# Below this width the reason stands under its case.
_ROOM_FOR_REASONS = 78
_STYLES: dict[Status, str] = {
    "passed": "green",
    "failed": "bold red",
    "not_graded": "yellow",
    "error": "bold red",
    "skipped": "dim",
}
_OUTCOMES = {"win": "green", "loss": "bold red", "tie": "dim", "unknown": "yellow"}
_MEANINGS: dict[Status, str] = {
    "not_graded": "nobody could judge the answer",
    "error": "there was no answer to judge",
    "skipped": "the ceiling was reached first",
}


def print_summary(console: Console, results: Sequence[CaseResult]) -> None:
    """Every case with how it ended and why, then the advisors, then the whole in a few lines."""
    summary = summarise(results)
    if console.is_terminal:
        _print_cases(console, results)
        _print_advisors(console, summary)
    else:
        _print_case_lines(console, results)
    for line in _describe(summary):
        console.print(line, soft_wrap=not console.is_terminal)


def print_comparison(console: Console, comparison: RunComparison) -> None:
    """Newly failing cases first, then the greatest loss; then who won, and by how much."""
    if console.is_terminal:
        _print_pairs(console, comparison.pairs)
    else:
        _print_pair_lines(console, comparison.pairs)
    for line in _describe_comparison(comparison):
        console.print(Text(make_printable(line)), soft_wrap=not console.is_terminal)


def _print_cases(console: Console, results: Sequence[CaseResult]) -> None:
    listed = [each for each in results if each.status != "passed"] if len(results) > _MOST_LISTED else results
    has_room = console.width >= _ROOM_FOR_REASONS
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("case", overflow="fold", max_width=console.width // 3 if has_room else None)
    table.add_column("ended", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    if has_room:
        table.add_column("why", overflow="fold")
    for result in listed:
        why = make_printable(" ".join(explain(result).split()))
        name = Text(make_printable(_name_case(result, results)))
        if why and not has_room:
            name.append(f"\n{why}", style="dim")
        cells = (name, Text(name_status(result.status), _STYLES[result.status]), Text(format_score(result.score)))
        table.add_row(*cells, *([Text(why)] if has_room else []))
    if listed:
        console.print(table)
    if hidden := len(results) - len(listed):
        console.print(Text(f"{count(hidden, 'case')} that passed not listed", style="dim"))
    console.print()


def _print_case_lines(console: Console, results: Sequence[CaseResult]) -> None:
    print("\t".join(("case", "ended", "score", "why")), file=console.file)
    for each in results:
        cells = (each.key, name_status(each.status), format_score(each.score), " ".join(explain(each).split()))
        print("\t".join(make_printable(cell) for cell in cells), file=console.file)


def _name_case(result: CaseResult, results: Sequence[CaseResult]) -> str:
    suite = f"{result.suite}/" if any(each.suite != result.suite for each in results) else ""
    is_repeated = any(each.repeat > 1 and each.case_id == result.case_id for each in results)
    return f"{suite}{result.case_id}{f'#{result.repeat}' if is_repeated else ''}"


def _print_advisors(console: Console, summary: Summary) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("advisor", overflow="fold")
    for name in ("mean", "answers", "p50", "p95", "cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in summary.advisors:
        table.add_row(
            Text(make_printable(name_advisor(each.name))),
            Text(format_score(each.spread.mean if each.spread else None)),
            Text(f"{each.answers:,}"),
            Text(format_seconds(each.times.p50)),
            Text(format_seconds(each.times.p95)),
            Text(format_spent(each.spent)),
        )
    if summary.advisors:
        console.print(table)
        console.print()


def _describe(summary: Summary) -> Iterator[Text]:
    yield Text(f"{summary.counts['passed']:,} of {count(summary.total, 'case')} passed", style="bold")
    for status in ("failed", "error", "not_graded", "skipped"):
        if number := summary.counts[status]:
            meaning = f": {_MEANINGS[status]}, in no mean" if status in _MEANINGS else ""
            yield Text(f"{number:,} {name_status(status)}{meaning}", style=_STYLES[status])
    if summary.ungraded:
        yield Text(
            f"{count(summary.ungraded, 'assertion')} not graded in cases that have a score", style=_STYLES["not_graded"]
        )
    if summary.spread is not None:
        spread = summary.spread
        ends = f"{format_score(spread.lowest)} to {format_score(spread.highest)}"
        deviation = f"deviation {format_score(spread.deviation)}"
        yield Text(f"mean {format_score(spread.mean)}, median {format_score(spread.median)}, {ends}, {deviation}")
    spent = summary.answering.tokens + summary.judging.tokens
    judged = f", judging {format_spent(summary.judging)}" if summary.judging.requests else ""
    yield Text(f"{count(spent, 'token')}, {format_spent(summary.answering)}{judged}")


def _print_pairs(console: Console, pairs: Sequence[Pair]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("case", overflow="fold")
    for name in ("before", "after", "change", "gain"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for pair in pairs:
        outcome = "now fails" if pair.is_newly_failing else pair.outcome
        table.add_row(
            Text(make_printable(pair.key)),
            *(Text(cell) for cell in _list_figures(pair)),
            Text(outcome, "bold red" if pair.is_newly_failing else _OUTCOMES[pair.outcome]),
        )
    if pairs:
        console.print(table)
        console.print()


def _print_pair_lines(console: Console, pairs: Sequence[Pair]) -> None:
    print("\t".join(("case", "before", "after", "change", "gain", "outcome")), file=console.file)
    for pair in pairs:
        outcome = "now fails" if pair.is_newly_failing else pair.outcome
        print("\t".join((make_printable(pair.key), *_list_figures(pair), outcome)), file=console.file)


def _list_figures(pair: Pair) -> tuple[str, str, str, str]:
    before = format_score(pair.before) if pair.before is not None else name_status(pair.status_before)
    after = format_score(pair.after) if pair.after is not None else name_status(pair.status_after)
    delta, gain = ("" if each is None else format_change(each) for each in (pair.delta, pair.gain))
    return before, after, delta, gain


def _describe_comparison(comparison: RunComparison) -> Iterator[str]:
    won, lost = count(comparison.count("win"), "win"), count(comparison.count("loss"), "loss", "losses")
    unknown = comparison.count("unknown")
    without = f", {unknown:,} without a score in both" if unknown else ""
    yield f"{won}, {lost}, {count(comparison.count('tie'), 'tie')}{without}"
    if comparison.mean_delta is None:
        yield "No case has a score in both runs, so nothing can be compared."
    else:
        gain = "" if comparison.gain is None else f", normalised gain {format_change(comparison.gain)}"
        change = format_change(comparison.mean_delta)
        yield (
            f"mean {format_score(comparison.mean_before)} before, "
            f"{format_score(comparison.mean_after)} after, change {change}{gain}"
        )
    for words, keys in (("before", comparison.only_before), ("after", comparison.only_after)):
        if keys:
            more = f" and {len(keys) - _MOST_NAMED:,} more" if len(keys) > _MOST_NAMED else ""
            yield f"only {words}: {', '.join(keys[:_MOST_NAMED])}{more}"
