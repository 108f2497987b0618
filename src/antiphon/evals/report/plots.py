"""The plots of a report: tables whose cells are drawn, so that whoever cannot see them can read them.

Everything is SVG in the page itself, placed in per cent, so that text keeps its size at every width.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from antiphon.evals.report.badges import Badges, draw_badge, find_hue
from antiphon.evals.report.figures import (
    count,
    format_dollars,
    format_score,
    format_seconds,
    format_spent,
    name_advisor,
)
from antiphon.evals.report.markup import Content, Html, tag
from antiphon.evals.report.summary import RunSpending, Summary

# Two rows of dots do not lie on each other when equal values are moved by as much as this, in pixels.
_ROW_HEIGHT = 22
_SHIFT = 4
_BAR_HEIGHT = 96


class Row(NamedTuple):
    """One line of a plot: whose it is, what is drawn, what it says in words, and the figure beside it."""

    advisor: str
    drawing: Sequence[Html]
    words: str
    figure: Content


def draw_scores(summary: Summary, badges: Badges) -> Html:
    """Every score of every advisor as a square, with a line at the mean."""
    rows = [
        Row(
            each.name,
            (*_draw_squares(each.scores), *_draw_line(each.spread.mean, "mean")),
            f"{count(each.spread.count, 'score')}, mean {format_score(each.spread.mean)}, from "
            f"{format_score(each.spread.lowest)} to {format_score(each.spread.highest)}",
            format_score(each.spread.mean),
        )
        for each in summary.advisors
        if each.spread is not None
    ]
    note = "One square for each case in which the advisor was graded; the line is its mean."
    return _draw_rows("Scores by advisor", note, rows, badges, ("0", "0.5", "1"), "mean")


def draw_distribution(summary: Summary) -> Html:
    """How many cases have which score, in tenths."""
    most = max((*summary.bins, 1))
    filled = ((index, number) for index, number in enumerate(summary.bins) if number)
    words = "; ".join(f"{number} from {index / 10:.1f} to {(index + 1) / 10:.1f}" for index, number in filled)
    drawing = tag(
        "svg",
        tag("title", f"Scores of cases: {words or 'none'}."),
        *_draw_bars(summary.bins, most),
        *(_draw_tick(index) for index in (0, 2, 4, 6, 8, 10)),
        class_="bars",
        role="img",
        width="100%",
        height=_BAR_HEIGHT + 36,
    )
    left_out = summary.total - len(summary.scores)
    note = f"{count(len(summary.scores), 'case')} with a score" + (
        f"; {left_out} without, which are in no mean." if left_out else "."
    )
    return _frame("How scores lie", note, drawing)


def draw_times(summary: Summary, badges: Badges) -> Html:
    """How long every answer took, with lines at the middle and at nineteen of twenty."""
    timed = [each for each in summary.advisors if each.times.seconds]
    longest = max((second for each in timed for second in each.times.seconds), default=0.0) or 1.0
    rows = [
        Row(
            each.name,
            (
                *_draw_squares([second / longest for second in each.times.seconds]),
                *_draw_line((each.times.p50 or 0.0) / longest, "mean"),
                *_draw_line((each.times.p95 or 0.0) / longest, "late"),
            ),
            f"{count(len(each.times.seconds), 'answer')}, half of them within {format_seconds(each.times.p50)}, "
            f"nineteen of twenty within {format_seconds(each.times.p95)}",
            f"{format_seconds(each.times.p50)} / {format_seconds(each.times.p95)}",
        )
        for each in timed
    ]
    note = "One square for each answer. The line is the middle (p50), the dashed one p95."
    scale = ("0", format_seconds(longest / 2), format_seconds(longest))
    return _draw_rows("How long answers took", note, rows, badges, scale, "p50 / p95")


def draw_costs(summary: Summary, badges: Badges) -> Html:
    """What each advisor's answers took: dollars where prices are known, else tokens. Judges are a row of their own."""
    spenders = [(each.name, each.spent) for each in summary.advisors]
    if summary.judging.requests:
        spenders.append(("the judge", summary.judging))
    in_dollars = all(spent.dollars is not None and not spent.unpriced for _, spent in spenders)
    amounts = [spent.dollars or 0.0 if in_dollars else float(spent.tokens) for _, spent in spenders]
    most = max(amounts, default=0.0) or 1.0
    rows = [
        Row(name, (_draw_bar(amount / most),), _describe_spent(spent), _figure_spent(spent, in_dollars=in_dollars))
        for (name, spent), amount in zip(spenders, amounts, strict=True)
    ]
    note = "Questions and answers together." if in_dollars else "In tokens, because not every price is known."
    top = format_dollars(most) if in_dollars else f"{most:,.0f}"
    return _draw_rows("What it cost" if in_dollars else "What it took", note, rows, badges, ("0", "", top), "together")


