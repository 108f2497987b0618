"""From verdicts to one word about a case. What was not graded is in no mean."""

from collections.abc import Sequence
from itertools import groupby
from math import fsum
from typing import Final

from antiphon.evals.case import Aggregation, Case
from antiphon.evals.result import Status, Verdict

# Sums of thirds and tenths are not exact; nobody fails by a billionth.
_DIGITS: Final = 9


def conclude(case: Case, verdicts: Sequence[Verdict], *, is_broken_off: bool = False) -> tuple[Status, float | None]:
    """Whether the case passed, and its score: the weighted mean of each turn, then the turns together.

    One required verdict below its mark fails the case whatever the rest says; one that could not be graded leaves it
    open, unless it has failed already, and so does a judge that was named and could not judge. A conversation that was
    broken off by a failed turn has failed.
    """
    score = _score(verdicts, case.aggregation)
    required = [each for each in verdicts if each.required is not None]
    if is_broken_off or any(each.score is not None and each.score < (each.required or 0) for each in required):
        return "failed", score or 0.0
    if score is None:
        return "not_graded", None
    if score < case.threshold:
        return "failed", score
    if any(each.score is None for each in required) or any(each.is_broken and each.weight > 0 for each in verdicts):
        return "not_graded", None
    return "passed", score


def _score(verdicts: Sequence[Verdict], aggregation: Aggregation) -> float | None:
    graded = sorted((each for each in verdicts if each.score is not None and each.weight > 0), key=lambda v: v.turn)
    turns = [_mean(tuple(its)) for _, its in groupby(graded, key=lambda each: each.turn)]
    if not turns:
        return None
    match aggregation:
        case "mean":
            return round(fsum(turns) / len(turns), _DIGITS)
        case "min":
            return min(turns)
        case "max":
            return max(turns)


def _mean(verdicts: Sequence[Verdict]) -> float:
    weights = fsum(each.weight for each in verdicts)
    return round(fsum(each.weight * (each.score or 0.0) for each in verdicts) / weights, _DIGITS)
