"""Figures as a person reads them, the same on paper, on a page and on a terminal."""

from antiphon.evals.report.summary import RunSpending
from antiphon.evals.result import Status, VerdictStatus

WORDS: dict[Status, str] = {
    "passed": "passed",
    "failed": "failed",
    "not_graded": "not graded",
    "error": "error",
    "skipped": "skipped",
}


def name_status(status: Status | VerdictStatus) -> str:
    """`not graded`."""
    return WORDS[status]


def name_advisor(advisor: str) -> str:
    """Whom an answer is by; a case may have asked a bare model."""
    return advisor or "no advisor"


def format_score(score: float | None) -> str:
    """`0.87`; a dash where there is none. Only a whole 1 is called 1.00."""
    if score is None:
        return "–"  # noqa: RUF001
    shown = f"{score:.2f}"
    return "0.99" if shown == "1.00" and score < 1 else shown


def format_change(delta: float) -> str:
    """`+0.12`, `-0.30`, `0.00`."""
    shown = f"{delta:+.2f}"
    return "0.00" if shown in ("+0.00", "-0.00") else shown


def format_seconds(seconds: float | None) -> str:
    """`12 ms`, `3.4 s`, `2 min 05 s`."""
    if seconds is None:
        return "–"  # noqa: RUF001
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 119.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s"


def format_dollars(dollars: float) -> str:
    """`$1.20`, `$0.0042`, `less than $0.0001`, `$0`."""
    if dollars <= 0:
        return "$0"
    if dollars < 0.0001:
        return "less than $0.0001"
    return f"${dollars:,.2f}" if dollars >= 1 else f"${dollars:.4f}"


def format_spent(spent: RunSpending) -> str:
    """What it cost, as far as that is known."""
    if spent.requests == 0:
        return "$0"
    if spent.dollars is None:
        return "price unknown"
    known = format_dollars(spent.dollars)
    return f"at least {known}" if spent.unpriced else known


def count(number: int, one: str, many: str = "") -> str:
    """`1 case`, `12 cases`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
