"""What a model's own reports teach about its tokenizer."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from antiphon.context.estimate import PLAIN, Rates, estimate
from antiphon.context.matrix import IDENTITY, Matrix, Row, dot, invert
from antiphon.conversation.size import TextSize

_ALL = range(4)

# Tokens per plain character, wide character, mark and message: the mean of nine public tokenizers over English, code,
# Chinese and JSON, with an allowance per message for the chat template. How far apart they were is the spread.
_TYPICAL: Row = (0.05, 0.9, 0.85, 4.0)
_SPREAD: Row = (0.04, 0.5, 0.2, 3.0)
# From 20 characters per token to a fifth of one, and at most 30 tokens around a message: no tokenizer goes beyond.
# Plain characters are the insides of words, on which some spend next to nothing: up to 50 characters per token.
_LEAST: Row = (0.02, 0.05, 0.05, 0.0)
_MOST: Row = (5.0, 5.0, 5.0, 30.0)

# What three straight lines miss even at their best, as a share of the whole.
_NOISE = 0.03
# What is known in the direction of a new report fades by this; what the report says nothing about is kept for good.
_MEMORY = 0.95
# A report further off than this pulls no harder than one that is this far off.
_SURPRISE = 0.25
# A report outside these shares of what was expected is not learned at once.
_CREDIBLE = (0.5, 3.0)
# Reports that are this close to each other, as shares of what was expected, agree.
_AGREE = 1.2
# Against the typical tokenizer: one that counts bytes needs four times as much, and none is known to need half.
_POSSIBLE = (0.3, 6.0)
# A larger prompt that was reported no larger than the largest so far was cut before it was counted.
_LARGER, _NO_LARGER = 1.1, 1.02
_RECENT = 10
_NO_PROMPT = (TextSize(), 0, 0)
# Changes whenever the meaning of the numbers does; what was written under another rule starts fresh.
_RULE = 1
# No figure that is kept comes near it: what was learned stays below 100,000, and no prompt has a billion characters.
_HUGE = 1e9


class Doubt(NamedTuple):
    """Reports in a row that were not believed but agree: how many, what was expected, and how far off they were."""

    times: int
    least_expected: float
    most_expected: float
    least_ratio: float
    most_ratio: float

    @property
    def is_settled(self) -> bool:
        """True when prompts of different sizes are off by the same factor: then it is the estimate that is wrong.

        Counts without what was cached, and prompts cut to a window, are off by a different factor each time.
        """
        return self.times >= 5 and self.most_expected >= 1.5 * self.least_expected


@dataclass(frozen=True, slots=True)
class ModelCalibration:
    """What is known about one model's tokenizer; all conversations with the model share it.

    `lean` is how many spreads each figure lies from the typical one, `information` how surely that is known.
    `samples` counts the reports learned from, `doubted` those that were not believed.
    """

    lean: Row = (0.0, 0.0, 0.0, 0.0)
    information: Matrix = IDENTITY
    samples: int = 0
    doubted: int = 0
    errors: tuple[float, ...] = ()
    largest: tuple[TextSize, int, int] = _NO_PROMPT
    doubt: Doubt | None = None

    @property
    def rates(self) -> Rates:
        """What to estimate with: the plain rule until the first report was learned."""
        if not self.samples:
            return PLAIN
        plain, wide, marks, message = _weights(self)
        return Rates(1 / plain, 1 / wide, 1 / marks, message)

    @property
    def error(self) -> float | None:
        """By what share the last ten estimates were off, made before their reports came; None before the first."""
        return math.fsum(self.errors) / len(self.errors) if self.errors else None

    def encode(self) -> dict[str, object]:
        """A plain JSON object that `decode` takes back."""
        return {
            "rule": _RULE,
            "lean": [*self.lean],
            "information": [[*row] for row in self.information],
            "samples": self.samples,
            "doubted": self.doubted,
            "errors": [*self.errors],
            "largest": [*self.largest[0], *self.largest[1:]],
            "doubt": [*self.doubt] if self.doubt else None,
        }


def decode(body: object) -> ModelCalibration:
    """What `encode` made; anything else starts fresh, for a calibration is learned again in a few turns."""
    try:
        return _read(body) if isinstance(body, Mapping) and body["rule"] == _RULE else ModelCalibration()
    except (LookupError, TypeError, ValueError, OverflowError):
        return ModelCalibration()


def learn(calibration: ModelCalibration, size: TextSize, messages: int, reported: int) -> ModelCalibration:
    """The calibration after a provider has reported its count for a whole prompt of this size.

    A report that cannot be a count of this prompt is noted and not learned: nothing, less than half or more than three
    times of what was expected, or no more than for a smaller prompt. When five such reports agree with each other, the
    model behind the name is another one, and learning starts over from them.
    """
    expected = _expect(calibration, size, messages)
    if reported <= 0 or expected <= 0:
        return replace(calibration, doubted=calibration.doubted + 1)
    if _is_credible(calibration, expected, reported):
        return _note(calibration, _absorb(calibration, size, messages, reported), size, messages, reported)
    doubt = _extend(calibration.doubt, expected, reported / expected)
    if not doubt.is_settled or not _is_possible(size, messages, reported):
        return replace(calibration, doubted=calibration.doubted + 1, doubt=doubt)
    fresh = ModelCalibration(doubted=calibration.doubted)
    return _note(calibration, _absorb(fresh, size, messages, reported), size, messages, reported)


def _note(
    before: ModelCalibration, after: ModelCalibration, size: TextSize, messages: int, reported: int
) -> ModelCalibration:
    """How far off the estimate was that people saw, and the largest prompt so far."""
    error = abs(estimate(size, before.rates, messages) - reported) / reported
    largest = (size, messages, reported) if reported > after.largest[2] else after.largest
    return replace(after, errors=(*before.errors, error)[-_RECENT:], largest=largest, doubt=None)


def _weights(calibration: ModelCalibration) -> Row:
    """Tokens per plain character, wide character, mark and message."""
    found = [_TYPICAL[i] + _SPREAD[i] * calibration.lean[i] for i in _ALL]
    return tuple(min(max(found[i], _LEAST[i]), _MOST[i]) for i in _ALL)


def _counts(size: TextSize, messages: int) -> Row:
    return (size.chars - size.wide - size.marks, size.wide, size.marks, messages)


def _expect(calibration: ModelCalibration, size: TextSize, messages: int) -> float:
    return dot(_weights(calibration), _counts(size, messages))


def _is_credible(calibration: ModelCalibration, expected: float, reported: int) -> bool:
    size, messages, most = calibration.largest
    is_cut = reported < _NO_LARGER * most and expected > _LARGER * _expect(calibration, size, messages)
    return not is_cut and _CREDIBLE[0] <= reported / expected <= _CREDIBLE[1]


def _is_possible(size: TextSize, messages: int, reported: int) -> bool:
    return _POSSIBLE[0] <= reported / _expect(ModelCalibration(), size, messages) <= _POSSIBLE[1]


def _extend(doubt: Doubt | None, expected: float, ratio: float) -> Doubt:
    if doubt is None or max(doubt.most_ratio, ratio) > _AGREE * min(doubt.least_ratio, ratio):
        return Doubt(1, expected, expected, ratio, ratio)
    return Doubt(
        doubt.times + 1,
        min(doubt.least_expected, expected),
        max(doubt.most_expected, expected),
        min(doubt.least_ratio, ratio),
        max(doubt.most_ratio, ratio),
    )


def _absorb(calibration: ModelCalibration, size: TextSize, messages: int, reported: int) -> ModelCalibration:
    """One step of recursive least squares on the relative error, forgetting only in the direction of the report."""
    missed = 1 - _expect(calibration, size, messages) / reported
    trust = math.sqrt(min(1.0, _SURPRISE / abs(missed))) if calibration.samples and missed else 1.0
    counts = _counts(size, messages)
    seen = tuple(trust * counts[i] * _SPREAD[i] / (reported * _NOISE) for i in _ALL)
    information = _add_report(calibration.information, seen)
    inverse = invert(information)
    step = trust * missed / _NOISE
    lean = tuple(calibration.lean[i] + dot(inverse[i], seen) * step for i in _ALL)
    return replace(
        calibration, lean=_keep_sane(lean, inverse), information=information, samples=calibration.samples + 1
    )


def _add_report(known: Matrix, seen: Row) -> Matrix:
    along = tuple(dot(row, seen) for row in known)
    fade = (1 - _MEMORY) / dot(along, seen)
    return tuple(tuple(known[i][j] - fade * (along[i] * along[j]) + seen[i] * seen[j] for j in _ALL) for i in _ALL)


def _keep_sane(lean: Row, inverse: Matrix) -> Row:
    """Move a figure that left its bounds back to them, and the others to where they fit best beside it."""
    for i in (*_ALL, *_ALL):
        least, most = ((bound[i] - _TYPICAL[i]) / _SPREAD[i] for bound in (_LEAST, _MOST))
        back = min(max(lean[i], least), most) - lean[i]
        lean = tuple(lean[j] + back * inverse[i][j] / inverse[i][i] for j in _ALL)
    return lean


def _read(body: Mapping[str, object]) -> ModelCalibration:
    chars, wide, marks, messages, reported = (int(each) for each in _numbers(body["largest"], 5))
    doubt = _numbers(body["doubt"], 5) if body["doubt"] is not None else None
    samples, doubted = _numbers([body["samples"], body["doubted"]], 2)
    return ModelCalibration(
        lean=_numbers(body["lean"], 4, least=-_HUGE),
        information=_read_information(body["information"]),
        samples=int(samples),
        doubted=int(doubted),
        errors=_numbers(body["errors"])[-_RECENT:],
        largest=(TextSize(chars, wide, marks), messages, reported),
        doubt=Doubt(int(doubt[0]), *doubt[1:]) if doubt else None,
    )


def _read_information(body: object) -> Matrix:
    found = tuple(_numbers(row, 4, least=-_HUGE) for row in _items(body))
    is_even = len(found) == 4 and all(found[i][j] == found[j][i] for i in _ALL for j in _ALL)
    if not is_even or max(each[i] for i, each in enumerate(invert(found))) > _HUGE:
        raise ValueError("not what is known about a tokenizer")
    return found


def _items(body: object) -> Iterable[object]:
    if not isinstance(body, list):
        raise TypeError("not a list")
    return body


def _numbers(body: object, length: int | None = None, least: float = 0) -> Row:
    """Numbers that can be reckoned with, as many as asked for."""
    found = tuple(float(each) for each in _items(body) if isinstance(each, int | float))
    if (length is not None and len(found) != length) or not all(least <= each <= _HUGE for each in found):
        raise ValueError("not the numbers of a calibration")
    return found
