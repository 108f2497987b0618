"""The whole report as one file: it opens without a network, asks nobody for anything and runs no script."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import resources

from antiphon.evals.report.badges import Badges, give_badges
from antiphon.evals.report.details import write_details
from antiphon.evals.report.figures import (
    count,
    format_score,
    format_seconds,
    format_spent,
    name_status,
)
from antiphon.evals.report.markup import Html, join, tag
from antiphon.evals.report.plots import draw_costs, draw_distribution, draw_scores, draw_times
from antiphon.evals.report.summary import Summary, summarise
from antiphon.evals.report.tables import write_breakdown, write_cases
from antiphon.evals.result import CaseResult

_MEANINGS = {
    "not_graded": "nobody could judge the answer",
    "error": "there was no answer to judge",
    "skipped": "the ceiling was reached before it began",
}


def write_report(results: Sequence[CaseResult], *, title: str = "") -> str:
    """The report as HTML; the same results give the same text."""
    summary = summarise(results)
    badges = give_badges(each.name for each in summary.advisors)
    name = title or ", ".join(each.name for each in summary.suites) or "no suite"
    page = tag(
        "html",
        _write_head(f"{name}: {_headline(summary)}"),
        tag(
            "body",
            _write_banner(),
            tag(
                "main",
                tag("h1", name),
                tag("p", _name_models(results), class_="muted"),
                _write_outcome(summary),
                _write_figures(summary),
                _write_plots(summary, badges),
                write_cases(results, summary, badges),
                write_details(results, badges),
            ),
        ),
        lang="en",
    )
    return f"<!doctype html>\n{page.text}\n"


def _write_head(title: str) -> Html:
    style = resources.files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    fingerprint = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{fingerprint}'; base-uri 'none'; form-action 'none'"
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        # Our own words, and the policy names their fingerprint: nothing else may style this page.
        Html(f"<style>{style}</style>"),
    )


def _write_banner() -> Html:
    house, what = tag("span", "Antiphon", class_="house"), tag("span", "eval report", class_="muted")
    return tag("header", _draw_mark(), house, what)


def _write_plots(summary: Summary, badges: Badges) -> Html:
    plots = tag(
        "div",
        draw_scores(summary, badges),
        draw_distribution(summary),
        draw_times(summary, badges),
        draw_costs(summary, badges),
        class_="plots",
    )
    return tag("section", tag("h2", "How they did"), plots, write_breakdown(summary))


def _draw_mark() -> Html:
    """The mark of the house: two square notes on a staff."""
    staff = (tag("path", d=f"M1 {y}h22", class_="staff") for y in (4.5, 9.5, 14.5, 19.5))
    notes = (tag("rect", x=4, y=11, width=6, height=6, class_="low"), tag("rect", x=14, y=6, width=6, height=6))
    return tag("svg", *staff, *notes, viewBox="0 0 24 24", width=22, height=22, class_="mark", aria_hidden="true")


def _name_models(results: Sequence[CaseResult]) -> str:
    models = dict.fromkeys(each.model for result in results for each in result.exchanges if each.model)
    judges = dict.fromkeys(str(each.facts["judge"]) for each in results if each.facts.get("judge"))
    told = (f"Answered by {', '.join(models)}" if models else "", f"judged by {', '.join(judges)}" if judges else "")
    return "; ".join(each for each in told if each)


def _headline(summary: Summary) -> str:
    return f"{summary.counts['passed']} of {summary.total} passed"


def _write_outcome(summary: Summary) -> Html:
    counts = summary.counts
    tone = (
        "bad"
        if counts["failed"] or counts["error"]
        else "unsure"
        if counts["passed"] < summary.total or summary.ungraded
        else "good"
    )
    big = (tag("b", f"{counts['passed']} of {summary.total}"), " ", tag("span", "passed"))
    return tag("div", tag("p", *big, class_="big"), tag("ul", *_write_rest(summary)), class_=f"outcome {tone}")


def _write_rest(summary: Summary) -> Iterator[Html]:
    if summary.counts["failed"]:
        words = ": below the threshold, or without what is required"
        yield tag("li", tag("b", f"{summary.counts['failed']} failed"), words)
    for status in ("error", "not_graded", "skipped"):
        if number := summary.counts[status]:
            words = f": {_MEANINGS[status]}; in no mean"
            yield tag("li", tag("b", f"{number} {name_status(status)}"), words)
    if summary.ungraded:
        words = " in cases that have a score all the same"
        yield tag("li", tag("b", f"{count(summary.ungraded, 'assertion')} not graded"), words)
    elif summary.counts["passed"] == summary.total:
        yield tag("li", "Every case holds what it has to." if summary.total else "There was nothing to play.")


def _write_figures(summary: Summary) -> Html:
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", *figure)) for name, figure in _list_figures(summary)))


def _list_figures(summary: Summary) -> Iterator[tuple[str, tuple[Html, ...]]]:
    spread = summary.spread
    if spread is not None:
        ends = f"{format_score(spread.lowest)} to {format_score(spread.highest)}"
        yield "Mean score", _figure(format_score(spread.mean), f"deviation {format_score(spread.deviation)}")
        yield "Median", _figure(format_score(spread.median), ends)
    answered, judged = summary.answering, summary.judging
    requests = count(answered.requests + judged.requests, "request")
    yield "Tokens", _figure(f"{answered.tokens + judged.tokens:,}", requests)
    yield "Cost", _figure(format_spent(answered), f"judging {format_spent(judged)}" if judged.requests else "")
    yield "Time to answer", _figure(format_seconds(summary.times.p50), f"p95 {format_seconds(summary.times.p95)}")


def _figure(large: str, small: str) -> tuple[Html, ...]:
    return (tag("span", large, class_="num"), join((" ",)), tag("small", small, class_="muted"))
