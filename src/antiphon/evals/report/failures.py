"""What a result that did not pass rests on."""

from antiphon.evals.report.figures import name_status
from antiphon.evals.result import CaseResult, Exchange, Verdict

# One line holds no more; the rest is counted.
_MOST_REASONS = 3


def list_failures(result: CaseResult) -> tuple[Verdict, ...]:
    """The verdicts that speak against it; those the case could not pass without come first."""
    failed = [each for each in result.verdicts if each.status == "failed"]
    return tuple(sorted(failed, key=lambda each: each.required is None))


def list_ungraded(result: CaseResult) -> tuple[Verdict, ...]:
    """The verdicts nobody could give; those that somebody was to give come first."""
    ungraded = [each for each in result.verdicts if each.status == "not_graded"]
    return tuple(sorted(ungraded, key=lambda each: not each.is_broken))


def find_exchange(result: CaseResult, verdict: Verdict) -> Exchange | None:
    """The request and answer a verdict is about; a verdict on a whole case is about the last one.

    An answer that was given in a model's place has none.
    """
    of_turn = [each for each in result.exchanges if each.turn == verdict.turn]
    if verdict.advisor:
        return next((each for each in reversed(of_turn) if each.advisor == verdict.advisor), None)
    found = of_turn or result.exchanges[-1:]
    return found[-1] if found else None


def blame_exchange(result: CaseResult) -> Exchange | None:
    """The one exchange to look at first: that of the first failed verdict, else one that broke, else the last."""
    for verdict in (*list_failures(result), *list_ungraded(result)):
        return find_exchange(result, verdict)
    broken = [each for each in result.exchanges if each.error is not None]
    return next(iter(broken or result.exchanges[-1:]), None)


def explain(result: CaseResult) -> str:
    """Why it did not pass, in one line; nothing if it did."""
    reasons = list_reasons(result)
    more = f"; and {len(reasons) - _MOST_REASONS:,} more" if len(reasons) > _MOST_REASONS else ""
    return "; ".join(reasons[:_MOST_REASONS]) + more


def list_reasons(result: CaseResult) -> list[str]:
    """Everything that kept it from passing."""
    match result.status:
        case "passed":
            return []
        case "error" | "skipped":
            return [result.error or _name_errors(result) or name_status(result.status)]
        case "failed":
            broken = (each for each in list_ungraded(result) if each.is_broken)
            against = [describe_verdict(each) for each in list_failures(result)] or ["below the threshold"]
            return [*against, *map(describe_verdict, broken)]
        case "not_graded":
            return [describe_verdict(each) for each in list_ungraded(result)] or ["nothing was asked of the answer"]


def describe_verdict(verdict: Verdict) -> str:
    """`contains (skeptic, turn 2): the answer does not hold “evidence”`."""
    where = [verdict.advisor] if verdict.advisor else []
    where += [f"turn {verdict.turn}"] if verdict.turn > 1 else []
    head = f"{verdict.name or verdict.type}{' (' + ', '.join(where) + ')' if where else ''}"
    return f"{head}: {verdict.reason}" if verdict.reason else head


def describe_error(exchange: Exchange) -> str:
    """An error of the wire: its code and whatever facts came with it."""
    facts = dict(exchange.error or {})
    code = str(facts.pop("code", "unknown"))
    told = str(facts.pop("message", "") or facts.pop("provider_message", ""))
    rest = ", ".join(f"{name} {value}" for name, value in facts.items() if value not in (None, ""))
    return ": ".join(part for part in (code, "; ".join(part for part in (told, rest) if part)) if part)


def _name_errors(result: CaseResult) -> str:
    broken = [each for each in result.exchanges if each.error is not None]
    return "; ".join(dict.fromkeys(describe_error(each) for each in broken))
