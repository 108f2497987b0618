"""Two runs of the same cases, held against each other.

A case is matched by its suite, its name and the number of its repeat. Scores are compared where both runs have one; a
case that was graded before and is not graded now is named, and moves no mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from antiphon.evals.report.summary import is_graded
from antiphon.evals.result import CaseResult, Status

# A change smaller than this says nothing where nobody says otherwise.
USUAL_DIFFERENCE = 0.1
Outcome = Literal["win", "loss", "tie", "unknown"]
# 0.9 - 0.8 is less than 0.1 for a machine.
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Pair:
    """One case in both runs. `delta` and `gain` are absent where a score is missing, `gain` also where 1 was reached.

    `gain` is the share of what was missing that has been won: 0.5 to 0.75 and 0.8 to 0.9 are both a half.
    """

    key: str
    before: float | None
    after: float | None
    status_before: Status
    status_after: Status
    outcome: Outcome
    delta: float | None = None
    gain: float | None = None

    @property
    def is_newly_failing(self) -> bool:
        """It passed, and now it fails or has no answer."""
        return self.status_before == "passed" and self.status_after in ("failed", "error")


@dataclass(frozen=True, slots=True)
class RunComparison:
    """Everything there is to say: pairs with newly failing cases first, then the greatest loss.

    Means are over the cases that have a score in both runs, and absent if none has.
    """

    threshold: float
    pairs: tuple[Pair, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    mean_before: float | None
    mean_after: float | None
    mean_delta: float | None
    gain: float | None

    @property
    def is_worse(self) -> bool:
        """Whether the mean fell, by however little, or a case that passed passes no more."""
        fell = self.mean_delta is not None and self.mean_delta < 0
        return fell or any(each.is_newly_failing for each in self.pairs)

    def count(self, outcome: Outcome) -> int:
        """How many cases came out so."""
        return sum(each.outcome == outcome for each in self.pairs)


def compare(
    before: Sequence[CaseResult], after: Sequence[CaseResult], threshold: float = USUAL_DIFFERENCE
) -> RunComparison:
    """Match the cases of two runs. A change of at least the threshold is a win or a loss, any other a tie."""
    old, new = ({each.key: each for each in results} for results in (before, after))
    pairs = [_pair(old[key], new[key], threshold) for key in old if key in new]
    scored = [(each.before, each.after) for each in pairs if each.before is not None and each.after is not None]
    mean_before = fmean(each for each, _ in scored) if scored else None
    mean_after = fmean(each for _, each in scored) if scored else None
    return RunComparison(
        threshold=threshold,
        pairs=tuple(sorted(pairs, key=_rank)),
        only_before=tuple(key for key in old if key not in new),
        only_after=tuple(key for key in new if key not in old),
        mean_before=mean_before,
        mean_after=mean_after,
        mean_delta=_subtract(mean_before, mean_after),
        gain=_normalise(mean_before, mean_after),
    )


def encode_comparison(comparison: RunComparison) -> dict[str, object]:
    """The comparison as JSON."""
    return {
        "threshold": comparison.threshold,
        "wins": comparison.count("win"),
        "losses": comparison.count("loss"),
        "ties": comparison.count("tie"),
        "unknown": comparison.count("unknown"),
        "mean_before": comparison.mean_before,
        "mean_after": comparison.mean_after,
        "mean_delta": comparison.mean_delta,
        "normalised_gain": comparison.gain,
        "newly_failing": [each.key for each in comparison.pairs if each.is_newly_failing],
        "cases": list(_encode_pairs(comparison.pairs)),
        "only_before": list(comparison.only_before),
        "only_after": list(comparison.only_after),
    }


def _pair(before: CaseResult, after: CaseResult, threshold: float) -> Pair:
    old, new = (each.score if is_graded(each) else None for each in (before, after))
    delta = _subtract(old, new)
    return Pair(
        key=before.key,
        before=old,
        after=new,
        status_before=before.status,
        status_after=after.status,
        outcome=_decide(delta, threshold),
        delta=delta,
        gain=_normalise(old, new),
    )


def _subtract(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else round(after - before, _DIGITS)


def _normalise(before: float | None, after: float | None) -> float | None:
    if before is None or after is None or before >= 1:
        return None
    return round((after - before) / (1 - before), _DIGITS)


def _decide(delta: float | None, threshold: float) -> Outcome:
    if delta is None:
        return "unknown"
    if abs(delta) < threshold or delta == 0:
        return "tie"
    return "win" if delta > 0 else "loss"


def _rank(pair: Pair) -> tuple[bool, bool, float]:
    return (not pair.is_newly_failing, pair.delta is None, pair.delta or 0.0)


def _encode_pairs(pairs: Sequence[Pair]) -> Iterator[dict[str, object]]:
    for each in pairs:
        yield {
            "case": each.key,
            "outcome": each.outcome,
            "before": each.before,
            "after": each.after,
            "delta": each.delta,
            "normalised_gain": each.gain,
            "status_before": each.status_before,
            "status_after": each.status_after,
            "newly_failing": each.is_newly_failing,
        }
