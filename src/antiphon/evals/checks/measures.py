"""How long an answer took, what it cost, and how much of it there is."""

from antiphon.evals.case import Assertion
from antiphon.evals.checks.finding import Finding, find, find_nothing
from antiphon.evals.evidence import Evidence


def check_latency(evidence: Evidence, assertion: Assertion) -> Finding:
    """It took no longer than `seconds`, or than `threshold` milliseconds as other houses count."""
    options = assertion.options
    most = options.get("seconds", options["threshold"] / 1000 if "threshold" in options else None)
    if most is None:
        return find_nothing("nothing says how long it may take")
    if evidence.exchange.is_cached:
        return find_nothing("the answer was kept from before, so it took no time")
    seconds = evidence.exchange.seconds
    return find(seconds <= most, f"took {seconds:.2f} s of {most:g} s")


def check_cost(evidence: Evidence, assertion: Assertion) -> Finding:
    """It cost no more dollars; where nobody knows the price, nobody can tell."""
    most = assertion.options.get("dollars", assertion.options.get("threshold"))
    if most is None:
        return find_nothing("nothing says what it may cost")
    dollars = evidence.exchange.dollars
    if dollars is None:
        return find_nothing("nobody knows what it cost")
    return find(dollars <= most, f"cost ${dollars:.6f} of ${most:g}")


def check_length(evidence: Evidence, assertion: Assertion) -> Finding:
    """It has that many words, characters or lines."""
    least, most = assertion.options.get("at_least"), assertion.options.get("at_most")
    unit = assertion.options.get("unit", "words")
    answer = evidence.exchange.answer.strip()
    counts = {"words": len(answer.split()), "chars": len(answer), "lines": len(answer.splitlines())}
    if unit not in counts or (least is None and most is None):
        return find_nothing("nothing says how long it may be")
    count = counts[unit]
    return find(is_between(count, least, most), f"has {count} {unit}; asked for: {say_range(least, most)}")


def is_between(count: int, least: int | None, most: int | None) -> bool:
    """Whether a number keeps both ends, those that there are."""
    return (least is None or count >= least) and (most is None or count <= most)


def say_range(least: int | None, most: int | None) -> str:
    """The ends in words."""
    if least is not None and most is not None:
        return f"exactly {least}" if least == most else f"from {least} to {most}"
    return f"at least {least}" if least is not None else f"at most {most}"
