"""What was left out to fit a window, and what may never be."""

from antiphon.evals.canary import find_text
from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, list_texts, show
from antiphon.evals.checks.measures import is_between, say_range
from antiphon.evals.checks.payload import Miss
from antiphon.evals.evidence import Evidence
from antiphon.evals.result import Spot


def check_trim(evidence: Evidence, assertion: Assertion) -> Finding:
    """As many turns are gone as said, what is to be kept is there, and the newest message is whole."""
    options, exchange = assertion.options, evidence.exchange
    least, most = options.get("at_least"), options.get("at_most")
    misses = []
    if not is_between(exchange.dropped, least, most):
        misses.append(Miss(f"{exchange.dropped} turns were left out; asked for: {say_range(least, most)}"))
    misses += [
        Miss(f"{show(text)} was left out") for text in list_texts(options.get("kept")) if not _find(text, evidence)
    ]
    for text in list_texts(options.get("gone")):
        if spots := _find(text, evidence):
            misses.append(Miss(f"{show(text)} is still there", spots))
    if not _has_newest(evidence):
        misses.append(Miss("the newest message is not whole"))
    said = tuple(miss.said for miss in misses)
    spots = tuple(spot for miss in misses for spot in miss.spots)
    return Finding(0.0 if misses else 1.0, "; ".join(said), misses=said, spots=spots)


def _find(text: str, evidence: Evidence) -> tuple[Spot, ...]:
    return tuple(
        spot
        for number, message in enumerate(evidence.exchange.messages)
        for spot in find_text(text, message.content, f"messages[{number}]")
    )


def _has_newest(evidence: Evidence) -> bool:
    """What the person said last stands in the last of their messages, letter by letter.

    Messages that a case has written out are sent as they are.
    """
    if not evidence.case.turns:
        return True
    newest = next((each for each in reversed(evidence.exchange.messages) if each.role == "user"), None)
    return newest is not None and evidence.question.strip() in newest.content
