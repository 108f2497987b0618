"""Whether somebody who says 70 percent is right seven times out of ten.

Right counts as one, mixed as a half, wrong as nothing; what cannot be told is left out. Few decisions say little, so
every share comes with how many it rests on and with the range it could be by chance (Wilson, 95 percent).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import sqrt
from typing import Final, Literal

from antiphon.conversation.decision import Outcome

# Under this many, a range is so wide that a verdict would be a guess.
ENOUGH: Final = 10
_BIN: Final = 10
_SCORES: Final = {"right": 1.0, "mixed": 0.5, "wrong": 0.0}
# The normal quantile for 95 percent.
_Z: Final = 1.959964

# Too sure: the stated confidence lies above what the outcomes allow; too careful: below it.
Verdict = Literal["too_few", "too_sure", "too_careful", "fitting"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """How sure somebody was, in percent, what came of it, and when that was known."""

    confidence: int
    outcome: Outcome
    at: datetime


@dataclass(frozen=True, slots=True)
class Share:
    """How often it turned out right, and between which shares that lies; absent when there is nothing to count."""

    count: int
    right: float
    share: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Bin:
    """The decisions made with a confidence from `first` to `last` percent; `confidence` is their mean."""

    first: int
    last: int
    confidence: float | None
    turned_out: Share


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """How things stood once this many outcomes were known."""

    at: datetime
    count: int
    brier: float
    confidence: float
    share: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything that can be said about how sure somebody is and how often they are right.

    `brier` is the mean of the squared differences: 0 is perfect, 0.25 is what always saying 50 percent gets.
    """

    verdict: Verdict
    turned_out: Share
    confidence: float | None
    brier: float | None
    unknown: int
    bins: tuple[Bin, ...]
    curve: tuple[CalibrationPoint, ...]


def calibrate(predictions: Iterable[Prediction]) -> Calibration:
    """What these predictions say, in whichever order they come."""
    ordered = sorted(predictions, key=lambda each: each.at)
    counted = [each for each in ordered if each.outcome in _SCORES]
    turned_out = reckon_share([_SCORES[each.outcome] for each in counted])
    confidence = _mean([each.confidence for each in counted])
    return Calibration(
        verdict=_judge(turned_out, confidence),
        turned_out=turned_out,
        confidence=confidence,
        brier=_mean([_miss(each) for each in counted]),
        unknown=len(ordered) - len(counted),
        bins=tuple(_bin(counted, first) for first in range(0, 100, _BIN)),
        curve=tuple(_follow(counted)),
    )


def reckon_share(scores: Sequence[float]) -> Share:
    """The share these scores come to, each between nothing and one."""
    count, right = len(scores), sum(scores)
    if not count:
        return Share(0, 0.0, None, None, None)
    low, high = wilson(right, count)
    return Share(count, right, right / count, low, high)


def wilson(right: float, count: int) -> tuple[float, float]:
    """Between which shares the true one lies, nineteen times out of twenty. Halves count as halves."""
    share, square = right / count, _Z * _Z
    middle = share + square / (2 * count)
    reach = _Z * sqrt(share * (1 - share) / count + square / (4 * count * count))
    scale = 1 + square / count
    # The share lies inside by definition; rounding must not say otherwise at the ends.
    low, high = max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)
    return min(low, share), max(high, share)


def _judge(turned_out: Share, confidence: float | None) -> Verdict:
    if turned_out.count < ENOUGH or confidence is None or turned_out.low is None or turned_out.high is None:
        return "too_few"
    if confidence > 100 * turned_out.high:
        return "too_sure"
    return "too_careful" if confidence < 100 * turned_out.low else "fitting"


def _bin(counted: Sequence[Prediction], first: int) -> Bin:
    """A confidence of 100 belongs to the last ten."""
    inside = [each for each in counted if min(each.confidence, 99) // _BIN * _BIN == first]
    last = 100 if first == 100 - _BIN else first + _BIN - 1
    scores = [_SCORES[each.outcome] for each in inside]
    return Bin(first, last, _mean([each.confidence for each in inside]), reckon_share(scores))


def _follow(counted: Sequence[Prediction]) -> Iterable[CalibrationPoint]:
    missed = stated = right = 0.0
    for count, each in enumerate(counted, start=1):
        missed += _miss(each)
        stated += each.confidence
        right += _SCORES[each.outcome]
        yield CalibrationPoint(each.at, count, missed / count, stated / count, right / count)


def _miss(prediction: Prediction) -> float:
    return (prediction.confidence / 100 - _SCORES[prediction.outcome]) ** 2


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
