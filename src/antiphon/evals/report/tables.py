"""The tables of a report: every run of a case, and the figures by suite and by kind of assertion."""

from collections.abc import Iterator, Sequence

from antiphon.evals.report.badges import Badges, draw_badge
from antiphon.evals.report.failures import explain
from antiphon.evals.report.figures import format_dollars, format_score, format_seconds, name_status
from antiphon.evals.report.markup import Content, Html, tag
from antiphon.evals.report.summary import STATUSES, Spread, Summary
from antiphon.evals.result import CaseResult, Status, VerdictStatus


def write_cases(results: Sequence[CaseResult], summary: Summary, badges: Badges) -> Html:
    """Every run of a case in the order of the file. The switches above work without any script."""
    heads = ("case", "ended", "score", "who answered", "tokens", "cost", "time")
    return tag(
        "section",
        tag("h2", "Every case"),
        tag("div", *_write_switches(summary), class_="switches", role="group", aria_label="Show"),
        tag(
            "div",
            tag(
                "table",
                tag("thead", tag("tr", *(tag("th", each, scope="col") for each in heads))),
                tag("tbody", *_write_cases(results, badges)),
                class_="cases",
            ),
            class_="scroll",
        ),
        class_="every",
    )


def write_breakdown(summary: Summary) -> Html:
    """The figures by kind of assertion, and by suite where there are several."""
    return tag("div", _write_types(summary), _write_suites(summary) if len(summary.suites) > 1 else None, class_="pair")


def write_state(status: Status | VerdictStatus) -> Html:
    """How something ended: a mark and, always, the word."""
    return tag("span", name_status(status), class_=f"state {status}")


def name_place(index: int) -> str:
    """Where on the page a case is told in full."""
    return f"case-{index + 1}"


def _write_switches(summary: Summary) -> Iterator[Html]:
    yield _write_switch("all", f"All {summary.total}", checked=True)
    for status in STATUSES:
        if 0 < summary.counts[status] < summary.total:
            yield _write_switch(status, f"{name_status(status).capitalize()} {summary.counts[status]}", checked=False)


def _write_switch(value: str, words: str, *, checked: bool) -> Html:
    button = tag("input", type="radio", name="show", value=value, id=f"show-{value}", checked=checked)
    return tag("label", button, tag("span", words), for_=f"show-{value}")


def _write_cases(results: Sequence[CaseResult], badges: Badges) -> Iterator[Html]:
    many = len({each.suite for each in results}) > 1
    repeated = {(each.suite, each.case_id) for each in results if each.repeat > 1}
    for index, result in enumerate(results):
        shown = f"{result.case_id} #{result.repeat}" if (result.suite, result.case_id) in repeated else result.case_id
        name = shown if result.status == "skipped" else tag("a", shown, href=f"#{name_place(index)}")
        why = explain(result)
        cells: tuple[Content, ...] = (
            tag(
                "th",
                name,
                tag("small", result.suite, class_="muted") if many else None,
                tag("small", why, class_="why") if why else None,
                scope="row",
            ),
            tag("td", write_state(result.status)),
            tag("td", _write_score(result), class_="num"),
            tag("td", *_write_who(result, badges)),
            tag("td", f"{result.tokens:,}" if result.tokens else "", class_="num"),
            tag("td", "" if result.dollars is None else format_dollars(result.dollars), class_="num"),
            tag("td", format_seconds(result.seconds) if result.exchanges else "", class_="num"),
        )
        yield tag("tr", *cells, class_=f"row {result.status}")


def _write_score(result: CaseResult) -> Html:
    if result.score is None:
        return tag("span", format_score(None), aria_label="no score")
    bar = tag("svg", tag("rect", width=f"{result.score * 100:.1f}%", height=4), class_="meter", aria_hidden="true")
    return tag("span", format_score(result.score), bar)


def _write_who(result: CaseResult, badges: Badges) -> Iterator[Html]:
    names = [name for name in dict.fromkeys(each.advisor for each in result.exchanges) if name]
    for name in names:
        yield draw_badge(name, badges)
    said = ", ".join(names) or ("no advisor" if result.exchanges else "nobody")
    yield tag("span", said, class_="vh" if len(names) > 1 else "one")


def _write_types(summary: Summary) -> Html:
    heads = ("kind", "passed", "failed", "not graded", "mean")
    rows = [_write_row(each.type, (each.passed, each.failed, each.not_graded), each.spread) for each in summary.types]
    return _write_figures("By kind of assertion", heads, rows)


def _write_suites(summary: Summary) -> Html:
    heads = ("suite", *(name_status(each) for each in STATUSES), "mean")
    rows = [_write_row(each.name, [each.counts[status] for status in STATUSES], each.spread) for each in summary.suites]
    return _write_figures("By suite", heads, rows)


def _write_row(name: str, numbers: Sequence[int], spread: Spread | None) -> Html:
    figures = (tag("td", f"{each:,}", class_="num" if each else "num muted") for each in numbers)
    mean = tag("td", format_score(spread.mean if spread else None), class_="num")
    return tag("tr", tag("th", name, scope="row"), *figures, mean)


def _write_figures(title: str, heads: Sequence[str], rows: Sequence[Html]) -> Html:
    if not rows:
        return tag("section", tag("h3", title), tag("p", "None was asked of any answer.", class_="muted"))
    head = tag("tr", *(tag("th", each, scope="col") for each in heads))
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    return tag("section", tag("h3", title), tag("div", table, class_="scroll"))