def _draw_rows(
    title: str, note: str, rows: Sequence[Row], badges: Badges, scale: tuple[str, str, str], unit: str
) -> Html:
    if not rows:
        return _frame(title, "Nothing to draw.", None)
    head = tag(
        "tr",
        tag("th", tag("span", "advisor", class_="vh"), scope="col"),
        tag("th", tag("span", *(tag("span", each) for each in scale), class_="scale"), scope="col"),
        tag("th", unit, scope="col"),
    )
    return _frame(
        title, note, tag("table", tag("thead", head), tag("tbody", *_write_rows(rows, badges)), class_="plot")
    )


def _write_rows(rows: Sequence[Row], badges: Badges) -> Iterator[Html]:
    for row in rows:
        hue = find_hue(row.advisor, badges)
        drawing = tag(
            "svg",
            tag("title", f"{name_advisor(row.advisor)}: {row.words}."),
            tag("line", x1="0", x2="100%", y1=_ROW_HEIGHT / 2, y2=_ROW_HEIGHT / 2, class_="axis"),
            *row.drawing,
            role="img",
            width="100%",
            height=_ROW_HEIGHT,
            class_=hue,
        )
        name = tag("span", draw_badge(row.advisor, badges), tag("span", name_advisor(row.advisor)), class_="who")
        yield tag("tr", tag("th", name, scope="row"), tag("td", drawing), tag("td", row.figure, class_="num"))


def _frame(title: str, note: str, drawing: Html | None) -> Html:
    return tag("figure", tag("figcaption", tag("h3", title), tag("p", note, class_="muted")), drawing)


def _draw_squares(shares: Sequence[float]) -> Iterator[Html]:
    """Equal values climb and sink by turns, so that many of them can be seen to be many."""
    seen: dict[int, int] = {}
    for share in shares:
        place = round(share * 50)
        turn = seen[place] = seen.get(place, -1) + 1
        lift = (turn + 1) // 2 * (1 if turn % 2 else -1) * _SHIFT
        y = _ROW_HEIGHT / 2 - 3 + max(-_ROW_HEIGHT / 2 + 3, min(_ROW_HEIGHT / 2 - 3, lift))
        yield tag("rect", x=_place(share), y=y, width=7, height=7, transform="translate(-3.5 0)", class_="square")


def _place(share: float) -> str:
    """A share of the way; the ends are kept far enough in for the mark to be whole."""
    return f"{2 + max(0.0, min(1.0, share)) * 96:.2f}%"


def _draw_line(share: float, name: str) -> Iterator[Html]:
    at = _place(share)
    yield tag("line", x1=at, x2=at, y1=1, y2=_ROW_HEIGHT - 1, class_=name)


def _draw_bar(share: float) -> Html:
    return tag("rect", x="0", y=_ROW_HEIGHT / 2 - 5, width=f"{share * 100:.2f}%", height=10, class_="square")


def _draw_bars(bins: Sequence[int], most: int) -> Iterator[Html]:
    for index, number in enumerate(bins):
        height = round(_BAR_HEIGHT * number / most, 1)
        top = _BAR_HEIGHT + 16 - height
        yield tag("rect", x=f"{index * 10 + 0.3}%", y=top, width="9.4%", height=max(height, 1), class_=_tone(number))
        if number:
            yield tag("text", f"{number}", x=f"{index * 10 + 5}%", y=top - 4, text_anchor="middle", class_="count")


def _draw_tick(index: int) -> Html:
    anchor = {0: "start", 10: "end"}.get(index, "middle")
    return tag("text", f"{index / 10:g}", x=f"{index * 10}%", y=_BAR_HEIGHT + 32, text_anchor=anchor, class_="tick")


def _tone(number: int) -> str:
    return "bar" if number else "bar none"


def _describe_spent(spent: RunSpending) -> str:
    return f"{count(spent.requests, 'request')}, {count(spent.tokens, 'token')}, {format_spent(spent)}"


def _figure_spent(spent: RunSpending, *, in_dollars: bool) -> str:
    return format_spent(spent) if in_dollars else f"{spent.tokens:,}"
